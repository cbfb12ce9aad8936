import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeEmbeddingServer {
  readonly url: string;
  /** Texts of each request so far. */
  readonly asked: string[][];
  readonly keys: (string | undefined)[];
  close(): Promise<void>;
}

/** What the server makes of a request: vectors, a status, or nothing: then it hangs. */
export type FakeAnswer = readonly (readonly number[])[] | number | null;

/** A local server with the embeddings part of the OpenAI API. */
export async function fakeEmbeddingServer(
  answer: (texts: readonly string[]) => FakeAnswer,
): Promise<FakeEmbeddingServer> {
  const asked: string[][] = [];
  const keys: FakeEmbeddingServer["keys"] = [];
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await bodyOf(request)) as { input: string | string[] }; // Our own client's request.
    const texts = [input].flat();
    asked.push(texts);
    keys.push(request.headers.authorization);
    const vectors = answer(texts);
    if (vectors === null) return;
    const isFault = typeof vectors === "number";
    response.writeHead(isFault ? vectors : 200, { "content-type": "application/json" });
    const data = isFault ? [] : vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
    const body = { object: "list", model: "fake", data, usage: { prompt_tokens: 1, total_tokens: 1 } };
    response.end(JSON.stringify(isFault ? { error: { message: "no" } } : body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP, so this is no string.
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    keys,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** A meaning of few sides: how much a text is about each of these. */
const SIDES = [/zebra|backlog/i, /charge|bill|invoice|pay/i, /clock|time zone|midnight/i, /gazebo/i];

export function meaningOf(text: string): number[] {
  return [...SIDES.map((side) => (side.test(text) ? 1 : 0)), 0.1];
}
