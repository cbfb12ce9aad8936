import { describe, expect, it } from "vitest";
import { type PathPlace, toProjectPath } from "./project-path";

const at = (root: string, cwd: string, ...files: string[]): PathPlace => ({
  root,
  cwd,
  exists: (file) => files.includes(file),
});
const unix = at("/home/ada/app", "/home/ada/app/src", "/home/ada/app/src/auth.ts");
const windows = at("C:\\work\\app", "C:\\work\\app\\src", "C:/work/app/src/auth.ts");

describe("a path of the project", () => {
  it("is written from its folder, wherever one stands", () => {
    expect(toProjectPath("auth.ts", unix)).toBe("src/auth.ts");
    expect(toProjectPath("./auth.ts", unix)).toBe("src/auth.ts");
    expect(toProjectPath("../web/page.tsx", unix)).toBe("web/page.tsx");
    expect(toProjectPath("/home/ada/app/src/auth.ts", unix)).toBe("src/auth.ts");
  });

  it("stays as it is when it is written from the folder already, or is the end of one", () => {
    expect(toProjectPath("src/auth.ts", unix)).toBe("src/auth.ts");
    expect(toProjectPath("money.ts", unix)).toBe("money.ts");
    expect(toProjectPath("Money.round", unix)).toBe("Money.round");
  });

  it("may be written as on Windows", () => {
    for (const text of ["auth.ts", ".\\auth.ts", "src\\auth.ts", "C:\\work\\app\\src\\auth.ts"]) {
      expect(toProjectPath(text, windows)).toBe("src/auth.ts");
    }
    expect(toProjectPath("c:/Work/App/src/auth.ts", windows)).toBe("src/auth.ts");
    expect(toProjectPath("..\\web\\page.tsx", windows)).toBe("web/page.tsx");
    expect(toProjectPath("src\\auth.ts", unix)).toBe("src/auth.ts");
  });

  it("finds the drive under the names of Git Bash and WSL", () => {
    expect(toProjectPath("/c/work/app/src/auth.ts", windows)).toBe("src/auth.ts");
    const wsl = at("/mnt/c/work/app", "/mnt/c/work/app");
    expect(toProjectPath("C:\\work\\app\\src\\auth.ts", wsl)).toBe("src/auth.ts");
  });

  it("is not made up outside of the project", () => {
    expect(toProjectPath("/etc/hosts", unix)).toBe("/etc/hosts");
    expect(toProjectPath("../../other/a.ts", unix)).toBe("../../other/a.ts");
    expect(toProjectPath("D:\\work\\app\\a.ts", windows)).toBe("D:/work/app/a.ts");
    expect(toProjectPath("/home/ada/application/a.ts", unix)).toBe("/home/ada/application/a.ts");
  });
});
