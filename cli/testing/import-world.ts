import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTrpcHandler } from "@/server/http/trpc-handler";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { authenticateKey } from "@/server/services/keys/authenticate-key";
import { serveHttp, type TestHttpServer } from "@/server/testing/http-server";
import { keepLogin } from "../config";
import { configFile } from "../config-file";
import { StewardCommand } from "./run-steward";

type Handler = (request: Request) => Promise<Response>;

/** A server with a team, the command with a key for it, and a folder for transcripts. */
export interface ImportWorld {
  readonly uploader: Uploader;
  readonly server: TestHttpServer;
  readonly steward: StewardCommand;
  readonly folder: string;
  /** Paths of the requests that came in since the last look, such as `ingest.append`. */
  readonly calls: string[];
  /** Stands before the server for a while: answers, delays, or passes on to `next`. */
  intercept(handler: ((request: Request, next: Handler) => Promise<Response>) | null): void;
  /** Logs the command in; without a project the login has no default one. */
  logIn(entry?: { key?: string; project?: string }): Promise<void>;
  /** Writes a file below the folder and gives its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** A git repository below the folder, with a remote. */
  repository(name: string, remote: string): string;
  close(): Promise<void>;
}

export async function anImportWorld(): Promise<ImportWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "steward-import-"));
  const uploader = await anUploader();
  const { deps } = uploader;
  const calls: string[] = [];
  let interceptor: ((request: Request, next: Handler) => Promise<Response>) | null = null;
  process.env["DATABASE_URL"] ??= uploader.url;
  process.env["STEWARD_SECRET"] ??= "a secret for tests of 32 characters";
  const handler = createTrpcHandler({
    createContext: async (headers) => ({
      deps,
      principal: await authenticateKey(deps, headers.get("authorization")?.replace("Bearer ", "") ?? ""),
    }),
    log: deps.log,
    nextId: () => deps.ids.next(),
    nowMs: () => Date.now(),
    baseUrl: "http://steward.test",
  });
  const server = await serveHttp((request) => {
    calls.push(new URL(request.url).pathname.split("/").at(-1) ?? "");
    return interceptor ? interceptor(request, handler) : handler(request);
  });
  const steward = await StewardCommand.bundleInto(folder);
  const { secret } = await uploader.team.key();
  const settings = configFile({ XDG_CONFIG_HOME: steward.settings });
  const world: ImportWorld = {
    uploader,
    server,
    steward,
    folder,
    calls,
    intercept(next) {
      interceptor = next;
    },
    async logIn({ key = secret, project } = {}) {
      const entry = { key, team: uploader.team.slug, ...(project === undefined ? {} : { project }) };
      await keepLogin(settings, server.origin, entry);
    },
    async write(name, content) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    repository(name, remote) {
      const root = path.join(folder, name);
      execFileSync("git", ["init", "--quiet", root]);
      execFileSync("git", ["-C", root, "remote", "add", "origin", remote]);
      return root;
    },
    async close() {
      await server.close();
      await uploader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await world.logIn();
  return world;
}
