import { stat } from "node:fs/promises";
import type { SessionPart } from "@/server/core/transcripts/parser";
import type { Connection } from "../config";
import { AgentCallBook } from "../files/agent-calls";
import { clientFolders, type FoundFile, findTranscripts } from "../files/find-transcripts";
import { count, number } from "../output";
import { openRoutes } from "../projects/open-routes";
import { type ProjectRoutes, UnknownProject } from "../projects/project-routes";
import type { Api, Key } from "../upload/api";
import { hasContent } from "../upload/batcher";
import { readTranscript } from "../upload/read-file";
import { type Finding, note, ok, skipped } from "./finding";

/** Files of a client asked about, the newest first: each takes a look at its beginning and a question to the server. */
const MAX_ASKED = 200;
const LIMIT_MS = 5_000;
/** Of a key that reaches more, the first ones are asked about a file that its own project has not. */
const MAX_PROJECTS = 20;

interface Server {
  readonly api: Api;
  readonly connection: Connection;
  readonly key: Key;
}

/** A line for each client whose folder has transcripts: how many, and how many of them the server lacks. */
export async function checkTranscripts(server: Server | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [client, folders] of Object.entries(clientFolders())) {
    const files = await findTranscripts([], folders);
    if (files.length > 0) findings.push(await checkClient(client, files, server));
  }
  return findings.length > 0 ? findings : [note("transcripts", "No client has written transcripts on this machine.")];
}

async function checkClient(client: string, files: readonly FoundFile[], server: Server | null): Promise<Finding> {
  const check = `transcripts of ${client}`;
  const found = count(files.length, "file");
  if (!server?.key.scopes.includes("ingest"))
    return skipped(check, `${found}; without a key that uploads nobody can tell which are on the server.`);
  const routes = openRoutes(server.api, server.connection, server.key, {});
  const seen: Standing[] = [];
  const deadline = Date.now() + LIMIT_MS;
  for (const file of (await newestFirst(files)).slice(0, MAX_ASKED)) {
    if (Date.now() > deadline) break;
    seen.push(await standingOf(server, routes, file).catch(() => "unread" as const));
  }
  return tell(check, files.length, seen);
}

/** `none`: it holds no events. `unread`: it cannot be read, or no project takes it. */
export type Standing = "uploaded" | "partly" | "missing" | "none" | "unread";

export function tell(check: string, files: number, seen: readonly Standing[]): Finding {
  const found = count(files, "file");
  if (seen.length === 0) return skipped(check, `${found}; there was no time to ask about them.`);
  const many = (standing: Standing) => seen.filter((one) => one === standing).length;
  const parts = [
    many("missing") > 0 ? `${number(many("missing"))} not uploaded` : "",
    many("partly") > 0 ? `${number(many("partly"))} with a rest to upload` : "",
    many("unread") > 0 ? `${number(many("unread"))} that no project takes or nobody can read` : "",
  ].filter((part) => part !== "");
  const all = seen.length < files ? `${found}; of the ${number(seen.length)} newest` : `${found}:`;
  if (parts.length === 0) return ok(check, `${all} all uploaded.`);
  return note(check, `${all} ${parts.join(", ")}.`, "Run: steward import");
}

async function newestFirst(files: readonly FoundFile[]): Promise<FoundFile[]> {
  const dated = files.map(async (file) => ({ file, at: (await stat(file.path).catch(() => null))?.mtimeMs ?? 0 }));
  return (await Promise.all(dated)).sort((one, other) => other.at - one.at).map(({ file }) => file);
}

async function standingOf({ api, key }: Server, routes: ProjectRoutes, file: FoundFile): Promise<Standing> {
  const first = await firstPart(file.path);
  if (first === null) return "none";
  const { client, id } = first.part.header;
  const cursorIn = (projectSlug: string) =>
    api.ingest.cursor.query({ session: { client, id, projectSlug }, source: file.path });
  const project = await projectOf(routes, first.part);
  const own = project === null ? null : await cursorIn(project);
  const cursor = own ?? (await anyCursor(key, project, cursorIn));
  if (cursor === null) return project === null ? "unread" : "missing";
  return cursor.byteOffset >= first.totalBytes ? "uploaded" : "partly";
}

/** Null where nothing leads to one. */
async function projectOf(routes: ProjectRoutes, part: SessionPart): Promise<string | null> {
  try {
    return (await routes.of(part)).project;
  } catch (error) {
    if (error instanceof UnknownProject) return null;
    throw error;
  }
}

type Cursor = Awaited<ReturnType<Api["ingest"]["cursor"]["query"]>>;

/** `import --project` sends files elsewhere than their folder leads: how far one of the key's other projects has it. */
async function anyCursor(key: Key, asked: string | null, cursorIn: (slug: string) => Promise<Cursor>): Promise<Cursor> {
  const others = key.projects.filter(({ slug }) => slug !== asked).slice(0, MAX_PROJECTS);
  const cursors = await Promise.all(others.map(({ slug }) => cursorIn(slug)));
  const most = Math.max(...cursors.map((cursor) => cursor?.byteOffset ?? -1));
  return cursors.find((cursor) => cursor?.byteOffset === most) ?? null;
}

interface FirstPart {
  readonly part: SessionPart;
  readonly totalBytes: number;
}

/** The owner of a file is the session of its first events, as for the import. */
async function firstPart(file: string): Promise<FirstPart | null> {
  for await (const { parts, totalBytes } of readTranscript(file, new AgentCallBook(), () => undefined)) {
    const part = parts.find(hasContent);
    if (part) return { part, totalBytes };
  }
  return null;
}
