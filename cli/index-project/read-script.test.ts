import { describe, expect, it } from "vitest";
import { readScript } from "./read-script";

const read = (text: string, jsx = false) => readScript(text, { jsx });
const names = (text: string) => read(text).outline.map(({ name, kind, line }) => `${line} ${kind} ${name}`);

describe("imports of a script", () => {
  it("finds every form that names a module", () => {
    const { specifiers } = read(`
      import a, { type B } from "./a";
      import type { C } from './c';
      import "./effect";
      export * from "./d";
      export type * from "./e";
      export { f as default } from "./f";
      const g = await import("./g");
      const h = require("./h");
      import i = require("./i");
      type J = import("./j").J;
    `);
    expect(specifiers).toEqual([..."a c effect d e f g h i j".split(" ").map((name) => `./${name}`)]);
  });

  it("takes no other string for one", () => {
    expect(
      read('export const a = "./a";\nexport default "./b";\nload("./c");\nrequire(name);\nimport(`./x`);'),
    ).toMatchObject({
      specifiers: [],
    });
  });

  it("reads JSX, and a cast where there is none", () => {
    expect(read('import x from "./x";\nexport const A = () => <B c={1}>text</B>;', true).specifiers).toEqual(["./x"]);
    expect(read('const a = <string>b;\nimport x from "./x";').specifiers).toEqual(["./x"]);
  });

  it("goes on behind a place that is no code", () => {
    const broken =
      'import a from "./a";\nfunction half( {{{ ]] =>\nclass {\nexport function whole() {}\nimport b from "./b";';
    expect(read(broken).specifiers).toEqual(["./a", "./b"]);
  });
});

describe("the outline of a script", () => {
  it("lists declared names with kind and line, methods by their class", () => {
    const text = `export interface Shape { area: number }
export type Name = string;
export enum Colour { Red }
export const LIMIT = 1, { a, b: [c] } = make();
export const run = async (x: number) => x;
export default function main() { const hidden = 1; }
export abstract class Circle<T> extends Base {
  static of() {}
  get radius() { return 1; }
}
declare function outside(): void;
namespace Deep { export const inner = 1; }
`;
    expect(names(text)).toEqual([
      "1 interface Shape",
      "2 type Name",
      "3 enum Colour",
      "4 constant LIMIT",
      "4 constant a",
      "4 constant c",
      "5 function run",
      "6 function main",
      "7 class Circle",
      "8 method Circle.of",
      "9 method Circle.radius",
      "11 function outside",
      "12 namespace Deep",
      "12 constant Deep.inner",
    ]);
  });

  it("holds nothing of the text but names", () => {
    const secret = "AKIAIOSFODNN7EXAMPLE";
    const found = read(
      `// ${secret}\nexport const key = "${secret}";\nfunction f(a = "${secret}") { return \`${secret}\`; }`,
    );
    expect(JSON.stringify(found)).not.toContain(secret);
    expect(found.outline.map(({ name }) => name)).toEqual(["key", "f"]);
  });
});
