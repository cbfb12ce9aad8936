import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { fetchPatiently } from "./patient-fetch";

let server: Server | undefined;
afterEach(() => server?.close());

it("sends again when the server dies in the middle of its answer", async () => {
  let calls = 0;
  server = createServer((request, response) => {
    request.resume();
    calls++;
    response.writeHead(200, { "content-type": "application/json", "content-length": "11" });
    if (calls > 1) return void response.end('{"done":1}\n');
    response.write('{"do', () => response.destroy());
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  const answer = await fetchPatiently(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" }, { totalMs: 10_000 });
  expect(await answer.json()).toEqual({ done: 1 });
  expect(calls).toBe(2);
});
