import { Writable } from "node:stream";
import { scopeList } from "@/server/core/access/refusal";
import type { KeyScope } from "@/server/core/access/rights";
import { askPerson } from "../ask";
import { keepLogin, serverOrigin } from "../config";
import { configFile } from "../config-file";
import { CliFault } from "../fault";
import { say, shortList } from "../output";
import { openApi, toFault } from "../upload/api";

export interface LoginOptions {
  readonly key?: string;
  readonly project?: string;
  readonly json?: boolean;
}

const PATIENCE_MS = 2_000;

/** What does not work without a scope. */
const SCOPE_NEEDS: readonly { scope: KeyScope; needs: string }[] = [
  { scope: "ingest", needs: "steward import and index do" },
  { scope: "context", needs: "steward prune and checkpoint do" },
];

/** Checks a key with its server and keeps it; the file is written only when the server took the key. */
export async function login(address: string, options: LoginOptions): Promise<void> {
  const server = serverOrigin(address);
  const key = (await readKey(options.key)).trim();
  const api = openApi({ server, key }, { totalMs: PATIENCE_MS });
  const described = await api.keys.whoami.query().catch((error: unknown) => {
    throw toFault(error);
  });
  const slugs = described.projects.map(({ slug }) => slug);
  const project = defaultProject(slugs, options.project);
  const file = configFile();
  await keepLogin(file, server, { key, team: described.team, ...(project === undefined ? {} : { project }) });
  if (options.json) {
    say.line(JSON.stringify({ server, ...described, project: project ?? null, config: file }, null, 2));
    return;
  }
  const reach = described.reachesAll ? "all projects" : shortList(slugs, 10) || "no project";
  say.line(
    `Signed in to ${server} as ${described.person}, team ${described.team}: ${scopeList(described.scopes)} on ${reach}.`,
  );
  if (project !== undefined) say.line(`Sessions whose folder leads to no project go to ${project}.`);
  for (const { scope, needs } of SCOPE_NEEDS) {
    if (!described.scopes.includes(scope)) say.warn(`This key lacks the scope ${scope}: ${needs} not work with it.`);
  }
  say.note(`The key is kept in ${file}.`);
}

/** The only project of a key is its default; of several a person has to choose one. */
function defaultProject(slugs: readonly string[], wanted: string | undefined): string | undefined {
  if (wanted === undefined) return slugs.length === 1 ? slugs[0] : undefined;
  if (slugs.includes(wanted)) return wanted;
  throw new CliFault(`This key reaches no project ${wanted}. It reaches: ${shortList(slugs, 10) || "none"}.`);
}

async function readKey(given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "-") return given;
  if (given === undefined && process.stdin.isTTY) return askHidden("API key (Settings, API keys): ");
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  if (text.trim()) return text;
  throw new CliFault("No key came in. Make one under Settings, API keys, then run: steward login --key cst_…");
}

/** The key does not show on the screen while it is typed or pasted. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await askPerson("", { input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write("\n");
  if (answer === null) throw new CliFault("No key was given. Nothing was changed.");
  return answer;
}
