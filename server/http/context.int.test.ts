import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Auth, createAuth } from "../auth/auth";
import { handleAuth } from "../auth/handler";
import { revokeKey } from "../services/keys/revoke-key";
import { aTeam, type TeamFixture, testDeps } from "../services/testing/team-fixture";
import { createTestDatabase } from "../testing/test-database";
import { principalOf } from "./context";

const BASE_URL = "http://localhost:3000";

let team: TeamFixture;
let auth: Auth;
let cookie: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
  auth = createAuth(deps, { secret: "a secret of a test, longer than 32 characters", baseUrl: BASE_URL });
  const response = await signUp("ada@example.org");
  cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
});
afterAll(() => drop());

const who = (headers: Record<string, string>) => principalOf(team.deps, () => auth, new Headers(headers));

describe("who asks", () => {
  it("is a person by cookie, a key by header, and nobody without either", async () => {
    const { secret } = await team.key();
    expect(await who({ cookie })).toMatchObject({ kind: "user", email: "ada@example.org" });
    expect(await who({ authorization: `Bearer ${secret}` })).toMatchObject({ kind: "key", teamId: team.teamId });
    expect(await who({})).toEqual({ kind: "anonymous" });
  });

  it("is never the person of the cookie when a dead key is sent beside it", async () => {
    const { id, secret } = await team.key();
    await revokeKey(team.deps, team.scope, id);
    expect(await who({ cookie, authorization: `Bearer ${secret}` })).toMatchObject({
      kind: "anonymous",
      reason: expect.stringContaining("was revoked on"),
    });
  });

  it.each(["Basic YWRhOnB3", "Bearer", "cst_x", "Bearer a b"])(
    "hears how to send a key after %j",
    async (authorization) => {
      expect(await who({ cookie, authorization })).toEqual({
        kind: "anonymous",
        reason: "Send the key as: Authorization: Bearer cst_…",
      });
    },
  );

  it("does not start the sign-in service for an upload", async () => {
    const { secret } = await team.key();
    const never = () => {
      throw new Error("asked");
    };
    const headers = new Headers({ authorization: `Bearer ${secret}` });
    expect((await principalOf(team.deps, never, headers)).kind).toBe("key");
  });
});

describe("the sign-in door", () => {
  it("says in the standard header when to try again, and lets no cache keep an answer", async () => {
    let last = new Response();
    for (let attempt = 0; attempt < 12; attempt++) last = await signUp(`many${attempt}@example.org`);
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last.headers.get("cache-control")).toBe("no-store");
  });
});

function signUp(email: string): Promise<Response> {
  const body = JSON.stringify({ name: "Ada", email, password: "correct horse battery" });
  const headers = { "content-type": "application/json", origin: BASE_URL, "x-forwarded-for": "203.0.113.5" };
  return handleAuth(auth, new Request(`${BASE_URL}/api/auth/sign-up/email`, { method: "POST", headers, body }));
}
