import { gzipSync } from "node:zlib";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "../services/keys/revoke-key";
import { testDeps } from "../services/testing/team-fixture";
import { createMcpDoor } from "./door";
import { anMcpWorld, type McpWorld, recordSome, textOf } from "./testing/mcp-world";

let world: McpWorld;
let key: string;

beforeAll(async () => {
  world = await anMcpWorld();
  await recordSome(world);
  key = await world.key();
});
afterAll(() => world.close());

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

interface Sent {
  method?: string;
  body?: string | Uint8Array<ArrayBuffer> | null;
  headers?: Record<string, string | null>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: { id?: unknown; error?: { code: number; message: string; data?: Record<string, unknown> } };
}

/** Through the door itself: what is refused may end a connection that the next test would use. */
async function send({ method = "POST", body = LIST, headers = {} }: Sent = {}, door = world.door): Promise<Answer> {
  const all = { ...HEADERS, authorization: `Bearer ${key}`, ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
  const request = new Request(world.url, { method, headers: given, body: method === "POST" ? body : null });
  const response = await door(request);
  const text = await response.text();
  const json = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, body: json };
}

describe("who comes in", () => {
  it.each<[string, Sent, RegExp]>([
    ["without a key", { headers: { authorization: null } }, /Send an API key: Authorization: Bearer cst_…/],
    ["with something else", { headers: { authorization: "Basic YWRhOnB3" } }, /Send the key as/],
    ["with half a key", { headers: { authorization: "Bearer cst_abc" } }, /not a whole API key/],
    ["with a key of nobody", { headers: { authorization: `Bearer cst_${"a".repeat(52)}` } }, /API key/],
    ["with a cookie", { headers: { authorization: null, cookie: "steward.session_token=x" } }, /Send an API key/],
    ["to listen, without a key", { method: "GET", headers: { authorization: null } }, /Send an API key/],
  ])("%s is asked for one", async (_case, sent, says) => {
    const { status, headers, body } = await send(sent);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer realm="context-steward", error="invalid_token", .+/);
    expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { message: expect.stringMatching(says) } });
  });

  it("with a revoked key hears since when", async () => {
    const { uploader } = world;
    const { id, secret } = await uploader.team.key();
    await revokeKey(uploader.deps, uploader.team.scope, id);
    const { status, body } = await send({ headers: { authorization: `Bearer ${secret}` } });
    expect([status, body.error?.message]).toEqual([401, expect.stringMatching(/was revoked on \d{4}-\d\d-\d\d/)]);
  });

  it("from a page of another origin is turned away, from our own and from programs not", async () => {
    const rebound = await send({ headers: { origin: "http://evil.test", host: "evil.test" } });
    expect(rebound).toMatchObject({ status: 403, body: { error: { data: { field: "origin" } } } });
    expect((await send({ headers: { origin: "null" } })).status).toBe(403);
    expect((await send({ headers: { origin: world.origin } })).status).toBe(403);
    expect((await send({ headers: { origin: "http://steward.test" } })).status).toBe(200);
    expect((await send()).status).toBe(200);
  });
});

describe("a request", () => {
  it.each<[string, Sent, number, RegExp]>([
    ["of another kind", { headers: { "content-type": "text/plain" } }, 415, /content-type: application\/json/],
    ["of no kind", { headers: { "content-type": "" } }, 415, /content-type/],
    ["with broken JSON", { body: '{"jsonrpc": "2.0", "id": 1,}' }, 400, /not JSON.+column 28/],
    ["that is empty", { body: "" }, 400, /ends too early/],
    ["that is too long", { body: `"${"x".repeat(1024 * 1024)}"` }, 413, /more than 1,048,576 bytes.+shorter arguments/],
    [
      "that unpacks to too much",
      { body: new Uint8Array(gzipSync(Buffer.alloc(9_000_000, 32))), headers: { "content-encoding": "gzip" } },
      413,
      /shorter/,
    ],
    ["with 21 calls", { body: `[${Array(21).fill(LIST).join()}]` }, 413, /21 messages\. Send at most 20/],
    ["to listen", { method: "GET" }, 405, /Send POST/],
    ["to end a session", { method: "DELETE" }, 405, /Send POST/],
    ["that is no call", { body: "null" }, 400, /./],
    ["that is a number", { body: "7" }, 400, /./],
    ["without a method", { body: '{"jsonrpc":"2.0","id":1}' }, 400, /./],
  ])("%s gets an error that says what to send", async (_case, sent, status, says) => {
    const answer = await send(sent);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.message).toMatch(says);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    if (status === 405) expect(answer.headers.get("allow")).toBe("POST");
  });

  it("may be packed, and needs no handshake before it", async () => {
    const packed = new Uint8Array(gzipSync(LIST));
    expect((await send({ body: packed, headers: { "content-encoding": "gzip" } })).status).toBe(200);
  });

  it("may be a batch, as clients of older revisions send it", async () => {
    const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "preferences", arguments: {} } };
    const { status, text } = await send({ body: JSON.stringify([1, 2].map((id) => ({ ...call, id }))) });
    expect(status).toBe(200);
    for (const id of [1, 2]) expect(text).toMatch(new RegExp(`Small commits.*"id":${id}`));
  });

  it("for a method that there is not is an error of the protocol", async () => {
    const client = await world.connect(key);
    await expect(client.ping()).resolves.toEqual({});
    const body = JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/frobnicate" });
    expect((await send({ body })).text).toContain("-32601");
  });

  it("too many of one key are told when to come back, and others are not held up", async () => {
    const { uploader } = world;
    const door = createMcpDoor({
      deps: uploader.deps,
      baseUrl: "http://steward.test",
      bucket: { burst: 2, perSecond: 0.5 },
    });
    const ask = (secret: string) => send({ headers: { authorization: `Bearer ${secret}` } }, door);
    await ask(key);
    await ask(key);
    const third = await ask(key);
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(third.body.error?.message).toMatch(/^This key sends more than .+ Wait 2 s\.$/);
    expect((await ask(await world.key(["read"]))).status).toBe(200);
  });
});

