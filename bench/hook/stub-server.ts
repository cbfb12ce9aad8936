import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers what a start and an uploader ask, at once: what is measured is the hook and not the server. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  "keys.whoami": {
    team: "harbor",
    person: "Bench",
    scopes: ["ingest", "read"],
    projects: [{ slug: "billing-api", name: "Billing API" }],
    reachesAll: true,
    mayCreateProjects: false,
  },
  "ingest.project": { project: "billing-api" },
  "ingest.cursor": null,
  "ingest.append": {
    session: { number: 1, id: "s", url: "http://localhost/harbor/billing-api/sessions/1" },
    project: "billing-api",
    accepted: 1,
    duplicates: 0,
    rejected: 0,
    results: [],
    problems: [],
    usage: null,
    reclaimableTokens: 0,
    advice: null,
    flags: [],
  },
  "ingest.setCursor": { byteOffset: 0, prefixSha256: "0".repeat(64) },
  "protocol.start": {
    startLine: "Context Steward: 47 files indexed, 23 decisions loaded, budget: 200K tokens",
    markdown: `Context Steward: 47 files indexed, 23 decisions loaded, budget: 200K tokens\n\n${"- DEC-001 (accepted): x\n".repeat(200)}`,
    nothingNew: false,
    known: Array.from({ length: 40 }, (_, at) => ({ ref: `DEC-${at}`, version: "0123456789abc" })),
  },
};

export interface StubServer {
  readonly origin: string;
  close(): void;
}

/** @param hangs It takes connections and never answers. */
export async function stubServer(hangs: boolean): Promise<StubServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (hangs) return;
    request.once("end", () => {
      const name = new URL(request.url ?? "", "http://localhost").pathname.split("/").at(-1) ?? "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: { data: ANSWERS[name] ?? null } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens on TCP
}
