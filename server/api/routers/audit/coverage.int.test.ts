import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../../core/access/scope";
import { analyseSession } from "../../../services/analysis/analyse-session";
import { SessionFixture } from "../../../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { recordFindings } from "../../../services/memory/record-findings";
import { aPerson } from "../../../services/testing/team-fixture";
import { appRouter, createCaller } from "../../root";

/**
 * Whoever adds a mutation says here whether it changes a record or a right. Then a step below calls it and names the
 * entry that it writes; else a reason says why the audit log can do without.
 */
const NEEDS_NONE: Readonly<Record<string, string>> = {
  "ingest.append": "What a client saw; events name their session and key, and are never changed.",
  "ingest.transcript": "As ingest.append.",
  "ingest.setCursor": "Where a client goes on reading its own file.",
  "files.indexStart": "An index of the repository, replaced by the next one.",
  "files.indexPart": "As files.indexStart.",
  "files.indexFinish": "As files.indexStart.",
  "files.pin": "A hint what to load first; the file's page names who gave it.",
  "files.unpin": "As files.pin.",
  "catalogue.setCategory": "A label of the catalogue, neither a record nor a right.",
  "handoffs.saveDraft": "Text that only its writer sees until it is published.",
  "handoffs.discardDraft": "As handoffs.saveDraft.",
  "handoffs.shared": "Reads a shared note; what it counts stands on the link.",
  "comments.add": "A comment names its author and when it was written.",
  "comments.edit": "A comment names its author and when it was edited.",
  "comments.remove": "Only by its author, and the row stays.",
  "checkpoints.create": "A checkpoint names who made it, and is never changed.",
  "checkpoints.resume": "Makes a text of a checkpoint for a fresh session.",
  "prune.run": "A run is a record of its own that names who asked; what was refused is audited by the service.",
  "prune.applied": "A client says that it carried a run out; the run says so.",
  "context.archive": "A transition names who made it and why, and can be undone.",
  "context.restore": "As context.archive.",
  "context.pin": "A pin names who set it, why and until when.",
  "context.unpin": "As context.pin.",
  "context.repin": "As context.pin.",
  "context.ack": "As context.pin.",
  "policy.preview": "Writes nothing.",
  "exchange.preview": "Writes nothing.",
  "protocol.end": "Calls the services of summaries, notes and checkpoints, which write their own entries.",
  "commands.run": "Calls the services of the command that was meant, which write their own entries.",
};

/** Audited, and tried where its world is set up: the file that looks for the entry, and the entry. */
const TRIED_ELSEWHERE: Readonly<Record<string, readonly [file: string, action: string]>> = {
  "prune.undo": ["services/runs/undo.int.test.ts", "prune.undone"],
  "exchange.import": ["api/routers/exchange/exchange.int.test.ts", "import.applied"],
};

interface Step {
  readonly path: string;
  readonly as?: Principal;
  readonly input: object | (() => Promise<object>);
  /** What it writes down, on every record that it changes. */
  readonly actions: readonly string[];
  readonly keep?: string;
}

let uploader: Uploader;
let place: { team: string; project: string };
const kept = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  uploader = await anUploader();
  place = { team: uploader.team.slug, project: uploader.team.project.slug };
  const fixture = new SessionFixture({ client: "claude-code", id: "one", cwd: "/repo", projectSlug: place.project })
    .said("Make the tests pass, and write down why they fail.")
    .ran("npm test", { exit: 1, out: "Error: the queue is closed" })
    .ran("npm test", { exit: 1, out: "Error: the queue is closed" })
    .answered("The queue closes before the last test.");
  const { session } = await uploader.append(fixture);
  const target = { teamId: uploader.team.teamId, sessionId: session.id };
  await analyseSession(uploader.deps, target, { hooks: { recordFindings } });
});
afterAll(() => uploader.close());

/** The input that changes the newest version of a record. */
const at =
  (room: string, number: number, more: object = {}) =>
  async () => ({ ...(await latest(room, number)), ...more });