describe("the project", () => {
  const openTo = (projects: "all" | string[]) => world.key(["read"], { projects });
  const hears = async (client: Client) => textOf(await client.callTool({ name: "preferences", arguments: {} }));

  it("is the only one of the key, or the one that header or address names", async () => {
    const all = await openTo("all");
    const { project, secondProject } = world.uploader.team;
    expect(await hears(await world.connect(key))).toContain("Small commits");
    const first = { headers: { "x-steward-project": project.slug } };
    expect(await hears(await world.connect(all, first))).toContain("Small commits");
    const query = `?project=${project.slug}`;
    expect(await hears(await world.connect(all, { query }))).toContain("Small commits");
    const both = { query, headers: { "x-steward-project": secondProject.slug } };
    expect(await hears(await world.connect(all, both))).toMatch(/^No preference is in force/);
  });

  it("that nobody chose is asked for with the list, at once and on each call", async () => {
    const client = await world.connect(await openTo("all"));
    const says = /^This key reaches 2 projects: billing-api, harbor-web\. Name one in the header x-steward-project/;
    expect(client.getInstructions()).toMatch(says);
    expect(await hears(client)).toMatch(says);
    await expect(client.readResource({ uri: "steward://decisions" })).rejects.toThrow(/This key reaches 2 projects/);
    await expect(client.getPrompt({ name: "session_start" })).rejects.toThrow(/This key reaches 2 projects/);
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  });

  it.each(["", " ", `\${user_config.project}`])(
    "is not named by %j, which a client leaves where nothing is set",
    async (unset) => {
      expect(await hears(await world.connect(key, { headers: { "x-steward-project": unset } }))).toContain(
        "Small commits",
      );
      const query = `?project=${world.uploader.team.project.slug}`;
      const all = await world.connect(await openTo("all"), { query, headers: { "x-steward-project": unset } });
      expect(await hears(all)).toContain("Small commits");
    },
  );

  it.each(["%00", "a%20b", "%F0%9F%99%82", "x".repeat(5_000)])("of the address %s is none", async (slug) => {
    const client = await world.connect(key, { query: `?project=${slug}` });
    expect(await hears(client)).toMatch(/^There is no project .{0,64} for this key\. It reaches billing-api\./s);
  });

  it.each(["nowhere", "harbor-web", "elsewhere"])("%s that the key does not reach looks like none", async (slug) => {
    const client = await world.connect(key, { headers: { "x-steward-project": slug } });
    expect(await hears(client)).toMatch(
      new RegExp(`^There is no project ${slug} for this key\\. It reaches billing-api\\. Name one`),
    );
  });
});

describe("many at once", () => {
  it.each(["legacy", "auto"] as const)("are answered each with its own, in the %s protocol", async (mode) => {
    const clients = await Promise.all([1, 2, 3].map(() => world.connect(key, { mode })));
    const stranger = await world.connect(world.strangerKey, { mode });
    const [first] = clients;
    expect(first?.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
    expect(first?.getServerVersion()).toMatchObject({ name: "context-steward", version: expect.stringMatching(/^\d/) });
    const calls = Array.from({ length: 60 }, async (_, at) => {
      // Failures that differ in digits only are one.
      const title = `Tried ${mode} ${[...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
      const answer = await clients[at % clients.length]?.callTool({ name: "record_failure", arguments: { title } });
      return { title, said: answer ? textOf(answer) : "" };
    });
    const foreign = Array.from({ length: 20 }, () => stranger.callTool({ name: "decisions", arguments: {} }));
    const numbers = new Set<string>();
    for (const { title, said } of await Promise.all(calls)) {
      expect(said).toContain(` is recorded: ${title}.`);
      numbers.add(said.slice(0, 8));
    }
    expect(numbers.size).toBe(60);
    for (const answer of await Promise.all(foreign)) expect(textOf(answer)).toBe("Nothing was decided yet.\n");
  });
});

describe("a fault of the server", () => {
  it("that has no database asks to come again", async () => {
    const away = testDeps("postgresql://nobody@127.0.0.1:1/none");
    const door = createMcpDoor({ deps: away, baseUrl: "http://steward.test" });
    const { status, headers, body } = await send({}, door);
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    expect(body.error?.message).toMatch(/^The database is not reachable at the moment\. Try again in 2 s\.$/);
    await away.db.close();
  });

  it("is told by its request id alone, and logged in full", async () => {
    const { deps } = world.uploader;
    const logged: Record<string, unknown>[] = [];
    const broken = new Proxy(deps.db, {
      get(db, name, receiver) {
        if (name === "withTenant") return () => Promise.reject(new Error("the secret table is broken"));
        return Reflect.get(db, name, receiver);
      },
    });
    const log = { ...deps.log, error: (fields: Record<string, unknown>) => void logged.push(fields) };
    const door = createMcpDoor({ deps: { ...deps, db: broken, log }, baseUrl: "http://steward.test" });
    const params = { name: "record_decision", arguments: { title: "Use Redis" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { text, headers } = await send({ body }, door);
    const requestId = headers.get("x-request-id");
    expect(text).toContain(`The server failed; request id ${requestId}. Its log says why.`);
    expect(text).not.toContain("secret table");
    expect(logged).toMatchObject([
      { requestId, path: "mcp tools/call record_decision", error: "the secret table is broken" },
    ]);
  });
});
