import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../services/ingest/testing/uploader";
import { authenticateKey } from "../services/keys/authenticate-key";
import { createTrpcHandler, type DoorOptions } from "./trpc-handler";

let uploader: Uploader;
let secret: string;
let readOnlySecret: string;
const logged: unknown[] = [];

beforeAll(async () => {
  process.env["DATABASE_URL"] ??= "postgresql://nobody@localhost/none";
  process.env["STEWARD_SECRET"] ??= "a secret for tests of 32 characters";
  process.env["STEWARD_BASE_URL"] = "http://steward.test";
  uploader = await anUploader();
  ({ secret } = await uploader.team.key());
  ({ secret: readOnlySecret } = await uploader.team.key({ scopes: ["read"] }));
});
afterAll(() => uploader.close());

function door(options: Partial<DoorOptions> = {}) {
  const { deps } = uploader;
  return createTrpcHandler({
    createContext: async (headers) => ({
      deps,
      principal: await authenticateKey(deps, headers.get("authorization")?.replace("Bearer ", "") ?? ""),
    }),
    log: { ...deps.log, error: (fields) => void logged.push(fields) },
    nextId: () => "request-1",
    nowMs: () => Date.now(),
    baseUrl: "http://steward.test",
    ...options,
  });
}

interface Sent {
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  method?: string;
  path?: string;
  key?: string;
}

