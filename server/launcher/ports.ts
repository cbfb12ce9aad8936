import net from "node:net";

/** True when nothing listens on `port` of `host` and we may. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** `preferred` when it is free, else any free port of this machine's loopback address. */
export async function freePort(preferred: number | null, host = "127.0.0.1"): Promise<number> {
  if (preferred !== null && (await isPortFree(preferred, host))) return preferred;
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address) resolve(address.port);
        else reject(new Error("The system gave no free port."));
      });
    });
  });
}

/** The first free port after `port`, to be offered to a person; null when the next 50 are all taken. */
export async function nextFreePort(port: number, host: string): Promise<number | null> {
  for (let candidate = port + 1; candidate <= Math.min(port + 50, 65_535); candidate++) {
    if (await isPortFree(candidate, host)) return candidate;
  }
  return null;
}
