import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  clusterHome,
  DATA_FORMAT,
  keptSecret,
  openDataFolder,
  PASSWORD_FILE,
  readEmbeddedAddress,
  refusePostgresMajor,
} from "./data-folder";

let folder: string;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "steward-data-")), "data");
});

afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

function rewriteFacts(changes: object): void {
  const file = path.join(folder, "steward-data.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }));
}

describe("the address of the embedded database", () => {
  it("is found by the folder alone, once a server was started on it", () => {
    expect(readEmbeddedAddress(folder)).toBeNull();
    const data = openDataFolder(folder, "1.2.3");
    const password = keptSecret(folder, PASSWORD_FILE);
    expect(readEmbeddedAddress(folder)).toBeNull();
    data.remember({ postgresPort: 5599 });
    expect(readEmbeddedAddress(folder)).toBe(`postgresql://postgres:${password}@127.0.0.1:5599/steward`);
  });
});

describe("a data folder", () => {
  it("is made on the first start and keeps what it is told", () => {
    const data = openDataFolder(folder, "1.2.3");
    expect(data.facts).toMatchObject({ format: DATA_FORMAT, madeBy: "1.2.3", postgresMajor: null });
    data.remember({ postgresPort: 5599 });
    expect(openDataFolder(folder, "1.3.0").facts).toMatchObject({ madeBy: "1.2.3", postgresPort: 5599 });
  });

  it("keeps facts that a later version of the same format wrote", () => {
    openDataFolder(folder, "1.2.3");
    rewriteFacts({ later: "fact" });
    openDataFolder(folder, "1.2.3").remember({ postgresPort: 5599 });
    expect(JSON.parse(readFileSync(path.join(folder, "steward-data.json"), "utf8"))).toMatchObject({ later: "fact" });
  });

  it.each([
    [DATA_FORMAT + 1, /too new/, /^Update the program: git pull && npm run quickstart$/],
    [DATA_FORMAT - 1, /too old/, /^Keep it and start a new one: npm run quickstart -- --data '.*-format-\d+'$/],
    [DATA_FORMAT + 9, /made by version 1.2.3/, /git pull/],
  ])("of format %i is refused with the command to run", (format, message, remedy) => {
    openDataFolder(folder, "1.2.3");
    rewriteFacts({ format });
    expect(() => openDataFolder(folder, "1.2.3")).toThrow(message);
    expect(() => openDataFolder(folder, "1.2.3")).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(remedy) }),
    );
  });

  it("whose facts are damaged is refused, not overwritten", () => {
    openDataFolder(folder, "1.2.3");
    const file = path.join(folder, "steward-data.json");
    writeFileSync(file, "{");
    expect(() => openDataFolder(folder, "1.2.3")).toThrow(/steward-data.json is damaged/);
    expect(readFileSync(file, "utf8")).toBe("{");
  });

  it("that is a file is refused with another way", () => {
    writeFileSync(folder, "");
    expect(() => openDataFolder(folder, "1.2.3")).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("--data") }),
    );
  });

  it.each([
    [
      17,
      /too old/,
      /made by 1\.2\.3.*steward backup .* --data '.*data'\n.*restore-backup .* --data '.*-postgres-18' &&/,
    ],
    [19, /too new/, /git pull && npm run quickstart/],
  ])("whose cluster is of Postgres %i is refused by a program with 18", (major, message, remedy) => {
    const { facts } = openDataFolder(folder, "1.2.3");
    const refusal = refusePostgresMajor({ ...facts, postgresMajor: major }, folder, 18);
    expect(refusal?.message).toMatch(message);
    expect(refusal?.remedy).toMatch(remedy);
    expect(refusePostgresMajor({ ...facts, postgresMajor: 18 }, folder, 18)).toBeNull();
  });

  it("never begins a new cluster in place of one that went missing", () => {
    const data = openDataFolder(folder, "1.2.3");
    data.remember({ clusterHome: path.join(folder, "gone") });
    expect(() => clusterHome(data, {})).toThrow(/gone/);
  });
});

describe("a kept secret", () => {
  it("is made once, readable by its owner only", () => {
    openDataFolder(folder, "1.2.3");
    const secret = keptSecret(folder, "secret");
    const file = path.join(folder, "secret");
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(keptSecret(folder, "secret")).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("that was cut short is made anew, and leaves no half files", () => {
    openDataFolder(folder, "1.2.3");
    writeFileSync(path.join(folder, "secret"), "abc");
    expect(keptSecret(folder, "secret")).toHaveLength(64);
    expect(existsSync(path.join(folder, `secret.part-${process.pid}`))).toBe(false);
  });
});
