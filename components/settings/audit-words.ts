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
  "failure.resolved": "resolved a failure",
  "decision.accepted": "accepted a decision",
  "decision.rejected": "rejected a decision",
};

export function auditWords(action: string): string {
  return WORDS[action] ?? action;
}
