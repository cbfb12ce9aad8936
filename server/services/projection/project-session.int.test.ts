import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { PROJECTION_FORMATS } from "@/server/core/projection/formats";
import { bodyOf } from "@/server/core/projection/render";
import { validate } from "@/server/core/projection/validate/validate";
import { aNoisySession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { projectScopeOf } from "@/server/services/telemetry/testing/telemetry-fixture";
import { value } from "@/server/services/testing/team-fixture";
import { projectSession } from "./project-session";

let uploader: Uploader;
let scope: ProjectScope;

beforeAll(async () => {
  uploader = await anUploader();
  scope = await projectScopeOf(uploader.team);
  await uploader.append(aNoisySession("noisy"));
});
afterAll(() => uploader.close());

const NOISY = { number: 1, thread: "main", format: "events", residencies: "current" } as const;
const projected = async (input: Partial<Parameters<typeof projectSession>[2]> = {}) =>
  value(await projectSession(uploader.deps, scope, { ...NOISY, ...input }));

async function archive(ref: string, retained: string): Promise<void> {
  await uploader.rows(
    `INSERT INTO transition (team_id, id, session_id, entry_id, from_residency, to_residency, actor_kind, actor, retained,
                             reason, created_at)
     SELECT team_id, $2, id, $1, 'full', 'retained', 'key', 'agent', $3, 'read', now() FROM session WHERE native_id = 'noisy'`,
    [ref, uploader.deps.ids.next(), retained],
  );
  await uploader.rows("UPDATE session SET ingest_revision = ingest_revision + 1 WHERE native_id = 'noisy'");
}

describe("the context of a session", () => {
  it.each(PROJECTION_FORMATS)("is valid as %s, for every thread", async (format) => {
    for (const thread of ["main", "agent-1"]) {
      const { projection, omittedEvents } = await projected({ format, thread });
      expect(projection.format).toBe(format);
      expect(validate(bodyOf(projection), format)).toEqual([]);
      expect(bodyOf(projection).length).toBeGreaterThan(5);
      expect(omittedEvents).toBe(0);
    }
  });

  it("shows what an agent archived, and nothing that nobody committed", async () => {
    const before = bodyOf((await projected()).projection);
    expect(JSON.stringify(before)).not.toContain("context archived");
    const read = JSON.stringify(before).match(/"ref":"(noisy-e\d+)","kind":"tool_result"/)?.[1] ?? "";
    await archive(read, "login.ts checks the password");
    const { projection, tokens } = await projected();
    const after = JSON.stringify(bodyOf(projection));
    expect(after.match(/context archived/g)).toHaveLength(1);
    expect(after).toContain(`[context archived: ctx:${read}]\\n<retained-context>\\nlogin.ts checks the password\\n`);
    const sizes = projection.format === "events" ? projection.events.map((event) => event.tokens) : [];
    expect(tokens).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it("is the full context when no plan can be made", async () => {
    const { pool } = uploader.deps.db;
    // A policy that cannot be read at all: the query itself fails.
    await uploader.rows("ALTER TABLE policy_version RENAME TO policy_version_away");
    try {
      const { residencies, projection } = await projected({ residencies: "planned" });
      expect(residencies).toBe("full");
      expect(JSON.stringify(bodyOf(projection))).not.toContain("context archived");
    } finally {
      await pool.query("ALTER TABLE policy_version_away RENAME TO policy_version");
    }
    expect((await projected({ residencies: "planned" })).residencies).toBe("planned");
  });

  it("says which session or thread is not there", async () => {
    const none = await projectSession(uploader.deps, scope, { ...NOISY, number: 99 });
    expect(none).toMatchObject({ ok: false, fault: { code: "not_found" } });
    const thread = await projectSession(uploader.deps, scope, { ...NOISY, thread: "agent-9" });
    expect(thread).toMatchObject({
      ok: false,
      fault: { code: "not_found", message: expect.stringContaining("agent-9") },
    });
  });

  it("stays inside its project", async () => {
    const other = await anUploader();
    try {
      const foreign = await projectScopeOf(other.team);
      expect(await projectSession(uploader.deps, foreign, NOISY)).toMatchObject({ fault: { code: "not_found" } });
    } finally {
      await other.close();
    }
  });
});
