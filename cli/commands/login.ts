import { createInterface } from "node:readline/promises";
import { type Connection, keepConnection, normalizeServer } from "../config";
import { CliFault } from "../fault";
import { say } from "../output";
import { openApi, sentenceOf } from "../upload/api";

export async function login(address: string, options: { key?: string }): Promise<void> {
  const server = normalizeServer(address);
  if (!/^https?:\/\//.test(server)) {
    throw new CliFault(`${address} is no address of a server. Give one such as http://localhost:3000.`);
  }
  const connection: Connection = { server, key: (await readKey(options.key)).trim() };
  const key = await openApi(connection)
    .keys.whoami.query()
    .catch((error: unknown) => {
      throw new CliFault(sentenceOf(error));
    });
  const file = await keepConnection(connection, key.team);
  const projects = key.reachesAll
    ? "all projects"
    : key.projects.map((project) => project.slug).join(", ") || "no project";
  say.line(`Signed in to ${server} as ${key.person}, team ${key.team}: ${key.scopes.join(" and ")} on ${projects}.`);
  say.note(`The key is kept in ${file}.`);
}

async function readKey(given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "-") return given;
  if (given === "-" || !process.stdin.isTTY) {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString("utf8");
    if (text.trim()) return text;
    throw new CliFault("No key came in. Make one under Settings, API keys, then run: steward login --key cst_…");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("API key (Settings, API keys): ");
  terminal.close();
  return answer;
}