async function latest(room: string, number: number): Promise<{ number: number; expectedVersion: number }> {
  const record = await call(`${room}.get`, uploader.team.people.owner, { number });
  const [newest] = (record["versions"] ?? []) as { version: number }[]; // every room's view has its versions
  return { number, expectedVersion: newest?.version ?? 0 };
}

const id = (name: string) => async () => ({ id: kept.get(name)?.["id"], number: kept.get(name)?.["number"] });

function steps(): Step[] {
  const { team } = uploader;
  const guest = aPerson("Gil Guest");
  const source = { kind: "git_remote", value: "git@github.com:harbor/audited.git" };
  const decision = (title: string) => ({ decision: { title } });
  const rules = (room: "constraints" | "preferences", kind: string): Step[] => [
    {
      path: `${room}.record`,
      input: { rule: { title: "Ask first" }, status: "proposed" },
      actions: [`${kind}.recorded`],
    },
    { path: `${room}.accept`, input: at(room, 1), actions: [`${kind}.accepted`] },
    { path: `${room}.edit`, input: at(room, 1, { rule: { title: "Ask twice" } }), actions: [`${kind}.edited`] },
    { path: `${room}.undo`, input: at(room, 1), actions: [`${kind}.undone`] },
    { path: `${room}.retire`, input: at(room, 1), actions: [`${kind}.retired`] },
    { path: `${room}.restore`, input: at(room, 1), actions: [`${kind}.restored`] },
  ];
  const flag = async () => {
    await uploader.rows(
      `INSERT INTO decision_flag (team_id, project_id, kind, number, other, score, evidence, found_at)
       SELECT team_id, id, 'overlap', 2, 1, 0.9, '[]', now() FROM project WHERE slug = $1`,
      [place.project],
    );
    return { kind: "overlap", number: 2, other: 1 };
  };
  return [
    { path: "decisions.record", input: { ...decision("One"), status: "draft" }, actions: ["decision.recorded"] },
    { path: "decisions.propose", input: at("decisions", 1), actions: ["decision.proposed"] },
    { path: "decisions.accept", input: at("decisions", 1), actions: ["decision.accepted"] },
    { path: "decisions.undo", input: at("decisions", 1), actions: ["decision.undone"] },
    { path: "decisions.edit", input: at("decisions", 1, decision("One more")), actions: ["decision.edited"] },
    { path: "decisions.reject", input: at("decisions", 1), actions: ["decision.rejected"] },
    { path: "decisions.record", input: { ...decision("Two"), status: "accepted" }, actions: ["decision.recorded"] },
    { path: "decisions.confirm", input: at("decisions", 2), actions: ["decision.confirmed"] },
    { path: "decisions.record", input: { ...decision("Three"), status: "accepted" }, actions: ["decision.recorded"] },
    {
      path: "decisions.supersede",
      input: at("decisions", 2, { successor: 3 }),
      actions: ["decision.superseded", "decision.supersedes"],
    },
    { path: "decisions.deprecate", input: at("decisions", 3), actions: ["decision.deprecated"] },
    { path: "decisions.record", input: { ...decision("Four"), status: "draft" }, actions: ["decision.recorded"] },
    { path: "decisions.record", input: { ...decision("Five"), status: "proposed" }, actions: ["decision.recorded"] },
    { path: "decisions.merge", input: at("decisions", 4, { into: 5 }), actions: ["decision.merged"] },
    { path: "decisions.dismissFlag", input: flag, actions: ["decision.flag_dismissed"] },
    {
      path: "decisions.restoreFlag",
      input: { kind: "overlap", number: 2, other: 1 },
      actions: ["decision.flag_restored"],
    },

    { path: "failures.record", input: { failure: { title: "It hangs" } }, actions: ["failure.recorded"] },
    { path: "failures.edit", input: at("failures", 2, { failure: { title: "It hung" } }), actions: ["failure.edited"] },
    { path: "failures.resolve", input: at("failures", 2), actions: ["failure.resolved"] },
    { path: "failures.reopen", input: at("failures", 2), actions: ["failure.reopened"] },
    { path: "failures.undo", input: at("failures", 2), actions: ["failure.undone"] },
    {
      path: "failures.merge",
      input: at("failures", 2, { into: 1 }),
      actions: ["failure.merged", "failure.took-in"],
      keep: "merged",
    },
    {
      path: "failures.unmerge",
      input: async () => ({ number: 2, expectedVersion: kept.get("merged")?.["version"] }),
      actions: ["failure.unmerged", "failure.gave-back"],
    },
    {
      path: "failures.split",
      input: async () => {
        const { latest: rows } = await call("failures.get", team.people.owner, { number: 1 });
        return { ...(await latest("failures", 1)), occurrences: (rows as object[]).slice(0, 1) };
      },
      actions: ["failure.split", "failure.split-off"],
    },

    ...rules("constraints", "constraint"),
    ...rules("preferences", "preference"),
    {
      path: "documents.put",
      input: { path: "CONSTRAINTS.md", text: "# Constraints\n\n- Never edit dist.\n- Always ask first.\n" },
      actions: ["document.created"],
    },
    {
      path: "documents.takeOver",
      input: { path: "CONSTRAINTS.md", expectedVersion: 1 },
      actions: ["document.taken_over"],
    },
    { path: "documents.remove", input: { path: "CONSTRAINTS.md", expectedVersion: 1 }, actions: ["document.removed"] },
    {
      path: "documents.restore",
      input: { path: "CONSTRAINTS.md", expectedVersion: 1 },
      actions: ["document.restored"],
    },

    {
      path: "summaries.edit",
      input: at("summaries", 1, { title: "The queue", markdown: "# Session Summary\n\nIt closes too early.\n" }),
      actions: ["summary.edited"],
    },
    { path: "summaries.compose", input: { session: 1 }, actions: ["summary.composed"] },

    { path: "handoffs.create", input: { title: "By hand" }, actions: ["handoff.created"] },
    {
      path: "handoffs.publish",
      input: async () => ({ ...(await latest("handoffs", 1)), title: "Mine", markdown: "Text" }),
      actions: ["handoff.published"],
    },
    { path: "handoffs.address", input: { number: 1, to: "team" }, actions: ["handoff.addressed"] },
    { path: "handoffs.move", input: { number: 1, move: "claim" }, actions: ["handoff.claimed"] },
    { path: "handoffs.share", input: { number: 1, days: 7 }, actions: ["handoff.shared"], keep: "share" },
    {
      path: "handoffs.revokeShare",
      input: async () => ({ number: 1, id: kept.get("share")?.["id"] }),
      actions: ["handoff.share-revoked"],
    },

    {
      path: "policy.save",
      input: { body: { idleTurns: 8 }, expectedVersion: 0 },
      actions: ["policy.saved"],
    },
    {
      path: "keys.create",
      input: { name: "CI", scopes: ["read"], projects: "all", expiresInDays: null },
      actions: ["key.created"],
      keep: "key",
    },
    { path: "keys.revoke", input: id("key"), actions: ["key.revoked"] },
    { path: "keys.restore", input: id("key"), actions: ["key.restored"] },
    {
      path: "projects.create",
      input: { name: "Audited", timeZone: "UTC" },
      actions: ["project.created"],
      keep: "project",
    },
    { path: "projects.update", input: { name: "Billing" }, actions: ["project.updated"] },
    { path: "projects.addSource", input: source, actions: ["project.source_added"] },
    { path: "projects.removeSource", input: source, actions: ["project.source_removed"] },
    {
      path: "projects.createByKey",
      as: uploader.key,
      input: { name: "By a key", timeZone: "UTC" },
      actions: ["project.created"],
    },
    { path: "teams.update", input: { name: "Harbor and sons" }, actions: ["team.updated"] },
    { path: "members.setRole", input: { id: team.memberIds.viewer, role: "member" }, actions: ["member.role_changed"] },
    {
      path: "members.setProjectRole",
      input: { id: team.memberIds.viewer, role: "viewer" },
      actions: ["member.project_role_changed"],
    },
    { path: "members.remove", input: { id: team.memberIds.viewer }, actions: ["member.removed"] },
    { path: "members.restore", input: { id: team.memberIds.viewer }, actions: ["member.restored"] },
    { path: "invites.create", input: { role: "member", email: null }, actions: ["invite.created"], keep: "invite" },
    { path: "invites.revoke", input: id("invite"), actions: ["invite.revoked"] },
    { path: "invites.restore", input: id("invite"), actions: ["invite.restored"] },
    {
      path: "invites.accept",
      as: guest,
      input: async () => ({ token: kept.get("invite")?.["token"] }),
      actions: ["member.joined"],
    },
    { path: "members.leave", as: guest, input: {}, actions: ["member.left"] },
    { path: "teams.create", as: guest, input: { name: "A team of one" }, actions: ["team.created"] },
    { path: "sessions.remove", input: { number: 1 }, actions: ["session.removed"] },
    { path: "projects.remove", input: async () => ({ confirm: place.project }), actions: ["project.removed"] },
  ];
}

