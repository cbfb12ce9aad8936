import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readProductVersion } from "./product-files";

const root = mkdtempSync(path.join(os.tmpdir(), "steward-product-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string, manifest: string | null): string {
  const folder = path.join(root, name);
  mkdirSync(folder);
  if (manifest !== null) writeFileSync(path.join(folder, "package.json"), manifest);
  return folder;
}

describe("the product's version", () => {
  it("is that of its own package.json, whatever lies in the folders around", () => {
    const others = [
      folderWith("none", null),
      folderWith("broken", "{"),
      folderWith("another", '{"name":"another","version":"9.9.9"}'),
    ];
    expect(readProductVersion(others)).toBe("unknown");
    const own = folderWith("own", '{"name":"context-steward","version":"1.4.0"}');
    expect(readProductVersion([...others, own])).toBe("1.4.0");
  });
});
