import { describe, expect, it } from "vitest";
import { type FileRole, roleOf } from "./file-role";
import { ProjectPath } from "./index-part";
import { pathsNamedIn } from "./named-paths";
import { ProjectPaths } from "./project-paths";
import { relevanceTo, wordsOf } from "./relevance";

describe("the role of a file", () => {
  it.each<[FileRole, string[]]>([
    [
      "generated",
      [
        "package-lock.json",
        "src/api.gen.ts",
        "proto/user_pb2.py",
        "dist/a.js",
        "web/app.min.js",
        "a/__generated__/b.ts",
      ],
    ],
    [
      "test",
      ["src/a.test.ts", "src/a.int.test.ts", "tests/a.py", "test_a.py", "a_test.go", "e2e/login.ts", "conftest.py"],
    ],
    [
      "config",
      [
        "package.json",
        "tsconfig.base.json",
        "vite.config.ts",
        ".eslintrc.cjs",
        "pyproject.toml",
        "Dockerfile",
        "requirements-dev.txt",
      ],
    ],
    ["document", ["README.md", "docs/a.mdx", "LICENSE", "logo.png"]],
    ["types", ["src/env.d.ts", "src/types.ts", "src/types/user.ts", "app/models.py", "a.pyi", "src/user.types.ts"]],
    ["utility", ["src/utils/date.ts", "src/string-utils.ts", "lib/x.js", "src/helpers.py"]],
    ["source", ["src/auth.ts", "src/testing-library.ts", "src/contest.py", "main.go"]],
  ])("%s: by folder or name", (role, paths) => {
    expect(paths.map((path) => `${roleOf(path)} ${path}`)).toEqual(paths.map((path) => `${role} ${path}`));
  });
});

describe("paths of sessions", () => {
  const paths = new ProjectPaths(new Set(["src/auth.ts", "packages/a/src/auth.ts", "package.json"]));

  it("mean the project's file, wherever the session's machine keeps it", () => {
    expect(paths.find("/home/dev/app/src/auth.ts", "/home/dev/app")).toBe("src/auth.ts");
    expect(paths.find("/home/dev/app/packages/a/src/auth.ts", "/home/dev/app")).toBe("packages/a/src/auth.ts");
    expect(paths.find("src/auth.ts", "/home/dev/app/packages/a")).toBe("src/auth.ts");
    expect(paths.find("../a/src/auth.ts", null)).toBe("packages/a/src/auth.ts".slice(11));
    expect(paths.find("C:\\work\\app\\src\\auth.ts", "C:\\work\\app")).toBe("src/auth.ts");
    expect(paths.find("/home/dev/app/package.json", "/home/dev/app")).toBe("package.json");
  });

  it("mean none when they lie elsewhere or are not known", () => {
    expect(paths.find("/etc/package.json", "/home/dev/app")).toBeNull();
    expect(paths.find("/home/dev/app/src/new.ts", "/home/dev/app")).toBeNull();
    expect(paths.find("", null)).toBeNull();
  });
});

describe("paths in a text", () => {
  const known = ["src/auth.ts", "src/index.ts", "lib/index.ts", "src/user/name.ts"];

  it("are named whole, by their end or by their name, when only one file fits", () => {
    expect(pathsNamedIn("Fix `auth.ts` and @src/user/name.ts.", known)).toEqual(["src/auth.ts", "src/user/name.ts"]);
    expect(pathsNamedIn("See index.ts", known)).toEqual([]);
    expect(pathsNamedIn("See lib/index.ts", known)).toEqual(["lib/index.ts"]);
    expect(pathsNamedIn("The auth of src and the name", known)).toEqual([]);
  });
});

describe("relevance", () => {
  it("splits names into words, and weighs rare words more", () => {
    expect(wordsOf("src/auth/tokenStore.ts HTTPServer the")).toEqual(["auth", "token", "store", "http", "server"]);
    const files = ["auth/token.ts", "auth/user.ts", "auth/mail.ts", "web/page.ts"].map((path) => ({ path, names: "" }));
    const [token, user, mail, page] = relevanceTo("auth token", files);
    expect(token?.value).toBe(1);
    expect(user?.value).toBe(mail?.value);
    expect(user?.value).toBeLessThan(0.5);
    expect(page?.value).toBe(0);
  });
});

describe("a path of the index", () => {
  it("stays inside the project", () => {
    for (const path of ["src/a.ts", "a", ".github/x.yml", "a..b/c", "übung/ä.ts"])
      expect(ProjectPath.safeParse(path).success).toBe(true);
    for (const path of ["/etc/passwd", "../a", "a/../b", "a//b", "a/", "C:/x", "a\\b", "", "./a", "a\0"])
      expect(ProjectPath.safeParse(path).success, path).toBe(false);
  });
});
