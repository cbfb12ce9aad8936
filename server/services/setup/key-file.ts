import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { fail, ok, type Result } from "../../core/result";

/**
 * The settings file of the `steward` command: which servers it knows and with which key. It holds secrets, so only its
 * owner may read it. Fields that this version does not know are kept.
 */
const ServerEntry = z.looseObject({ key: z.string(), team: z.string(), project: z.string().optional() });
const KeyFile = z.looseObject({
  servers: z.record(z.string(), ServerEntry).default({}),
  default: z.string().optional(),
});
export type KeyFile = z.infer<typeof KeyFile>;
export type ServerEntry = z.infer<typeof ServerEntry>;

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function keyFilePath(configHome: string): string {
  return path.join(configHome, "context-steward", "config.json");
}

/** An absent file is an empty one; one that cannot be read as settings is a fault, so that it is never overwritten. */
export async function readKeyFile(file: string): Promise<Result<KeyFile>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return ok({ servers: {} });
    return fail("unavailable", `${file} cannot be read. Put its permissions right.`);
  }
  const parsed = KeyFile.safeParse(parseJson(text));
  return parsed.success ? ok(parsed.data) : fail("bad_request", `${file} is damaged. Correct it or move it away.`);
}

/** Puts the server in. It becomes the default unless the default is a server on another machine. */
export function withServer(file: KeyFile, url: string, entry: ServerEntry): KeyFile {
  const keepsDefault = file.default !== undefined && file.default !== url && !isLoopback(file.default);
  return { ...file, servers: { ...file.servers, [url]: entry }, default: keepsDefault ? file.default : url };
}

/** Written beside and renamed, so that a kill leaves the old file or the new one and never half of it. */
export async function writeKeyFile(file: string, content: KeyFile): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY_FILE });
  await chmod(draft, OWNER_ONLY_FILE);
  await rename(draft, file);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.has(new URL(url).hostname);
}
