import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findConnection, keepLogin, readConfig, serverOrigin } from "./config";
import { configFile } from "./config-file";

const HERE = "http://localhost:3000";
const THERE = "https://steward.example.org";
let home: string;
let environment: Record<string, string>;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "steward-config-"));
  environment = { XDG_CONFIG_HOME: home };
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function write(content: unknown): Promise<void> {
  await mkdir(path.dirname(configFile(environment)), { recursive: true });
  await writeFile(configFile(environment), typeof content === "string" ? content : JSON.stringify(content));
}

describe("the settings of the command", () => {
  it("give the server of the last login, or the one that is asked for", async () => {
    const servers = { [HERE]: { key: "k1", team: "t", project: "mine" }, [THERE]: { key: "k2" } };
    await write({ default: HERE, servers });
    expect(await findConnection(undefined, environment)).toEqual({ server: HERE, key: "k1", project: "mine" });
    expect(await findConnection(`${THERE}/`, environment)).toEqual({ server: THERE, key: "k2" });
    expect(await findConnection(undefined, { ...environment, STEWARD_SERVER: THERE })).toEqual({
      server: THERE,
      key: "k2",
    });
  });

  it("leave the default project to the key that it was chosen for", async () => {
    await write({ default: HERE, servers: { [HERE]: { key: "k1", project: "mine" } } });
    const other = await findConnection(undefined, { ...environment, STEWARD_KEY: "k9" });
    expect(other).toEqual({ server: HERE, key: "k9" });
    expect(await findConnection(undefined, { ...environment, STEWARD_KEY: "" })).toMatchObject({ key: "k1" });
  });

  it("say what to run when there is no server, or no key for it", async () => {
    await expect(findConnection(undefined, environment)).rejects.toThrow("Run: steward login http://localhost:3000");
    await expect(findConnection(THERE, environment)).rejects.toThrow(`Run: steward login ${THERE}`);
  });

  it("keep other servers and unknown fields, and drop the default project of an earlier login", async () => {
    await write({
      default: THERE,
      colour: "no",
      servers: { [THERE]: { key: "k2" }, [HERE]: { key: "old", project: "old", note: "x" } },
    });
    await keepLogin(configFile(environment), HERE, { key: "new", team: "t" });
    expect(JSON.parse(await readFile(configFile(environment), "utf8"))).toEqual({
      default: HERE,
      colour: "no",
      servers: { [THERE]: { key: "k2" }, [HERE]: { key: "new", team: "t", note: "x" } },
    });
    expect((await stat(configFile(environment))).mode & 0o777).toBe(0o600);
  });

  it("are never overwritten when they are damaged", async () => {
    await write('{"servers": {');
    await expect(readConfig(configFile(environment))).rejects.toThrow(/config\.json is damaged/);
    await expect(keepLogin(configFile(environment), HERE, { key: "k", team: "t" })).rejects.toThrow(/damaged/);
    expect(await readFile(configFile(environment), "utf8")).toBe('{"servers": {');
  });

  it("know one spelling of an address", () => {
    expect(serverOrigin(" http://LOCALHOST:3000/ ")).toBe(HERE);
    expect(serverOrigin(`${THERE}/team/app?x=1`)).toBe(THERE);
    expect(() => serverOrigin("localhost:3000")).toThrow("no address of a server");
  });
});
