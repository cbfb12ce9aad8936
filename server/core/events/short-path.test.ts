import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortener } from "./short-path";

describe("paths in a text", () => {
  it.each([
    ["Read /work/api/src/a.ts", "Read src/a.ts"],
    [
      "Same as `/work/api/src/a.ts`, which replaced /work/api/src/b.ts.",
      "Same as `src/a.ts`, which replaced src/b.ts.",
    ],
    ['{"file_path":"/work/api/src/a.ts"}', '{"file_path":"src/a.ts"}'],
    ["cd /work/api && npm test", "cd /work/api && npm test"],
    ["ls /work/api/", "ls /work/api/"],
    ["ls /work/api/ -la", "ls /work/api/ -la"],
    ["/work/api-2/src/a.ts", "/work/api-2/src/a.ts"],
    ["/home/work/api/src/a.ts", "/home/work/api/src/a.ts"],
    ["file:///work/api/src/a.ts", "file:///work/api/src/a.ts"],
    ["~/work/api/src/a.ts", "~/work/api/src/a.ts"],
    ["cat /work/api/*.md", "cat *.md"],
  ])("%s reads %s", (text, short) => {
    expect(shortener("/work/api")(text)).toBe(short);
    expect(shortener("/work/api/")(text)).toBe(short);
  });

  it("are shortened on Windows with either slash", () => {
    const short = shortener("C:\\work\\api");
    expect(short("Read C:\\work\\api\\src\\a.ts")).toBe("Read src\\a.ts");
    expect(short("Read C:/work/api/src/a.ts")).toBe("Read src/a.ts");
    expect(short('"C:\\\\work\\\\api\\\\src"')).toBe('"src"');
  });

  it.each([null, "", " ", "/", "//", "C:\\", "relative/folder", "."])("stay whole for the folder %s", (cwd) => {
    const text = "Read /work/api/a.ts and C:\\work\\a.ts and relative/folder/a.ts";
    expect(shortener(cwd)(text)).toBe(text);
  });

  it("take letters of a folder's name as they are", () => {
    expect(shortener("/a+b (1)/[x]")("/a+b (1)/[x]/c.ts /aab (1)/x/c.ts")).toBe("c.ts /aab (1)/x/c.ts");
  });

  it("lose nothing but the folder", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("/r/s/a", "/r/s", " ", "x", "/r/s/", "`", "é")), (parts) => {
        const text = parts.join("");
        const short = shortener("/r/s")(text);
        expect(text.replaceAll("/r/s/", "")).toBe(short.replaceAll("/r/s/", ""));
      }),
    );
  });
});
