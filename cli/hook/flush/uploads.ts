import type { SessionHeader } from "@/server/core/events/ingest-batch";
import type { Connection } from "../../config";
import { AgentCallBook } from "../../files/agent-calls";
import type { FoundFile } from "../../files/find-transcripts";
import { findProject } from "../../projects/find-project";
import { openRoutes } from "../../projects/open-routes";
import type { ProjectRoutes } from "../../projects/project-routes";
import type { Api, AppendAnswer, Key } from "../../upload/api";
import { learnCalls } from "../../upload/learn-calls";
import { sendFile } from "../../upload/send-file";
import { keepAdvice } from "../advice";
import { keepPlace, knownPlace, type Place } from "../place";
import type { HookState } from "../state";
import { folderOf, keep, remember, type SessionMemory, type Subject, type UploadedFile } from "./memory";
import { FileTally, NO_PROGRESS } from "./quiet";
import { filesOf } from "./session-files";

export interface UploadContext {
  readonly state: HookState;
  readonly connection: Connection;
  readonly api: Api;
  readonly key: Key;
  readonly say: (line: string) => void;
}

const MAX_ENTRIES = 500;

/** Sends what the transcripts of sessions have that the server does not, and keeps what it answers. */
export class Uploads {
  private readonly routes: ProjectRoutes;
  private readonly calls = new AgentCallBook();
  /** Folders whose place this process has asked for, and those of which an upload told it. */
  private readonly asked = new Set<string>();
  private readonly told = new Set<string>();
  /** How files were when this process last looked at them, whatever came of it. */
  private readonly looked = new Map<string, UploadedFile>();

  constructor(readonly context: UploadContext) {
    const { api, connection, key } = context;
    this.routes = openRoutes(api, connection, key, {});
  }

  /**
   * Uploads a session's transcript and those of its sub-agents.
   * @param routes Where its sessions go, when not everywhere.
   * @param isAsked Whether a hook told of it: of others it is no fault when no project takes them.
   * @throws StopFault when no other file could go either.
   */
  async upload(subject: Subject, { routes = this.routes, isAsked = true } = {}): Promise<SessionMemory> {
    const { state, connection } = this.context;
    const memory = remember(state, connection.server, subject);
    const files = await filesOf(subject.transcript);
    const changed = files.filter((file) => !isSame(file, memory.uploaded[file.path]));
    if (changed.length > 0 && changed[0]?.path !== subject.transcript) await learnCalls(subject.transcript, this.calls);
    for (const file of changed) {
      this.looked.set(file.path, file);
      if (await this.send({ ...file, named: isAsked }, memory, routes)) {
        memory.uploaded[file.path] = { bytes: file.bytes, mtimeMs: file.mtimeMs };
      }
    }
    // Of a session that no project takes nothing is kept, so that no sweep sends it where nobody wanted it.
    if (Object.keys(memory.uploaded).length > 0) keep(state, memory);
    return memory;
  }

  /** Whether the server lacks something of a session's files. */
  async hasNews(memory: SessionMemory): Promise<boolean> {
    return (await filesOf(memory.transcript)).some((file) => !isSame(file, memory.uploaded[file.path]));
  }

  /** Whether files grew since this process looked at them. One that is refused is not tried again and again. */
  async hasGrown(memory: SessionMemory): Promise<boolean> {
    return (await filesOf(memory.transcript)).some(
      (file) => !isSame(file, this.looked.get(file.path) ?? memory.uploaded[file.path]),
    );
  }

  /** The project of a folder, known from now on; null when none is known. */
  async placeOf(cwd: string): Promise<Place | null> {
    const { state, api, connection } = this.context;
    const known = knownPlace(state, connection.server, cwd);
    if (known !== null || this.asked.has(cwd)) return known;
    this.asked.add(cwd);
    const found = await findProject(api, connection, cwd, undefined).catch(() => null);
    if (found !== null) keepPlace(state, connection.server, cwd, found);
    return found;
  }

  /** True when the file needs not come again: it was taken, or it will never be. */
  private async send(file: FoundFile, memory: SessionMemory, routes: ProjectRoutes): Promise<boolean> {
    const tally = new FileTally();
    const heard = (answer: AppendAnswer, header: SessionHeader) => this.hear(answer, header, memory);
    const options = { routes, calls: this.calls, maxEntries: MAX_ENTRIES, create: false, heard };
    await sendFile(this.context.api, file, options, tally, NO_PROGRESS);
    const problem = tally.problem();
    if (problem !== null && (file.named || !tally.isElsewhere)) this.context.say(`${file.path}: ${problem}`);
    return tally.fault === null;
  }

  private hear(answer: AppendAnswer, header: SessionHeader, memory: SessionMemory): void {
    const { state, connection, key } = this.context;
    const { session, project, usage, reclaimableTokens, advice } = answer;
    // A file may begin with the copied history of another session; the one that the client named counts.
    if (header.id !== memory.session && memory.stored !== null) return;
    memory.stored = { team: key.team, project, number: session.number, url: session.url };
    memory.reclaimableTokens = reclaimableTokens;
    memory.contextTokens = usage?.contextTokens ?? memory.contextTokens;
    if (advice) {
      const { why, command } = advice;
      keepAdvice(folderOf(state, memory), { why, command, reclaimableTokens, atMs: Date.now() });
    }
    if (memory.cwd === null || this.told.has(memory.cwd)) return;
    this.told.add(memory.cwd);
    keepPlace(state, connection.server, memory.cwd, { team: key.team, project });
  }
}

function isSame(file: UploadedFile, before: UploadedFile | undefined): boolean {
  return before?.bytes === file.bytes && before.mtimeMs === file.mtimeMs;
}
