import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import type { OutlineEntry, OutlineKind } from "@/server/core/files/index-part";
import { LineNumbers } from "./lines";

export interface ReadScript {
  /** What import, export, require and dynamic import name, as written; once each. */
  readonly specifiers: readonly string[];
  readonly outline: readonly OutlineEntry[];
}

const TYPESCRIPT = parser.configure({ dialect: "ts" });
const WITH_JSX = parser.configure({ dialect: "ts jsx" });

/**
 * Imports and declared names of a TypeScript or JavaScript file. The parser recovers from what it cannot read, so a
 * file in the middle of an edit gives what is whole in it. `jsx` must be false for `.ts`, where `<T>x` is a cast.
 */
export function readScript(text: string, { jsx }: { readonly jsx: boolean }): ReadScript {
  // The grammar does not know `export type * from`; without the word it is the same import. Positions stay.
  const known = text.replace(/^(\s*export )type(?= \*)/gm, "$1    ");
  const tree = (jsx ? WITH_JSX : TYPESCRIPT).parse(known);
  const outline = new Outline(text);
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) outline.declare(node, "");
  return { specifiers: specifiersOf(tree, text), outline: outline.entries };
}

/** `type T = import("./t").T`, also in JSDoc: the grammar knows the form only where it is an expression. */
const IMPORT_TYPE = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

function specifiersOf(tree: Tree, text: string): string[] {
  const found = new Set<string>();
  tree.iterate({
    enter: ({ node }) => {
      const literal = literalOf(node, text);
      if (literal) found.add(text.slice(literal.from + 1, literal.to - 1));
    },
  });
  for (const [, specifier = ""] of text.matchAll(IMPORT_TYPE)) found.add(specifier);
  found.delete("");
  return [...found];
}

/** The string that names a module; null for nodes that import nothing, or something computed. */
function literalOf(node: SyntaxNode, text: string): SyntaxNode | null {
  switch (node.name) {
    case "ImportDeclaration":
    case "DynamicImport":
      return node.getChild("String");
    case "ExportDeclaration":
      return node.getChild("from") && node.getChild("String");
    case "CallExpression": {
      const callee = node.firstChild;
      if (callee?.name !== "VariableName" || text.slice(callee.from, callee.to) !== "require") return null;
      return node.getChild("ArgList")?.getChild("String") ?? null;
    }
    default:
      return null;
  }
}

const KINDS: Readonly<Record<string, OutlineKind>> = {
  FunctionDeclaration: "function",
  AmbientFunctionDeclaration: "function",
  ClassDeclaration: "class",
  InterfaceDeclaration: "interface",
  TypeAliasDeclaration: "type",
  EnumDeclaration: "enum",
  NamespaceDeclaration: "namespace",
};
const WRAPPERS = new Set(["ExportDeclaration", "AmbientDeclaration"]);
const FUNCTIONS = new Set(["ArrowFunction", "FunctionExpression"]);

class Outline {
  readonly entries: OutlineEntry[] = [];
  private readonly lines: LineNumbers;

  constructor(private readonly text: string) {
    this.lines = new LineNumbers(text);
  }

  declare(node: SyntaxNode, owner: string): void {
    if (WRAPPERS.has(node.name)) {
      for (let child = node.firstChild; child; child = child.nextSibling) this.declare(child, owner);
      return;
    }
    if (node.name === "VariableDeclaration") this.declareVariables(node, owner);
    const kind = KINDS[node.name];
    if (!kind) return;
    const name = node.getChild("VariableDefinition") ?? node.getChild("TypeDefinition");
    if (name) this.add(name, kind, owner);
    const body = node.getChild("ClassBody") ?? (kind === "namespace" ? node.getChild("Block") : null);
    if (name && body) this.declareMembers(body, `${owner}${this.text.slice(name.from, name.to)}.`);
  }

  private declareMembers(body: SyntaxNode, owner: string): void {
    for (let member = body.firstChild; member; member = member.nextSibling) {
      const name = member.name === "MethodDeclaration" ? member.getChild("PropertyDefinition") : null;
      if (name) this.add(name, "method", owner);
      else this.declare(member, owner);
    }
  }

  /** `const a = 1, { b } = c`: the value that follows a name tells whether it is a function. */
  private declareVariables(node: SyntaxNode, owner: string): void {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name === "VariableDefinition") this.add(child, isFunction(child) ? "function" : "constant", owner);
      else if (child.name.endsWith("Pattern")) this.declarePattern(child, owner);
    }
  }

  private declarePattern(pattern: SyntaxNode, owner: string): void {
    pattern.cursor().iterate(({ node }) => {
      if (node.name === "VariableDefinition") this.add(node, "constant", owner);
    });
  }

  private add(name: SyntaxNode, kind: OutlineKind, owner: string): void {
    const own = this.text.slice(name.from, name.to);
    if (own !== "") this.entries.push({ name: `${owner}${own}`, kind, line: this.lines.at(name.from) });
  }
}

function isFunction(definition: SyntaxNode): boolean {
  let next = definition.nextSibling;
  if (next?.name === "TypeAnnotation") next = next.nextSibling;
  return next?.name === "Equals" && FUNCTIONS.has(next.nextSibling?.name ?? "");
}
