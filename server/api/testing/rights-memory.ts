import { OPEN, PROJECT_MEMBER, PROJECT_READ, type Procedure, TEAM_READ } from "./rights-callers";

const NOBODY = "018f0000-0000-7000-8000-000000000000";

/** Who may call what in the rooms of the team's memory; see `PROCEDURES`. */
export const MEMORY_PROCEDURES: Record<string, Procedure> = {
  "exchange.export": { answers: PROJECT_READ, input: { format: "context" } },
  "exchange.list": { answers: PROJECT_READ, input: { list: "runs", format: "csv" } },
  "exchange.members": { answers: TEAM_READ, input: { format: "csv" } },
  "exchange.preview": { answers: PROJECT_MEMBER, input: { files: [{ path: "notes.txt", text: "x" }] } },
  "exchange.import": {
    answers: PROJECT_MEMBER,
    input: { files: [{ path: "notes.txt", text: "x" }], digest: "another" },
    otherwise: ["CONFLICT"],
  },
  "decisions.list": { answers: PROJECT_READ },
  "decisions.history": { answers: PROJECT_READ },
  "decisions.export": { answers: PROJECT_READ, input: { format: "csv" } },
  "decisions.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.propose": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.accept": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.reject": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.deprecate": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.undo": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.supersede": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1, successor: 2 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, decision: { title: "Tabs" } },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.record": {
    answers: PROJECT_MEMBER,
    input: { decision: { title: "Tabs, not spaces", supersedes: [4_000] } },
    otherwise: ["BAD_REQUEST"],
  },

  "decisions.queue": { answers: PROJECT_READ },
  "decisions.attention": { answers: PROJECT_READ },
  "decisions.flags": { answers: PROJECT_READ },
  "decisions.due": { answers: PROJECT_READ },
  "decisions.similar": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "decisions.citedBy": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "decisions.confirm": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.merge": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, into: 78 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.dismissFlag": {
    answers: PROJECT_MEMBER,
    input: { kind: "overlap", number: 78, other: 77 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.restoreFlag": {
    answers: PROJECT_MEMBER,
    input: { kind: "overlap", number: 78, other: 77 },
    otherwise: ["NOT_FOUND"],
  },

  "failures.list": { answers: PROJECT_READ },
  "failures.history": { answers: PROJECT_READ },
  "failures.export": { answers: PROJECT_READ, input: { format: "csv" } },
  "failures.get": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "failures.resolve": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.reopen": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.undo": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.check": { answers: PROJECT_READ, input: { text: "npm test" } },
  "failures.merge": {
    answers: PROJECT_MEMBER,
    input: { number: 77, into: 78, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "failures.unmerge": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.split": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, fingerprints: ["npm test"] },
    otherwise: ["NOT_FOUND"],
  },
  "failures.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, failure: { title: "It hangs" } },
    otherwise: ["NOT_FOUND"],
  },
  "failures.record": { answers: PROJECT_MEMBER, input: { failure: { title: "It hangs" } }, otherwise: ["CONFLICT"] },

  "constraints.list": { answers: PROJECT_READ },
  "constraints.forPaths": { answers: PROJECT_READ, input: { paths: ["src/a.ts"] } },
  "constraints.export": { answers: PROJECT_READ, input: { format: "csv" } },
  "constraints.get": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "constraints.record": { answers: PROJECT_MEMBER, input: { rule: { title: "Never edit dist" } } },
  "constraints.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, rule: { title: "Never edit dist" } },
    otherwise: ["NOT_FOUND"],
  },
  "constraints.accept": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "constraints.retire": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "constraints.restore": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "constraints.undo": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },

  "preferences.list": { answers: PROJECT_READ },
  "preferences.export": { answers: PROJECT_READ, input: { format: "json" } },
  "preferences.get": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "preferences.record": { answers: PROJECT_MEMBER, input: { rule: { title: "Small commits" } } },
  "preferences.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, rule: { title: "Small commits" } },
    otherwise: ["NOT_FOUND"],
  },
  "preferences.accept": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "preferences.retire": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "preferences.restore": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "preferences.undo": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },

  "documents.list": { answers: PROJECT_READ },
  "documents.get": { answers: PROJECT_READ, input: { path: "NONE.md" }, otherwise: ["NOT_FOUND"] },
  "documents.put": { answers: PROJECT_MEMBER, input: { path: "AGENTS.md", text: "Ask first." } },
  "documents.remove": {
    answers: PROJECT_MEMBER,
    input: { path: "NONE.md", expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "documents.restore": {
    answers: PROJECT_MEMBER,
    input: { path: "NONE.md", expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "documents.previewConstraints": { answers: PROJECT_READ, input: { path: "NONE.md" }, otherwise: ["NOT_FOUND"] },
  "documents.takeOver": {
    answers: PROJECT_MEMBER,
    input: { path: "NONE.md", expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },

  "summaries.list": { answers: PROJECT_READ },
  "summaries.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "summaries.version": { answers: PROJECT_READ, input: { number: 1, version: 1 }, otherwise: ["NOT_FOUND"] },
  "summaries.compare": { answers: PROJECT_READ, input: { number: 1, from: 1, to: 1 }, otherwise: ["NOT_FOUND"] },
  "summaries.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1, title: "A session", markdown: "# Session Summary" },
    otherwise: ["NOT_FOUND"],
  },
  "summaries.compose": { answers: PROJECT_MEMBER, input: { session: 1 }, otherwise: ["NOT_FOUND", "BAD_REQUEST"] },

  "handoffs.list": { answers: PROJECT_READ },
  "handoffs.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.version": { answers: PROJECT_READ, input: { number: 1, version: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.create": { answers: PROJECT_MEMBER, input: { session: 1 }, otherwise: ["NOT_FOUND", "BAD_REQUEST"] },
  "handoffs.edit": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.saveDraft": {
    answers: PROJECT_MEMBER,
    input: { number: 1, baseVersion: 1, title: "Mine", markdown: "Text" },
    otherwise: ["NOT_FOUND"],
  },
  "handoffs.discardDraft": { answers: PROJECT_MEMBER, input: { number: 1 } },
  "handoffs.publish": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1, title: "Mine", markdown: "Text" },
    otherwise: ["NOT_FOUND"],
  },
  "handoffs.address": { answers: PROJECT_MEMBER, input: { number: 1, to: "team" }, otherwise: ["NOT_FOUND"] },
  "handoffs.move": { answers: PROJECT_MEMBER, input: { number: 1, move: "claim" }, otherwise: ["NOT_FOUND"] },
  "handoffs.share": { answers: PROJECT_MEMBER, input: { number: 1, days: 7 }, otherwise: ["NOT_FOUND"] },
  "handoffs.shares": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.revokeShare": { answers: PROJECT_MEMBER, input: { number: 1, id: NOBODY }, otherwise: ["NOT_FOUND"] },
  // Open to everyone who has a token; this one leads nowhere.
  "handoffs.shared": { answers: OPEN, input: { token: "A".repeat(43) }, otherwise: ["NOT_FOUND"] },

  "comments.list": { answers: PROJECT_READ, input: { kind: "handoff", number: 1 }, otherwise: ["NOT_FOUND"] },
  "comments.add": {
    answers: PROJECT_MEMBER,
    input: { kind: "handoff", number: 1, body: "Hello" },
    otherwise: ["NOT_FOUND"],
  },
  "comments.edit": { answers: PROJECT_MEMBER, input: { id: NOBODY, body: "Hello" }, otherwise: ["NOT_FOUND"] },
  "comments.remove": { answers: PROJECT_MEMBER, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },

  "memory.ofSession": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },

  "protocol.start": { answers: PROJECT_READ },
  "protocol.during": { answers: PROJECT_READ, input: { told: { contextTokens: 1_000 } } },
  "protocol.end": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND", "BAD_REQUEST"] },

  // What a command does needs its own right; these two only need to see the project.
  "commands.list": { answers: PROJECT_READ },
  "commands.run": { answers: PROJECT_READ, input: { text: "context preferences" } },
};
