import { stat } from "node:fs/promises";
import type { SessionPart } from "@/server/core/transcripts/parser";
import type { Connection } from "../config";
import { AgentCallBook } from "../files/agent-calls";
import { clientFolders, type FoundFile, findTranscripts } from "../files/find-transcripts";
import { count, number } from "../output";
import { openRoutes } from "../projects/open-routes";
import type { ProjectRoutes } from "../projects/project-routes";
import type { Api, Key } from "../upload/api";
import { hasContent } from "../upload/batcher";
import { readTranscript } from "../upload/read-file";
import { type Finding, note, ok, skipped } from "./finding";

/** Files of a client asked about, the newest first: each takes a look at its beginning and a question to the server. */
const MAX_ASKED = 200;
const LIMIT_MS = 5_000;

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
    seen.push(await standingOf(server.api, routes, file).catch(() => "unread" as const));
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

async function standingOf(api: Api, routes: ProjectRoutes, file: FoundFile): Promise<Standing> {
  const part = await firstPart(file.path);
  if (part === null) return "none";
  const { project } = await routes.of(part);
  if (project === null) return "missing";
  const { client, id } = part.header;
  const cursor = await api.ingest.cursor.query({ session: { client, id, projectSlug: project }, source: file.path });
  if (cursor === null) return "missing";
  return cursor.byteOffset >= file.bytes ? "uploaded" : "partly";
}

/** The owner of a file is the session of its first events, as for the import. */
async function firstPart(file: string): Promise<SessionPart | null> {
  for await (const { parts } of readTranscript(file, new AgentCallBook(), () => undefined)) {
    const part = parts.find(hasContent);
    if (part) return part;
  }
  return null;
}
