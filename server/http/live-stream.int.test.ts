import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../services/ingest/testing/uploader";
import { authenticateKey } from "../services/keys/authenticate-key";
import { liveRoom } from "../services/sessions/live";
import { createTrpcHandler } from "./trpc-handler";

let uploader: Uploader;
let secret: string;
let number: number;

beforeAll(async () => {
  uploader = await anUploader();
  ({ secret } = await uploader.team.key());
  ({ number } = (await uploader.append(aSession("wire").said("Hello"))).session);
});
afterAll(() => uploader.close());

/** Opens the stream as `EventSource` does. */
async function open(end: AbortController, signal?: AbortSignal) {
  const { deps, team } = uploader;
  const door = createTrpcHandler({
    createContext: async () => ({ deps, principal: await authenticateKey(deps, secret) }),
    log: deps.log,
    nextId: () => "request-1",
    nowMs: () => Date.now(),
    baseUrl: "http://steward.test",
    closing: end.signal,
  });
  const input = encodeURIComponent(JSON.stringify({ team: team.slug, project: team.project.slug, number }));
  return door(
    new Request(`http://steward.test/api/trpc/sessions.live?input=${input}`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${secret}` },
      ...(signal && { signal }),
    }),
  );
}

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, words: string | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (words === null || !text.includes(words)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

function bodyOf(response: Response) {
  if (!response.body) throw new Error("The answer has no body.");
  return response.body.getReader();
}

describe("the event stream on the wire", () => {
  it("is one that no proxy stores or packs, with an id behind each message", async () => {
    const end = new AbortController();
    const response = await open(end);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    for (const word of ["no-store", "no-transform"]) expect(response.headers.get("cache-control")).toContain(word);
    const text = await readUntil(bodyOf(response), "id: ");
    expect(text).toContain('data: {"kind":"standing","events":1,');
    end.abort();
  });

  it("breaks when the server ends, so that the client comes back", async () => {
    const end = new AbortController();
    const reader = bodyOf(await open(end));
    await readUntil(reader, "standing");
    end.abort();
    const rest = await readUntil(reader, null);
    expect(rest).not.toContain("event: return");
    expect(liveRoom(uploader.deps).pollers.size).toBe(0);
  });

  it("asks the database no longer when the client has gone", async () => {
    const connection = new AbortController();
    const reader = bodyOf(await open(new AbortController(), connection.signal));
    await readUntil(reader, "standing");
    expect(liveRoom(uploader.deps).pollers.size).toBe(1);
    connection.abort();
    await expect.poll(() => liveRoom(uploader.deps).pollers.size, { timeout: 8_000 }).toBe(0);
  });
});
