import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertPerson } from "../db/auth/people";
import { hasPassword } from "../services/setup/has-password";
import { createResetLink, openResetLink, resetLinkUrl } from "../services/setup/reset-link";
import { createSignInLink, signInLinkUrl } from "../services/setup/sign-in-link";
import { createTeam } from "../services/teams/create-team";
import { type TestDeps, testDeps, value } from "../services/testing/team-fixture";
import { createTestDatabase } from "../testing/test-database";
import { type Auth, createAuth } from "./auth";
import { readSession } from "./session";

const BASE_URL = "http://localhost:3000";
const SECRET = "a secret of a test, longer than 32 characters";
const PASSWORD = "correct horse battery";

let deps: TestDeps;
let auth: Auth;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  deps = testDeps(database.url);
  auth = createAuth(deps, { secret: SECRET, baseUrl: BASE_URL, rateLimit: false });
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
});
afterAll(() => drop());

describe("sign-up", () => {
  it("makes a person with a UUIDv7, signed in, in no team", async () => {
    const response = await signUp("ada@example.org");
    expect(response.status).toBe(200);
    const person = await whoIs(response);
    expect(person).toMatchObject({ kind: "user", name: "Ada", email: "ada@example.org" });
    expect(person.kind === "user" && person.userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await deps.db.prisma.lookupUserTeam.count()).toBe(0);
  });

  it("refuses a short password, a bad address and an address that is taken", async () => {
    const short = await post("/sign-up/email", { name: "Bo", email: "bo@example.org", password: "short" });
    expect([short.status, await codeOf(short)]).toEqual([400, "PASSWORD_TOO_SHORT"]);
    const bad = await post("/sign-up/email", { name: "Bo", email: "bo", password: PASSWORD });
    expect(bad.status).toBe(400);
    await signUp("taken@example.org");
    const taken = await signUp("Taken@example.org");
    expect([taken.status, await codeOf(taken)]).toEqual([422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"]);
  });

  it("cleans a name, redacts a secret in it, and refuses an empty one", async () => {
    const token = "ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5";
    const odd = `Ada \u0000 ${token}\ud800`;
    const response = await post("/sign-up/email", { name: odd, email: "odd@example.org", password: PASSWORD });
    expect(response.status).toBe(200);
    const person = await whoIs(response);
    expect(person.kind === "user" && person.name).toMatch(/^Ada/);
    expect(person.kind === "user" && person.name).not.toContain(token);
    const empty = await post("/sign-up/email", { name: " ", email: "empty@example.org", password: PASSWORD });
    expect([empty.status, await codeOf(empty)]).toEqual([400, "NAME_MISSING"]);
  });

  it("stores no password that can be read", async () => {
    await signUp("stored@example.org");
    const { rows } = await deps.db.pool.query("SELECT password FROM auth_account");
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });
});

describe("sign-in", () => {
  it("gives a cookie that scripts and other sites cannot use", async () => {
    await signUp("cookie@example.org");
    const response = await signIn("cookie@example.org");
    expect(response.headers.get("set-cookie")).toMatch(/^steward\.session=[^;]+;.*HttpOnly.*SameSite=Lax/);
    expect(await whoIs(response)).toMatchObject({ kind: "user", email: "cookie@example.org" });
  });

  it("binds the cookie to this host where the address is https", async () => {
    const secure = createAuth(deps, { secret: SECRET, baseUrl: "https://steward.example.org", rateLimit: false });
    await signUp("https@example.org");
    const response = await signIn("https@example.org", secure, "https://steward.example.org");
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-steward\.session=(?!.*Domain).*Path=\/;.*Secure/);
    expect(await whoIs(response, secure)).toMatchObject({ email: "https@example.org" });
  });

  it("answers an unknown address and a wrong password alike", async () => {
    await signUp("alike@example.org");
    const wrong = await post("/sign-in/email", { email: "alike@example.org", password: "not the password" });
    const unknown = await post("/sign-in/email", { email: "nobody@example.org", password: PASSWORD });
    expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(wrong.status).toBe(401);
  });

  it("ends with sign-out, also for a copy of the cookie", async () => {
    await signUp("out@example.org");
    const response = await signIn("out@example.org");
    const copy = cookieOf(response);
    await post("/sign-out", {}, { cookie: copy });
    const after = await readSession(() => auth, new Headers({ cookie: copy }));
    expect(after).toEqual({ kind: "anonymous", reason: "Your session has ended. Sign in again." });
  });

  it("ignores a cookie that was not signed here", async () => {
    const forged = await readSession(() => auth, new Headers({ cookie: "steward.session=abc.def" }));
    expect(forged.kind).toBe("anonymous");
  });

  it("refuses a request that another site sends", async () => {
    await signUp("csrf@example.org");
    const body = { email: "csrf@example.org", password: PASSWORD };
    const response = await post("/sign-in/email", body, {
      origin: "https://evil.example.org",
      cookie: "steward.session=x",
    });
    expect(response.status).toBe(403);
  });

  it("slows guessing down: too many tries in a minute are refused, with the time to wait", async () => {
    const limited = createAuth(deps, { secret: SECRET, baseUrl: BASE_URL });
    await signUp("guess@example.org");
    const statuses: number[] = [];
    let last = new Response();
    for (let attempt = 0; attempt < 12; attempt++) {
      const headers = { "x-forwarded-for": "203.0.113.9" };
      last = await post("/sign-in/email", { email: "guess@example.org", password: "wrong password" }, headers, limited);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(Number(last.headers.get("x-retry-after"))).toBeGreaterThan(0);
  });

  it("slows down a guesser with many addresses, and forgets the tries after a success", async () => {
    const limited = createAuth(deps, { secret: SECRET, baseUrl: BASE_URL });
    await signUp("many@example.org");
    const tryFrom = (address: number, password: string) => {
      const headers = { "x-forwarded-for": `198.51.100.${address}` };
      return post("/sign-in/email", { email: "Many@example.org", password }, headers, limited);
    };
    for (let address = 1; address <= 30; address++) expect((await tryFrom(address, "wrong password")).status).toBe(401);
    const refused = await tryFrom(31, PASSWORD);
    expect([refused.status, refused.headers.get("x-retry-after")]).toEqual([429, "900"]);
    deps.advance(900_000);
    expect((await tryFrom(32, PASSWORD)).status).toBe(200);
    expect((await tryFrom(33, "wrong password")).status).toBe(401);
  });
});

describe("a one-time sign-in link", () => {
  it("signs its person in once", async () => {
    const { token } = await linkFor("link@example.org");
    const first = await post("/sign-in/link", { token });
    expect(await whoIs(first)).toMatchObject({ email: "link@example.org" });
    const second = await post("/sign-in/link", { token });
    expect([second.status, await messageOf(second)]).toEqual([
      401,
      "This sign-in link was used already or is not complete. Ask for a new one.",
    ]);
  });

  it("gives one session when it is sent many times at once", async () => {
    const { token } = await linkFor("race@example.org");
    const responses = await Promise.all(Array.from({ length: 8 }, () => post("/sign-in/link", { token })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("is not used up by a GET, as link previews send", async () => {
    const { token } = await linkFor("preview@example.org");
    const preview = await auth.handler(new Request(`${BASE_URL}/api/auth/sign-in/link?token=${token}`));
    expect(preview.status).toBe(404);
    expect((await post("/sign-in/link", { token })).status).toBe(200);
  });

  it("ends after 24 hours and when a newer one is made", async () => {
    const { token: older } = await linkFor("old@example.org");
    const { token } = await linkFor("old@example.org");
    expect((await post("/sign-in/link", { token: older })).status).toBe(401);
    deps.advance(24 * 3_600_000);
    const late = await post("/sign-in/link", { token });
    expect([late.status, await messageOf(late)]).toEqual([
      401,
      "This sign-in link is older than 24 hours. Ask for a new one.",
    ]);
  });

  it("stands in no table in a form that opens anything", async () => {
    const { token } = await linkFor("stored-link@example.org");
    const { rows } = await deps.db.pool.query("SELECT * FROM auth_verification");
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(signInLinkUrl(BASE_URL, token)).toBe(`${BASE_URL}/sign-in/link?token=${token}`);
  });
});

describe("a link for a new password", () => {
  it("sets it, signs in here and ends every other session", async () => {
    const elsewhere = cookieOf(await signUp("reset@example.org"));
    const { token, email } = value(await createResetLink(deps, " Reset@Example.org "));
    expect(value(await openResetLink(deps, token))).toEqual({ email: "reset@example.org" });
    const response = await post("/password/reset", { token, newPassword: "another quiet river" });
    expect(response.status).toBe(200);
    expect(await whoIs(response)).toMatchObject({ kind: "user", email });
    expect(await readSession(() => auth, new Headers({ cookie: elsewhere }))).toMatchObject({ kind: "anonymous" });
    expect((await signIn("reset@example.org")).status).toBe(401);
    const again = await post("/sign-in/email", { email: "reset@example.org", password: "another quiet river" });
    expect(again.status).toBe(200);
  });

  it("works once, also when it is sent many times at once", async () => {
    await signUp("once@example.org");
    const { token } = value(await createResetLink(deps, "once@example.org"));
    const send = () => post("/password/reset", { token, newPassword: "another quiet river" });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await openResetLink(deps, token)).toMatchObject({ ok: false, fault: { code: "unauthorized" } });
  });

  it("is not used up by a password that is too short", async () => {
    await signUp("short@example.org");
    const { token } = value(await createResetLink(deps, "short@example.org"));
    const short = await post("/password/reset", { token, newPassword: "short" });
    expect([short.status, await codeOf(short)]).toEqual([400, "PASSWORD_TOO_SHORT"]);
    expect((await post("/password/reset", { token, newPassword: "another quiet river" })).status).toBe(200);
  });

  it("ends after an hour and when a newer one is made, and says who makes a new one", async () => {
    await signUp("late@example.org");
    const { token: older } = value(await createResetLink(deps, "late@example.org"));
    const { token } = value(await createResetLink(deps, "late@example.org"));
    expect((await post("/password/reset", { token: older, newPassword: PASSWORD })).status).toBe(401);
    deps.advance(3_600_000);
    const late = await post("/password/reset", { token, newPassword: PASSWORD });
    expect([late.status, await messageOf(late)]).toEqual([
      401,
      "This link is older than an hour. Whoever runs the server makes a new one: npx steward admin reset-link <email>",
    ]);
  });

  it("is no sign-in link, and a sign-in link sets no password", async () => {
    const { token } = await linkFor("kinds@example.org");
    expect((await post("/password/reset", { token, newPassword: PASSWORD })).status).toBe(401);
    const reset = value(await createResetLink(deps, "kinds@example.org"));
    expect((await post("/sign-in/link", { token: reset.token })).status).toBe(401);
  });

  it("names who is here when the address is unknown, and stands in no table in a form that opens anything", async () => {
    await signUp("known@example.org");
    const unknown = await createResetLink(deps, "nobody@example.org");
    expect(unknown).toMatchObject({ ok: false, fault: { code: "not_found" } });
    const { token } = value(await createResetLink(deps, "known@example.org"));
    const { rows } = await deps.db.pool.query("SELECT * FROM auth_verification");
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(resetLinkUrl(BASE_URL, token)).toBe(`${BASE_URL}/reset/${token}`);
  });
});

describe("one's own account", () => {
  it("changes the password only with the current one, and ends the other sessions", async () => {
    const elsewhere = cookieOf(await signUp("change@example.org"));
    const here = cookieOf(await signIn("change@example.org"));
    const change = (body: object, cookie = here) => post("/password/change", body, { cookie });
    const wrong = await change({ currentPassword: "not the password", newPassword: "another quiet river" });
    expect([wrong.status, await codeOf(wrong)]).toEqual([400, "INVALID_PASSWORD"]);
    expect((await change({ newPassword: "another quiet river" })).status).toBe(400);
    expect((await change({ newPassword: "another quiet river" }, "")).status).toBe(401);
    const done = await change({ currentPassword: PASSWORD, newPassword: "another quiet river" });
    expect(await whoIs(done)).toMatchObject({ kind: "user", email: "change@example.org" });
    for (const cookie of [elsewhere, here]) {
      expect(await readSession(() => auth, new Headers({ cookie }))).toMatchObject({ kind: "anonymous" });
    }
  });

  it("sets a first password for who came in by a link", async () => {
    const person = { id: deps.ids.next(), name: "Owner", email: "owner@localhost", at: deps.clock.now() };
    await insertPerson(deps.db, person);
    const { token } = await createSignInLink(deps, person.id);
    const cookie = cookieOf(await post("/sign-in/link", { token }));
    expect(await hasPassword(deps, person.id)).toBe(false);
    expect((await post("/password/change", { newPassword: PASSWORD }, { cookie })).status).toBe(200);
    expect(await hasPassword(deps, person.id)).toBe(true);
  });

  it("changes the address, with the password only, to one that nobody has; in all teams", async () => {
    await signUp("occupied@example.org");
    const cookie = cookieOf(await signUp("before@example.org"));
    const user = await deps.db.prisma.authUser.findUniqueOrThrow({ where: { email: "before@example.org" } });
    const { teamId } = value(await createTeam(deps, { ...user, userId: user.id }, { name: "Addressed" }));
    const change = (email: string, currentPassword = PASSWORD) =>
      post("/email/change", { email, currentPassword }, { cookie });
    expect(await codeOf(await change("after@example.org", "wrong password"))).toBe("INVALID_PASSWORD");
    expect(await codeOf(await change("Occupied@example.org"))).toBe("EMAIL_TAKEN");
    expect((await change("After@example.org")).status).toBe(200);
    expect((await signIn("before@example.org")).status).toBe(401);
    expect((await signIn("after@example.org")).status).toBe(200);
    const members = await deps.db.prisma.member.findMany({ where: { teamId }, select: { email: true } });
    expect(members).toEqual([{ email: "after@example.org" }]);
  });

  it("keeps the address of who has no password, since their next link is asked for by it", async () => {
    const person = { id: deps.ids.next(), name: "Owner", email: "linked@example.org", at: deps.clock.now() };
    await insertPerson(deps.db, person);
    const { token } = await createSignInLink(deps, person.id);
    const cookie = cookieOf(await post("/sign-in/link", { token }));
    const refused = await post("/email/change", { email: "x@example.org", currentPassword: "" }, { cookie });
    expect(await codeOf(refused)).toBe("PASSWORD_MISSING");
  });

  it("changes the name, cleaned, in all teams; never to nothing, and keeps no picture", async () => {
    const cookie = cookieOf(await signUp("name@example.org"));
    const user = await deps.db.prisma.authUser.findUniqueOrThrow({ where: { email: "name@example.org" } });
    const person = { userId: user.id, name: "Ada", email: user.email };
    const { teamId, memberId } = value(await createTeam(deps, person, { name: "Named" }));
    const rename = (body: object) => post("/update-user", body, { cookie });
    expect((await rename({ name: "  Ada\u0000   Lovelace ", image: "https://evil.example.org/x" })).status).toBe(200);
    expect(await whoIs(await signIn("name@example.org"))).toMatchObject({ name: "Ada Lovelace" });
    expect(await deps.db.prisma.member.findMany({ where: { teamId, id: memberId }, select: { name: true } })).toEqual([
      { name: "Ada Lovelace" },
    ]);
    expect(await deps.db.prisma.authUser.count({ where: { image: { not: null } } })).toBe(0);
    expect([(await rename({ name: " " })).status, (await rename({ name: "" })).status]).toEqual([400, 400]);
  });

  it("notes at most every ten minutes that a session is used, and prolongs nothing by it", async () => {
    const cookie = cookieOf(await signUp("seen@example.org"));
    const row = async () =>
      (await deps.db.prisma.authSession.findMany({ where: { user: { email: "seen@example.org" } } }))[0];
    const ago = new Date(Date.now() - 3_600_000);
    await deps.db.prisma.authSession.updateMany({ data: { updatedAt: ago } });
    const before = await row();
    await readSession(() => auth, new Headers({ cookie }));
    await expect.poll(async () => (await row())?.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await row())?.expiresAt).toEqual(before?.expiresAt);
  });
});

async function linkFor(email: string): Promise<{ token: string }> {
  await signUp(email);
  const user = await deps.db.prisma.authUser.findUniqueOrThrow({ where: { email }, select: { id: true } });
  return createSignInLink(deps, user.id);
}

function signUp(email: string): Promise<Response> {
  return post("/sign-up/email", { name: "Ada", email, password: PASSWORD });
}

function signIn(email: string, service = auth, baseUrl = BASE_URL): Promise<Response> {
  return post("/sign-in/email", { email, password: PASSWORD }, { origin: baseUrl }, service, baseUrl);
}

function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  service = auth,
  baseUrl = BASE_URL,
): Promise<Response> {
  return service.handler(
    new Request(`${baseUrl}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: baseUrl, ...headers },
      body: JSON.stringify(body),
    }),
  );
}

function cookieOf(response: Response): string {
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

function whoIs(response: Response, service = auth) {
  return readSession(() => service, new Headers({ cookie: cookieOf(response) }));
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: unknown }).code;
}

async function messageOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { message?: unknown }).message;
}
