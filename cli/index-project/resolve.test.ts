import { describe, expect, it } from "vitest";
import { PythonResolver } from "./resolve-python";
import { ScriptResolver } from "./resolve-script";
import { parseJsonc, readPathConfig } from "./tsconfig";

const known = (...paths: string[]) => new Set(paths);

describe("imports of scripts", () => {
  const files = known(
    "src/a.ts",
    "src/b.tsx",
    "src/c/index.ts",
    "src/d.d.ts",
    "src/e.json",
    "src/f.test.ts",
    "lib/g.js",
    "packages/core/src/index.ts",
    "packages/core/src/deep.ts",
    "packages/web/app.ts",
    "packages/web/ui/button.tsx",
    "packages/web/tsconfig.json",
  );

  it("are relative paths with any ending, with the ending that JavaScript will have, or a folder", () => {
    const resolver = new ScriptResolver(files);
    const from = (specifier: string) => resolver.resolve("src/a.ts", specifier);
    expect(
      ["./b", "./b.js", "./b.jsx", "./c", "./c/", ".//c/index.js", "./d", "./e.json", "../lib/g", "./b?raw"].map(from),
    ).toEqual([
      "src/b.tsx",
      "src/b.tsx",
      "src/b.tsx",
      "src/c/index.ts",
      "src/c/index.ts",
      "src/c/index.ts",
      "src/d.d.ts",
      "src/e.json",
      "lib/g.js",
      "src/b.tsx",
    ]);
    expect(["react", "node:fs", "../../outside", "./nothing", "https://x.org/a.ts", "/src/a.ts"].map(from)).toEqual(
      Array(6).fill(null),
    );
  });

  it("follow paths and baseUrl of the nearest tsconfig, the longest pattern first", () => {
    const texts: Record<string, string> = {
      "tsconfig.json":
        '{ // a comment\n "compilerOptions": { "paths": { "@/*": ["./*"], "@/lib/*": ["./lib/*"], "core": ["./src/c"], }, } }',
      "packages/web/tsconfig.json": '{ "extends": "../../base", "compilerOptions": { "baseUrl": "." } }',
      "base.json": '{ "compilerOptions": { "paths": { "~/*": ["packages/web/*"] } } }',
    };
    const readText = (path: string) => texts[path] ?? null;
    const configs = ["tsconfig.json", "packages/web/tsconfig.json"].map((path) => readPathConfig(path, readText));
    const resolver = new ScriptResolver(files, configs);
    expect(resolver.resolve("src/a.ts", "@/src/b")).toBe("src/b.tsx");
    expect(resolver.resolve("src/a.ts", "@/lib/g")).toBe("lib/g.js");
    expect(resolver.resolve("src/a.ts", "core")).toBe("src/c/index.ts");
    expect(resolver.resolve("packages/web/app.ts", "ui/button")).toBe("packages/web/ui/button.tsx");
    expect(resolver.resolve("packages/web/app.ts", "@/src/b")).toBeNull();
    expect(resolver.resolve("packages/web/app.ts", "~/ui/button")).toBe("packages/web/ui/button.tsx");
  });

  it("find packages of the workspace by name", () => {
    const core = { name: "@acme/core", folder: "packages/core", entries: ["packages/core/dist/index.js"] };
    const resolver = new ScriptResolver(files, [], [core]);
    expect(resolver.resolve("src/a.ts", "@acme/core")).toBe("packages/core/src/index.ts");
    expect(resolver.resolve("src/a.ts", "@acme/core/deep")).toBe("packages/core/src/deep.ts");
    expect(resolver.resolve("src/a.ts", "@acme/other")).toBeNull();
  });

  it("survive a tsconfig that extends itself or is broken", () => {
    const config = readPathConfig("tsconfig.json", () => '{ "extends": "./tsconfig.json" }');
    expect(config).toEqual({ folder: "", baseUrl: null, paths: [] });
    expect(readPathConfig("tsconfig.json", () => "{ nonsense").paths).toEqual([]);
  });

  it("read JSON with comments, and leave what looks like one in strings", () => {
    expect(parseJsonc('{ "a": "https://x.org/*b*/", /* c */ "d": [1, 2,], // e\n }')).toEqual({
      a: "https://x.org/*b*/",
      d: [1, 2],
    });
  });
});

describe("imports of Python", () => {
  const resolver = new PythonResolver(
    known(
      "src/app/__init__.py",
      "src/app/main.py",
      "src/app/models/__init__.py",
      "src/app/models/user.py",
      "src/app/util.py",
      "scripts/run.py",
      "scripts/helper.py",
      "tests/test_main.py",
      "top.py",
    ),
  );
  const from = (file: string, level: number, module: string, ...names: string[]) =>
    resolver.resolve(file, { level, module, names });

  it("are modules, packages, and names that are modules themselves", () => {
    expect(from("tests/test_main.py", 0, "app.main", "run")).toEqual(["src/app/main.py"]);
    expect(from("tests/test_main.py", 0, "app.models")).toEqual(["src/app/models/__init__.py"]);
    expect(from("tests/test_main.py", 0, "app.models", "user")).toEqual(["src/app/models/user.py"]);
    expect(from("tests/test_main.py", 0, "app.models", "user", "User")).toEqual([
      "src/app/models/user.py",
      "src/app/models/__init__.py",
    ]);
    expect(from("scripts/run.py", 0, "helper")).toEqual(["scripts/helper.py"]);
    expect(from("src/app/main.py", 0, "top")).toEqual(["top.py"]);
    expect(from("src/app/main.py", 0, "numpy.random", "choice")).toEqual([]);
  });

  it("count dots upwards", () => {
    expect(from("src/app/main.py", 1, "", "util")).toEqual(["src/app/util.py"]);
    expect(from("src/app/models/user.py", 2, "util", "slug")).toEqual(["src/app/util.py"]);
    expect(from("src/app/models/user.py", 1, "", "Base")).toEqual(["src/app/models/__init__.py"]);
    expect(from("top.py", 3, "a", "b")).toEqual([]);
  });
});