function request({ body, headers = {}, method = "POST", path = "ingest.append", key = secret }: Sent): Request {
  return new Request(`http://steward.test/api/trpc/${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
}

interface Answer {
  status: number;
  retryAfter: string | null;
  result?: { data: Record<string, unknown> };
  error?: { message: string; data: { code: string; field: string | null } };
}

async function send(sent: Sent, handler = door()): Promise<Answer> {
  const response = await handler(request(sent));
  const json = (await response.json()) as Pick<Answer, "result" | "error">;
  return { ...json, status: response.status, retryAfter: response.headers.get("retry-after") };
}

const good = (id = "http") => JSON.stringify(aSession(id).said("Hello").batch());

describe("the door of the API", () => {
  it("takes a batch as plain JSON and packed", async () => {
    expect(await send({ body: good("plain") })).toMatchObject({ status: 200, result: { data: { accepted: 1 } } });
    const packed = await send({ body: gzipSync(good("packed")), headers: { "content-encoding": "gzip" } });
    expect(packed).toMatchObject({ status: 200, result: { data: { accepted: 1 } } });
    expect(packed.result?.data["session"]).toMatchObject({
      url: expect.stringMatching(/^http:\/\/steward\.test\/.+\/sessions\/\d+$/),
    });
  });

  const bomb = gzipSync(Buffer.alloc(7 * 1024 * 1024, " "));
  it.each<[string, Sent, number, RegExp, string | null]>([
    ["broken JSON", { body: '{"session": {},\n "events": [1,}' }, 400, /line 2, column 15/, "body"],
    ["a body that ends early", { body: '{"session": {"client": "claude-code"' }, 400, /ends too early/, "body"],
    ["an empty body", { body: "" }, 400, /ends too early/, "body"],
    [
      "a body of another kind",
      { body: good(), headers: { "content-type": "text/plain" } },
      415,
      /application\/json/,
      "content-type",
    ],
    ["another packing", { body: good(), headers: { "content-encoding": "br" } }, 415, /gzip/, "content-encoding"],
    [
      "plain text that claims gzip",
      { body: good(), headers: { "content-encoding": "gzip" } },
      400,
      /no whole gzip/,
      "body",
    ],
    [
      "half a gzip body",
      { body: gzipSync(good()).subarray(0, 40), headers: { "content-encoding": "gzip" } },
      400,
      /no whole gzip/,
      "body",
    ],
    ["a body of 9 MiB", { body: " ".repeat(9 * 1024 * 1024) }, 413, /8,388,608 bytes/, "body"],
    ["a gzip bomb", { body: bomb, headers: { "content-encoding": "gzip" } }, 413, /100 times/, "body"],
    [
      "a body that unpacks to 20 MiB",
      { body: gzipSync(Buffer.alloc(20 * 1024 * 1024)), headers: { "content-encoding": "gzip" } },
      413,
      /times|bytes/,
      "body",
    ],
    ["an array instead of a batch", { body: "[1]" }, 400, /./, null],
    ["a string instead of a batch", { body: '"hello"' }, 400, /./, null],
    ["events that are no list", { body: '{"session":{},"events":{}}' }, 400, /events/, "events"],
    ["no session", { body: '{"events":[]}' }, 400, /session/, "session"],
    [
      "an unknown client",
      { body: '{"session":{"client":"emacs","id":"1"}}' },
      400,
      /session\.client/,
      "session.client",
    ],
    [
      "a newer contract",
      { body: '{"session":{"contract":7,"client":"codex","id":"1"}}' },
      412,
      /speaks version 1/,
      "session.contract",
    ],
    [
      "1,204 events",
      { body: JSON.stringify({ ...aSession("many").batch(), events: Array(1204).fill({}) }) },
      413,
      /Batch has 1,204 events; send at most 1,000 at once\./,
      "events",
    ],
    [
      "an unknown project",
      { body: JSON.stringify(aSession("p", { projectSlug: "nowhere" }).batch()) },
      404,
      /create: true/,
      "session.projectSlug",
    ],
    [
      "no project",
      { body: JSON.stringify(aSession("p", { projectSlug: undefined }).batch()) },
      400,
      /names no project/,
      "session.projectSlug",
    ],
    ["an unknown procedure", { path: "ingest.nothing", body: "{}" }, 404, /./, null],
    ["a wrong method", { method: "PUT", body: "{}" }, 405, /POST/, null],
    ["broken input of a query", { method: "GET", path: "ingest.cursor?input=%7Bx" }, 400, /not JSON/, "input"],
    ["a batch of calls that is no object", { path: "ingest.append?batch=1", body: "7" }, 400, /one object/, "body"],
    [
      "too many calls at once",
      { path: `${Array(30).fill("ingest.cursor").join(",")}?batch=1&input=%7B%7D`, method: "GET" },
      400,
      /maximum size/,
      null,
    ],
    [
      "a read key",
      {
        body: good(),
        get key() {
          return readOnlySecret;
        },
      },
      403,
      /needs ingest/,
      null,
    ],
    ["no key", { body: good(), key: "" }, 401, /cst_/, null],
    ["a key that nobody made", { body: good(), key: `cst_AAAAAAAA_${"a".repeat(43)}` }, 401, /not known/, null],
  ])("answers %s with what to do", async (_name, sent, status, message, field) => {
    const answer = await send(sent);
    expect(answer).toMatchObject({ status });
    expect(answer.error?.message).toMatch(message);
    expect(answer.error?.message).not.toMatch(/\bat .+:\d+:\d+/);
    if (field !== null) expect(answer.error?.data.field).toBe(field);
  });

  it("turns away uploads over its bound with the time to come back", async () => {
    const handler = door({ maxUploads: 1 });
    const answers = await Promise.all([1, 2, 3].map((n) => send({ body: good(`bound-${n}`) }, handler)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 503, 503]);
    expect(answers.find((answer) => answer.status === 503)?.retryAfter).toBe("1");
  });

  it("slows down a key that sends too often, and lets it on after the wait", async () => {
    let now = 0;
    const handler = door({ bucket: { burst: 2, perSecond: 1 }, nowMs: () => now });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await send({ body: good("often") }, handler)).status);
    expect(statuses).toEqual([200, 200, 429]);
    now += 1_000;
    expect((await send({ body: good("often") }, handler)).status).toBe(200);
  });

  it("refuses a change by cookie from another site", async () => {
    const from = async (headers: Record<string, string>) => {
      const sent = new Request("http://steward.test/api/trpc/keys.create", {
        method: "POST",
        headers: { "content-type": "application/json", cookie: "session=1", ...headers },
        body: "{}",
      });
      return (await door()(sent)).status;
    };
    expect(await from({ origin: "https://evil.test" })).toBe(403);
    expect(await from({})).toBe(403);
    expect(await from({ origin: "http://steward.test" })).toBe(400); // the empty input
    expect(await from({ "sec-fetch-site": "same-origin" })).toBe(400);
  });

  it("answers an unexpected error with a request id and nothing of the error", async () => {
    const broken = {
      ...uploader.deps,
      db: { ...uploader.deps.db, pool: { query: () => Promise.reject(new Error("disk on fire")) } },
    };
    const handler = door({
      createContext: async () => ({ deps: broken as unknown as typeof uploader.deps, principal: uploader.key }),
    });
    const answer = await send({ body: good("fire") }, handler);
    expect(answer).toMatchObject({ status: 500, error: { message: expect.stringContaining("request id request-1") } });
    expect(JSON.stringify(answer)).not.toContain("fire");
    expect(logged).toMatchObject([{ requestId: "request-1", error: "disk on fire" }]);
  });

  it("answers 503 while the database is away", async () => {
    const gone = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const broken = { ...uploader.deps, db: { ...uploader.deps.db, pool: { query: () => Promise.reject(gone) } } };
    const handler = door({
      createContext: async () => ({ deps: broken as unknown as typeof uploader.deps, principal: uploader.key }),
    });
    expect(await send({ body: good("gone") }, handler)).toMatchObject({ status: 503, retryAfter: "2" });
  });
});
