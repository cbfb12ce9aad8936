import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createCaller } from "@/server/api/root";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { recordFindings } from "@/server/services/memory/record-findings";
import { indexProject } from "@/server/services/search/index-project";
import { aTeam, value } from "@/server/services/testing/team-fixture";
import { serveHttp } from "@/server/testing/http-server";
import { createMcpDoor, type McpDoorOptions } from "../door";
import { ARCHIVED_RESULT } from "./calls";

type Scope = "ingest" | "read" | "context" | "record";

/** A project with a session, an index and records, and the door in front of it over real HTTP. */
export interface McpWorld {
  uploader: Uploader;
  /** Number of the owner's session. */
  session: number;
  place: { team: string; project: string };
  /** The owner in the browser. */
  owner: ReturnType<typeof createCaller>;
  url: string;
  origin: string;
  /** The same door without HTTP in front of it. */
  door: (request: Request) => Promise<Response>;
  /** A key of the owner, bound to the project. */
  key(scopes?: Scope[], input?: { projects?: "all" | string[] }): Promise<string>;
  /** A key of a team that has nothing to do with this one; its project has the same slug. */
  strangerKey: string;
  /** A client that is connected; closed with the world. */
  connect(key: string, options?: ConnectOptions): Promise<Client>;
  close(): Promise<void>;
}

interface ConnectOptions {
  mode?: "legacy" | "auto";
  headers?: Record<string, string>;
  query?: string;
}

const BODY = "const amount = priceOf(invoice);\n".repeat(200);

export async function anMcpWorld(options: Partial<McpDoorOptions> = {}): Promise<McpWorld> {
  const uploader = await anUploader();
  const { deps, team } = uploader;
  const place = { team: team.slug, project: team.project.slug };
  const owner = createCaller({ deps, principal: team.people.owner });
  const session = await storeSession(uploader);
  const door = createMcpDoor({ deps, baseUrl: "http://steward.test", ...options });
  const { origin, close } = await serveHttp(door);
  const url = `${origin}/api/mcp`;
  const clients: Client[] = [];
  const stranger = await aTeam(deps, "Elsewhere");
  return {
    uploader,
    session,
    place,
    owner,
    url,
    origin,
    door,
    async key(scopes = ["context", "record"], input = {}) {
      return (await team.key({ scopes, projects: [team.project.slug], ...input })).secret;
    },
    strangerKey: (await stranger.key({ scopes: ["context", "record"], projects: [stranger.project.slug] })).secret,
    async connect(key, { mode = "legacy", headers = {}, query = "" } = {}) {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const requestInit = { headers: { ...headers, authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url + query), { requestInit }));
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await close();
      await uploader.close();
    },
  };
}

async function storeSession({ deps, team, append }: Uploader): Promise<number> {
  const work = aSession("work", { windowTokens: 200_000, title: "Round the invoices" })
    .said("Round the invoices half up")
    .called("TodoWrite", { todos: [{ content: "Round credits", status: "pending" }] }, "ok")
    .read("src/prices.ts", BODY)
    .read("src/prices.ts", BODY)
    .ran("npm test", { exit: 1, out: "FAIL src/prices.test.ts\nexpected 200, got 500" })
    .edited("src/prices.ts");
  for (let turn = 0; turn < 14; turn++) work.ran(`git show --stat HEAD~${turn}`);
  const stored = (await append(work)).session;
  value(await analyseSession(deps, { teamId: team.teamId, sessionId: stored.id }, { hooks: { recordFindings } }));
  return stored.number;
}

/** Puts files into the project's index: `src/prices.ts` declares as many functions as are asked for. */
export async function indexFiles({ owner, place }: McpWorld, functions = 150): Promise<void> {
  const file = (path: string, imports: string[], names: string[]) => ({
    path,
    language: "TypeScript",
    sha256: "a".repeat(64),
    lines: 40,
    tokens: 300,
    imports,
    outline: names.map((name, at) => ({ name, kind: "function" as const, line: at + 1 })),
    commits: 2,
    lastCommitAt: null,
    coverage: null,
    isTest: false,
    isGenerated: false,
  });
  const names = Array.from({ length: functions }, (_, at) => `aFunctionWithALongName${at}`);
  const callers = Array.from({ length: functions }, (_, at) =>
    file(`src/a-folder-with-a-long-name/caller-${at}.ts`, ["src/prices.ts"], ["round"]),
  );
  const files = [file("src/prices.ts", ["src/money.ts"], ["priceOf", ...names]), file("src/money.ts", [], ["round"])];
  const all = [...files, ...callers];
  const { id } = await owner.files.indexStart({ ...place });
  for (let at = 0; at < all.length; at += 100) {
    await owner.files.indexPart({ ...place, id, files: all.slice(at, at + 100) });
  }
  await owner.files.indexFinish({ ...place, id, files: all.length });
}

/** Records of each kind, a checkpoint and an archived result, all of which a search finds. */
export async function recordSome({ owner, place, session, uploader }: McpWorld): Promise<void> {
  const old = await owner.decisions.record({ ...place, decision: { title: "JWT expires in 24h" }, status: "accepted" });
  const decision = { title: "JWT expires in 1h", reasoning: "Tokens leak.", supersedes: [old.number] };
  await owner.decisions.record({ ...place, decision, status: "accepted" });
  await owner.constraints.record({ ...place, rule: { title: "Never edit dist", affectedPaths: ["dist/**"] } });
  await owner.preferences.record({ ...place, rule: { title: "Small commits" } });
  await owner.handoffs.create({ ...place, session, title: "", markdown: "" });
  // For the team, so that they do not wait for the next session in place of the first.
  for (const title of ["Rotate the keys", "Close the books"]) {
    const { number } = await owner.handoffs.create({ ...place, session: null, title, markdown: title });
    await owner.handoffs.address({ ...place, number, to: "team" });
  }
  await owner.context.archive({ ...place, number: session, targets: [{ ref: ARCHIVED_RESULT }] });
  await owner.checkpoints.create({ ...place, number: session });
  const { deps, team } = uploader;
  value(await indexProject(deps, { teamId: team.teamId, projectId: team.project.id }));
}

/** All text of an answer. */
export function textOf(answer: CallToolResult): string {
  return answer.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}
