import { expect, it } from "vitest";
import { readDocumentPlace } from "./document-place";

const read = (query: string) => {
  const params = new URLSearchParams(query);
  return readDocumentPlace((name) => params.get(name));
};

it("reads what the address of the documents shows", () => {
  expect(read("path=.planning/STATE.md&diff=1-2")).toEqual({
    path: ".planning/STATE.md",
    isRaw: false,
    diff: [1, 2],
    isRemoved: false,
    cursor: null,
  });
  expect(read("path=AGENTS.md&view=raw&removed=1&after=A.md")).toMatchObject({
    isRaw: true,
    isRemoved: true,
    cursor: "A.md",
  });
});

it("takes what makes no sense as not said", () => {
  for (const query of ["path=../secret", "path=/etc/passwd", "path=", "diff=1", "diff=a-b", "view=else"]) {
    expect(read(query), query).toEqual({ path: null, isRaw: false, diff: null, isRemoved: false, cursor: null });
  }
});
