import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { streamPages } from "./stream-pages";
import { type PiecePage, streamZip } from "./stream-zip";

const PAGES: Record<string, PiecePage> = {
  "1": { pieces: [{ path: "b.txt", text: " and on" }], nextCursor: "2" },
  "2": { pieces: [], nextCursor: "3" },
  "3": { pieces: [{ path: "c/🙂.md", text: "" }], nextCursor: null },
};
const FIRST: PiecePage = {
  pieces: [
    { path: "a.txt", text: "a".repeat(100_000) },
    { path: "b.txt", text: "begins" },
  ],
  nextCursor: "1",
};

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function page(cursor: string): Promise<PiecePage> {
  const found = PAGES[cursor];
  if (!found) throw new Error(`There is no page ${cursor}.`);
  return found;
}

describe("a ZIP that is packed page by page", () => {
  it("holds every file whole, also one that goes over pages, and is the same each time", async () => {
    const bytes = await bytesOf(streamZip(FIRST, page, ".context/"));
    const files = Object.entries(unzipSync(bytes)).map(([path, data]) => [path, strFromU8(data)]);
    expect(files).toEqual([
      [".context/a.txt", "a".repeat(100_000)],
      [".context/b.txt", "begins and on"],
      [".context/c/🙂.md", ""],
    ]);
    expect(await bytesOf(streamZip(FIRST, page, ".context/"))).toEqual(bytes);
  });

  it("breaks off when a page cannot be read, and never ends as if it were whole", async () => {
    await expect(bytesOf(streamZip({ ...FIRST, nextCursor: "9" }, page, ""))).rejects.toThrow("There is no page 9.");
  });
});

describe("a text that comes in pages", () => {
  it("reads the next page only when the last was taken", async () => {
    const read: string[] = [];
    const next = async (cursor: string) => {
      read.push(cursor);
      const at = Number(cursor);
      return { text: at === 2 ? "" : `${at},`, nextCursor: at < 9 ? String(at + 1) : null };
    };
    const reader = streamPages({ text: "0,", nextCursor: "1" }, next, "\ufeff").getReader();
    await reader.read();
    await reader.read();
    expect(read.length).toBeLessThan(5);
    reader.releaseLock();
    const whole = await new Response(streamPages({ text: "0,", nextCursor: "1" }, next)).text();
    expect(whole).toBe("0,1,3,4,5,6,7,8,9,");
  });
});
