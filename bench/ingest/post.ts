import http from "node:http";

/** Posts bodies over keep-alive connections, each taking the next one when it is done. Throws on any other status. */
export async function postAll(
  url: string,
  key: string,
  bodies: readonly Buffer[],
  connections: number,
): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let at = next++; at < bodies.length; at = next++) {
        const body = bodies[at];
        if (body) await post(url, key, body, agent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  agent.destroy();
  return seconds;
}

function post(url: string, key: string, body: Buffer, agent: http.Agent): Promise<void> {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${key}`,
    "content-length": body.byteLength,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (response.statusCode === 200) resolve();
        else reject(new Error(`The server answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
