import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeModelServer {
  readonly url: string;
  /** Bodies of the requests so far. */
  readonly asked: { readonly path: string; readonly authorization: string | null; readonly body: string }[];
  close(): Promise<void>;
}

/** A local server with the OpenAI chat API. `answer` gives the message's text, a status, or nothing: then it hangs. */
export async function fakeModelServer(answer: (asked: number) => string | number | null): Promise<FakeModelServer> {
  const asked: FakeModelServer["asked"] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      asked.push({ path: request.url ?? "", authorization: request.headers.authorization ?? null, body });
      const content = answer(asked.length - 1);
      if (content === null) return;
      if (typeof content === "number") {
        response.writeHead(content, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "no" } }));
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          id: "1",
          object: "chat.completion",
          created: 0,
          model: "fake",
          choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP, so it is no string
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
