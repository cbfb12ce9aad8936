import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export interface TestHttpServer {
  readonly origin: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Serves a handler of web requests over real HTTP, as the product's web process does. */
export async function serveHttp(handle: (request: Request) => Promise<Response>, port = 0): Promise<TestHttpServer> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo; // it listens on TCP
  return { origin: `http://127.0.0.1:${taken}`, close: () => closeAll(server) };
}

async function answer(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await handle(toWebRequest(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function toWebRequest(incoming: IncomingMessage): Request {
  const url = `http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`;
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  }
  const method = incoming.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  // Node's and the DOM's types of the same stream differ in iteration only.
  const body = Readable.toWeb(incoming) as unknown as BodyInit;
  const streamed: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(url, streamed);
}

function closeAll(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
