import { LOOSE_POLICY, STRICT_POLICY } from "@/server/core/prune/policy";
import { nothingMeasured, type ReplayPolicy, replay } from "@/server/core/replay/measure";
import { stewardPolicy } from "@/server/core/replay/steward-policy";
import { readRecordings } from "./retention/recordings";
import { dedupByArguments, keepLast, maskAllBut, none, oracle, protectNewest } from "./retention/rivals";

const folder = process.argv.includes("--corpus") ? process.argv[process.argv.indexOf("--corpus") + 1] : undefined;
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const { recordings, unread } = readRecordings(folder ?? "");
console.log(unread.map((u) => u.slice(0, 150)).join("\n"));
console.log(
  recordings.length,
  recordings.reduce((s, r) => s + r.recording.requests.length, 0),
);
const policies: ReplayPolicy[] = [
  none,
  oracle,
  maskAllBut(10),
  keepLast(3, 100_000),
  protectNewest(40_000, 20_000, 2),
  dedupByArguments,
  stewardPolicy("strict", STRICT_POLICY),
  stewardPolicy("loose", LOOSE_POLICY),
];
const pc = (a: number, b: number) => (b === 0 ? "-" : ((100 * a) / b).toFixed(2)).padStart(7);
for (const policy of policies) {
  if (only && !policy.name.includes(only)) continue;
  const start = performance.now();
  const sum = nothingMeasured();
  for (const { recording } of recordings) replay(recording, policy, sum);
  const r = sum.recalls;
  console.log(
    policy.name.padEnd(34),
    pc(sum.fullTokens - sum.visibleTokens, sum.fullTokens),
    pc(sum.largeFullTokens - sum.largeVisibleTokens, sum.largeFullTokens),
    ...(["name", "rareName", "path", "line", "line40", "editAnchor"] as const).map((k) => pc(r[k].kept, r[k].needed)),
    "ch",
    pc(sum.changes, sum.requests),
    pc(sum.freeChanges, sum.requests),
    "lossy",
    pc(sum.lossyRequests, sum.requests),
    "cost",
    ...(["A", "B", "At", "Bt"] as const).map((m) => pc(sum.cost[m].without - sum.cost[m].with, sum.cost[m].without)),
    ((performance.now() - start) / 1000).toFixed(1) + "s",
  );
}
