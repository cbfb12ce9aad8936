import type { AuditItem } from "@/server/api/routers/audit/list";

/** What an entry says was done, in words. An action of a newer version is shown as it is stored. */
const WORDS: Readonly<Record<string, string>> = {
  "team.created": "made the team",
  "team.updated": "changed the team",
  "demo.loaded": "loaded the demo",
  "project.created": "made a project",
  "project.updated": "changed a project",
  "project.removed": "deleted a project",
  "project.source_added": "added a source",
  "project.source_removed": "removed a source",
  "session.removed": "deleted a session",
  "session.window_set": "set the window of a session",
  "key.created": "created a key",
  "key.revoked": "revoked a key",
  "key.restored": "took the revocation of a key back",
  "invite.created": "made an invitation",
  "invite.revoked": "revoked an invitation",
  "invite.restored": "took the revocation of an invitation back",
  "member.joined": "joined the team",
  "member.removed": "removed a member",
  "member.restored": "took the removal of a member back",
  "member.left": "left the team",
  "member.role_changed": "changed a role",
  "member.project_role_changed": "changed a role in a project",
  "policy.saved": "saved the policy",
  "import.applied": "imported records",
  "prune.refused": "asked for a run that was refused",
  "prune.undone": "undid a run",
  "failure.recorded": "recorded a failure",
  "failure.edited": "edited a failure",
  "failure.resolved": "resolved a failure",
  "failure.reopened": "reopened a failure",
  "failure.undone": "took a change of a failure back",
  "failure.merged": "merged a failure into another",
  "failure.took-in": "merged another failure into one",
  "failure.unmerged": "took a failure out of another",
  "failure.gave-back": "took a merge of a failure back",
  "failure.split": "split a failure",
  "failure.split-off": "split a failure off",
  "decision.recorded": "recorded a decision",
  "decision.edited": "edited a decision",
  "decision.draft": "made a decision a draft again",
  "decision.proposed": "proposed a decision",
  "decision.accepted": "accepted a decision",
  "decision.rejected": "rejected a decision",
  "decision.deprecated": "said a decision no longer holds",
  "decision.superseded": "superseded a decision",
  "decision.supersedes": "said what a decision supersedes",
  "decision.amends": "said what a decision amends",
  "decision.merged": "merged a draft into a decision",
  "decision.confirmed": "said that a decision still holds",
  "decision.flag_dismissed": "said that two decisions are no conflict",
  "decision.flag_restored": "took back that two decisions are no conflict",
  "decision.restored": "put a superseded decision back in force",
  "decision.undone": "took a change of a decision back",
  "constraint.recorded": "recorded a constraint",
  "constraint.edited": "edited a constraint",
  "constraint.accepted": "accepted a constraint",
  "constraint.retired": "retired a constraint",
  "constraint.restored": "restored a constraint",
  "constraint.undone": "took a change of a constraint back",
  "preference.recorded": "recorded a preference",
  "preference.edited": "edited a preference",
  "preference.accepted": "accepted a preference",
  "preference.retired": "retired a preference",
  "preference.restored": "restored a preference",
  "preference.undone": "took a change of a preference back",
  "document.created": "uploaded a document",
  "document.changed": "uploaded a document again",
  "document.removed": "removed a document",
  "document.restored": "restored a document",
  "document.taken_over": "took constraints of a document over",
  "handoff.created": "wrote a handoff note",
  "handoff.published": "published a handoff note",
  "handoff.addressed": "addressed a handoff note",
  "handoff.claimed": "claimed a handoff note",
  "handoff.released": "released a handoff note",
  "handoff.acknowledged": "acknowledged a handoff note",
  "handoff.reopened": "reopened a handoff note",
  "handoff.shared": "shared a handoff note by a link",
  "handoff.share-revoked": "ended a link to a handoff note",
};

export function auditWords(action: string): string {
  return WORDS[action] ?? action;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names that only say what their value shows by itself. */
const BARE: ReadonlySet<string> = new Set(["name", "title", "email", "source", "changes"]);

const VALUES: Readonly<Record<string, (value: string) => string>> = {
  days: (value) => `for ${value} ${value === "1" ? "day" : "days"}`,
  role: (value) => `as ${value}`,
  scopes: (value) => `may ${value}`,
  to: (value) => `to ${value === "next-session" ? "the next session" : value === "team" ? "the team" : value}`,
  number: (value) => `S-${value}`,
  putBack: (value) => `${value} events put back`,
  kept: (value) => (value === "0" ? "" : `${value} changed since and stay`),
  policy: (value) => `policy v${value}`,
  note: (value) => `“${value}”`,
  requests: (value) => `at request ${value}`,
  // What a refused run was asked for is the server's own note, which knows the same question again; the CSV has it.
  question: () => "",
  again: (value) => (value === "true" ? "was here before" : ""),
};

/** What changed, in words. An id that no page shows says nothing to a reader and stays in the CSV. */
export function auditDetail(detail: AuditItem["detail"]): string {
  return detail
    .filter(({ value }) => !UUID.test(value))
    .map(({ name, value }) => VALUES[name]?.(value) ?? (BARE.has(name) ? value : `${name} ${value}`))
    .filter((words) => words !== "")
    .join(" · ");
}
