import type { ProjectScope } from "@/server/core/access/scope";
import { NO_RECORD_FILTER } from "@/server/core/decisions/record-filter";
import { RULE_KINDS } from "@/server/core/rules/statuses";
import type { Deps } from "@/server/services/deps";
import { listRules } from "@/server/services/rules/list-rules";
import { putDocument } from "@/server/services/rules/put-document";
import { recordRule } from "@/server/services/rules/record-rule";
import { at, inNameOf, must } from "./days";
import { DEMO_DOCUMENTS, DEMO_RULES } from "./memory-rules";

/** What the demo's team keeps to. A title that the project has already is left alone, as is a document that says the same. */
export async function loadDemoRules(deps: Deps, scope: ProjectScope): Promise<void> {
  const known = new Set<string>();
  for (const kind of RULE_KINDS) {
    const page = { kind, filter: NO_RECORD_FILTER, sort: "newest", cursor: null, limit: 100 } as const;
    for (const { title } of must(await listRules(deps, scope, page)).rows) known.add(title);
  }
  for (const { daysAgo, by, says, ...rule } of DEMO_RULES) {
    if (known.has(says.title)) continue;
    const input = { ...rule, rule: { text: "", reason: "", affectedPaths: [], tags: [], evidence: [], ...says } };
    must(await recordRule(at(deps, daysAgo), inNameOf(scope, by), input));
  }
  const isNew = known.size === 0;
  for (const { daysAgo, by, path, text } of isNew ? DEMO_DOCUMENTS : []) {
    must(await putDocument(at(deps, daysAgo), inNameOf(scope, by), { path, text, expectedVersion: null }));
  }
}
