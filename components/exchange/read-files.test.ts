import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readChosen } from "./read-files";

function chosen(path: string, content: string | Uint8Array<ArrayBuffer>) {
  return [{ path, file: new File([content], path) }];
}

function zipOf(files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(files));
}

describe("files that a person chose", () => {
  it("are read as they are, and a ZIP as the files in it", async () => {
    expect(await readChosen(chosen("DEC-001.md", "### 🙂"))).toEqual({
      ok: true,
      files: [{ path: "DEC-001.md", text: "### 🙂" }],
      notText: [],
    });
    const zip = zipOf({ ".context/handoff.md": strToU8("note"), ".context/logo.png": new Uint8Array([0x89, 0xff, 0]) });
    expect(await readChosen(chosen("context.zip", zip))).toEqual({
      ok: true,
      files: [{ path: ".context/handoff.md", text: "note" }],
      notText: [".context/logo.png"],
    });
  });

  it("are refused as a whole when a ZIP leads out of its folder, is damaged or unpacks to too much", async () => {
    const outside = zipOf({ "ok.md": strToU8("x"), "../../.bashrc": strToU8("x") });
    expect(await readChosen(chosen("a.zip", outside))).toMatchObject({ ok: false, message: /\.\.\/\.\.\/\.bashrc/ });
    const bomb = zipOf({ "a.md": new Uint8Array(5_000_000) });
    expect(await readChosen(chosen("a.zip", bomb))).toMatchObject({ ok: false, message: /which no text does/ });
    expect(await readChosen(chosen("a.zip", outside.slice(0, 40)))).toMatchObject({
      ok: false,
      message: /cannot be read/,
    });
    expect(await readChosen(chosen("a.md", "x".repeat(9_000_000)))).toMatchObject({ ok: false, message: /8 MiB/ });
  });
});
