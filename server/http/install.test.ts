import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createInstallDoor } from "./install";
import { powerShellScript, shScript } from "./install-script";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "steward-install-"));
  await writeFile(path.join(folder, "package.json"), '{"name":"context-steward","version":"1.4.0"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const door = () => createInstallDoor({ baseUrl: "https://steward.example.org/", folders: [folder] });
const ask = (headers: Record<string, string> = {}, method = "GET") =>
  new Request("http://evil.example/install", { method, headers: { host: "evil.example", ...headers } });

async function build(text: string): Promise<string> {
  await mkdir(path.join(folder, "dist"), { recursive: true });
  await writeFile(path.join(folder, "dist", "steward.mjs"), text);
  return createHash("sha256").update(text).digest("hex");
}

describe("the command that the server hands out", () => {
  it("comes with its hash and version, and only once to a client that keeps it", async () => {
    const sha256 = await build("the command");
    const first = await door().bundle(ask());
    expect(first.status).toBe(200);
    expect(await first.text()).toBe("the command");
    expect(Object.fromEntries(first.headers)).toMatchObject({
      etag: `"${sha256}"`,
      "x-steward-sha256": sha256,
      "x-steward-version": "1.4.0",
      "x-steward-contract": "1",
      "cache-control": "public, no-cache",
      "content-type": "text/javascript; charset=utf-8",
    });
    for (const told of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`]) {
      expect((await door().bundle(ask({ "if-none-match": told }))).status).toBe(304);
    }
    expect(await (await door().bundle(ask({}, "HEAD"))).text()).toBe("");
  });

  it("is the new one after a build, without a restart", async () => {
    const same = door();
    await build("before");
    await same.bundle(ask());
    const sha256 = await build("after the build");
    expect((await same.bundle(ask())).headers.get("x-steward-sha256")).toBe(sha256);
    expect(await (await same.script(ask(), "sh")).text()).toContain(sha256);
  });

  it("is missing with a sentence when nothing was built", async () => {
    for (const answer of [await door().bundle(ask()), await door().script(ask(), "sh")]) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).toBe(
        "The command steward was not built on this server. Its owner runs: npm run build\n",
      );
    }
  });
});

describe("the script", () => {
  it("names the server by its settings, whatever the request says", async () => {
    await build("the command");
    for (const shell of ["sh", "powershell"] as const) {
      const script = await (await door().script(ask({ "x-forwarded-host": "evil.example" }), shell)).text();
      expect(script).toContain("https://steward.example.org");
      expect(script).not.toContain("evil");
    }
  });

  it("takes nothing in an address or a version for a command", () => {
    const odd = `https://a'; touch "${folder}/pwned"; $(touch ${folder}/pwned) \`id\` \\`;
    const script = shScript({ origin: odd, sha256: "0", version: odd });
    const [before] = script.split("\nmain() {");
    const shown = execFileSync("sh", ["-c", `${before}\nprintf '%s' "$server"; ls "${folder}"`], { encoding: "utf8" });
    expect(shown).toBe(`${odd}package.json\n`);
    expect(powerShellScript({ origin: "https://a'’b", sha256: "0", version: "1" })).toContain(
      "$server = 'https://a''’’b'",
    );
  });

  it("is plain sh", () => {
    const script = shScript({ origin: "http://localhost:3000", sha256: "0", version: "1" });
    execFileSync("sh", ["-n", "-c", script]);
    expect(script).not.toMatch(/\[\[|function |local |<<</);
  });
});