describe("the audit log", () => {
  it("covers every mutation: each one writes an entry, or a reason says why it need not", () => {
    const audited = [...steps().map((step) => step.path), ...Object.keys(TRIED_ELSEWHERE)];
    const mutations = mutationPaths();
    expect(mutations.filter((one) => !audited.includes(one) && !(one in NEEDS_NONE))).toEqual([]);
    expect(Object.keys(NEEDS_NONE).filter((one) => !mutations.includes(one) || audited.includes(one))).toEqual([]);
    expect(audited.filter((one) => !mutations.includes(one))).toEqual([]);
  });

  it("is tried elsewhere where the file says so", () => {
    for (const [file, action] of Object.values(TRIED_ELSEWHERE)) {
      expect(readFileSync(path.resolve(import.meta.dirname, "../../..", file), "utf8")).toContain(action);
    }
  });

  it("has an entry of every change, by whoever made it, in its project", async () => {
    const missed: string[] = [];
    for (const step of steps()) missed.push(...(await missedBy(step)));
    expect(missed).toEqual([]);
  });
});

/** Makes the change, and says what the audit log does not tell of it. */
async function missedBy({ path: name, as, input, actions, keep }: Step): Promise<string[]> {
  const known = new Set((await entries()).map((entry) => entry["id"]));
  const told = typeof input === "function" ? await input() : input;
  const answer = await call(name, as ?? uploader.team.people.owner, told).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  if (keep !== undefined) kept.set(keep, answer);
  const written = (await entries()).filter((entry) => !known.has(entry["id"]));
  const missing = actions.filter((action) => !written.some((entry) => entry["action"] === action));
  const nameless = written.filter((entry) => entry["actor"] === "system");
  return [
    ...missing.map((action) => `${name} wrote [${written.map((entry) => entry["action"])}], not ${action}`),
    ...nameless.map((entry) => `${name} names nobody in ${entry["action"]}`),
  ];
}

function entries(): Promise<Record<string, unknown>[]> {
  return uploader.rows("SELECT id, action, actor, subject FROM audit_entry");
}

/** Calls a procedure by its path, as the wire does. */
async function call(procedure: string, principal: Principal, input: object): Promise<Record<string, unknown>> {
  let step: unknown = createCaller({ deps: uploader.deps, principal });
  // The caller is a proxy whose steps are made as they are asked for.
  for (const name of procedure.split(".")) step = (step as Record<string, unknown>)[name];
  if (typeof step !== "function") throw new Error(`${procedure} is no procedure`);
  return step({ ...place, ...input });
}

function mutationPaths(): string[] {
  // Its type nests by room; at run time tRPC keeps one flat map from path to procedure.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  return Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === "mutation" ? [name] : []));
}
