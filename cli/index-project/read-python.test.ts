import { describe, expect, it } from "vitest";
import { readPython } from "./read-python";

describe("imports of a Python file", () => {
  it("finds modules, levels and names, wherever they stand", () => {
    const { imports } = readPython(`import a.b as c, d
from . import e
from ..f.g import (h as i, j,)
from ...k import *
try:
    import fast
except ImportError:
    fast = None
def late():
    from m import n
`);
    expect(imports.map(({ level, module, names }) => `${".".repeat(level)}${module}: ${names.join(" ")}`)).toEqual([
      "a.b: ",
      "d: ",
      ".: e",
      "..f.g: h j",
      "...k: ",
      "fast: ",
      "m: n",
    ]);
  });

  it("goes on behind a place that is no code", () => {
    expect(readPython("import a\ndef half(:\n  ]]\nimport b\n").imports.map(({ module }) => module)).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("the outline of a Python file", () => {
  it("lists declared names with kind and line, methods by their class", () => {
    const { outline } = readPython(`LIMIT: int = 1
A, B = 1, 2
@decorated
async def run(): pass
class Shape(Base):
    sides = 3
    @property
    def area(self):
        hidden = 1
        def inner(): pass
    class Part:
        def use(self): pass
`);
    expect(outline.map(({ name, kind, line }) => `${line} ${kind} ${name}`)).toEqual([
      "1 constant LIMIT",
      "2 constant A",
      "2 constant B",
      "4 function run",
      "5 class Shape",
      "8 method Shape.area",
      "11 class Shape.Part",
      "12 method Shape.Part.use",
    ]);
  });
});
