import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import type { OutlineEntry, OutlineKind } from "@/server/core/files/index-part";
import { LineNumbers } from "./lines";

/** `from ..a.b import c, d`: two levels up, module `a.b`, names `c` and `d`. `import a.b` has no level and no names. */
export interface PythonImport {
  /** Dots before the module; 0 for an absolute import. */
  readonly level: number;
  readonly module: string;
  readonly names: readonly string[];
}

export interface ReadPython {
  readonly imports: readonly PythonImport[];
  readonly outline: readonly OutlineEntry[];
}

/** Imports and declared names of a Python file, imports inside functions and branches included. */
export function readPython(text: string): ReadPython {
  const tree = parser.parse(text);
  const imports: PythonImport[] = [];
  tree.iterate({
    enter: ({ node }) => {
      if (node.name === "ImportStatement") imports.push(...importsOf(node, text));
    },
  });
  const outline = new Outline(text);
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) outline.declare(node, "");
  return { imports, outline: outline.entries };
}

function importsOf(statement: SyntaxNode, text: string): PythonImport[] {
  const words: string[] = [];
  for (let child = statement.firstChild; child; child = child.nextSibling) words.push(text.slice(child.from, child.to));
  const imported = words.lastIndexOf("import");
  const names = namesIn(words.slice(imported + 1));
  if (words[0] !== "from") return names.map((module) => ({ level: 0, module, names: [] }));
  // The lexer gives `...` as one word in some places and as three in others.
  const source = words.slice(1, imported).join("");
  const module = source.replace(/^\.+/, "");
  return [{ level: source.length - module.length, module, names }];
}

/** `a.b as c, d` to `a.b` and `d`; brackets are left out. */
function namesIn(words: readonly string[]): string[] {
  const parts = words.filter((word) => word !== "(" && word !== ")").map((word) => (word === "as" ? " as " : word));
  const names = parts
    .join("")
    .split(",")
    .map((name) => name.split(" as ")[0]?.trim() ?? "");
  return names.filter((name) => name !== "" && name !== "*");
}

class Outline {
  readonly entries: OutlineEntry[] = [];
  private readonly lines: LineNumbers;

  constructor(private readonly text: string) {
    this.lines = new LineNumbers(text);
  }

  declare(node: SyntaxNode, owner: string): void {
    if (node.name === "DecoratedStatement") {
      const inner = node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition");
      if (inner) this.declare(inner, owner);
    } else if (node.name === "FunctionDefinition") this.add(node, owner === "" ? "function" : "method", owner);
    else if (node.name === "TypeDefinition") this.add(node, "type", owner);
    else if (node.name === "ClassDefinition") this.declareClass(node, owner);
    else if (node.name === "AssignStatement" && owner === "") this.declareVariables(node);
  }

  private declareClass(node: SyntaxNode, owner: string): void {
    const name = this.add(node, "class", owner);
    for (let member = node.getChild("Body")?.firstChild; member; member = member.nextSibling) {
      this.declare(member, `${owner}${name}.`);
    }
  }

  /** `A, B = 1, 2`: the names before the first sign of an assignment. */
  private declareVariables(node: SyntaxNode): void {
    for (let child = node.firstChild; child && child.name !== "AssignOp"; child = child.nextSibling) {
      if (child.name === "VariableName") this.push(child, "constant", "");
    }
  }

  private add(node: SyntaxNode, kind: OutlineKind, owner: string): string {
    const name = node.getChild("VariableName");
    return name ? this.push(name, kind, owner) : "";
  }

  private push(name: SyntaxNode, kind: OutlineKind, owner: string): string {
    const own = this.text.slice(name.from, name.to);
    if (own !== "") this.entries.push({ name: `${owner}${own}`, kind, line: this.lines.at(name.from) });
    return own;
  }
}
