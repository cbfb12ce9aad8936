import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { CONTRACT_VERSION } from "../core/events/limits";
import { CONTRACT_HEADER, SHA256_HEADER, VERSION_HEADER } from "../core/version/skew";
import { type InstallFacts, powerShellScript, shScript } from "./install-script";
import { findStewardBundle, readProductVersion } from "./product-files";

export interface InstallOptions {
  /** The server's own address from its settings. */
  readonly baseUrl: string;
  /** Where files of the product may lie, the likeliest first; the process' folders by default. */
  readonly folders?: readonly string[];
}

interface Bundle {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

export interface InstallDoor {
  /** The command itself, one file that needs nothing but Node. */
  bundle(request: Request): Promise<Response>;
  /** The script that puts it in its place, for sh or PowerShell. */
  script(request: Request, shell: "sh" | "powershell"): Promise<Response>;
}

/**
 * Hands out the command `steward` of this very version to everybody who asks: it holds no secret, and a teammate has no
 * key yet. Answers 503 when the build left no command, and 304 to a client that has the same.
 */
export function createInstallDoor({ baseUrl, folders }: InstallOptions): InstallDoor {
  const { origin } = new URL(baseUrl);
  const version = readProductVersion(folders);
  const readBundle = rememberingReader(folders);

  async function answer(request: Request, make: (bundle: Bundle) => Made): Promise<Response> {
    const bundle = await readBundle();
    if (!bundle) return notBuilt();
    const { body, etag, headers } = make(bundle);
    const common = {
      etag,
      // Asked about each time, sent only when it changed.
      "cache-control": "public, no-cache",
      "x-content-type-options": "nosniff",
      [VERSION_HEADER]: version,
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
    };
    if (holds(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: common });
    return new Response(request.method === "HEAD" ? null : body, { headers: { ...common, ...headers } });
  }

  return {
    bundle: (request) =>
      answer(request, ({ bytes, sha256 }) => ({
        body: bytes,
        etag: `"${sha256}"`,
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "content-disposition": 'attachment; filename="steward.mjs"',
          "content-length": String(bytes.length),
          [SHA256_HEADER]: sha256,
        },
      })),
    script: (request, shell) =>
      answer(request, ({ sha256 }) => {
        const facts: InstallFacts = { origin, sha256, version };
        const body = shell === "sh" ? shScript(facts) : powerShellScript(facts);
        const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
        return { body, etag, headers: { "content-type": "text/plain; charset=utf-8" } };
      }),
  };
}

interface Made {
  readonly body: BodyInit;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the file anew only when a build has replaced it. */
function rememberingReader(folders: readonly string[] | undefined): () => Promise<Bundle | null> {
  let kept: { stamp: string; bundle: Bundle } | undefined;
  return async () => {
    const file = findStewardBundle(folders);
    if (file === null) return null;
    const { mtimeMs, size } = await stat(file);
    const stamp = `${file} ${mtimeMs} ${size}`;
    if (kept?.stamp !== stamp) {
      const bytes = new Uint8Array(await readFile(file));
      kept = { stamp, bundle: { bytes, sha256: createHash("sha256").update(bytes).digest("hex") } };
    }
    return kept.bundle;
  };
}

function holds(told: string | null, etag: string): boolean {
  return told?.split(",").some((part) => part.trim().replace(/^W\//, "") === etag) ?? false;
}

function notBuilt(): Response {
  return new Response("The command steward was not built on this server. Its owner runs: npm run build\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
