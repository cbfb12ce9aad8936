import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os"; import path from "node:path";
import { migrate } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { startEmbeddedPostgres } from "../server/launcher/embedded-postgres";
import { findPostgresBinaries } from "../server/launcher/postgres-binaries";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { authenticateKey } from "../server/services/keys/authenticate-key";
import { aTeam, testDeps } from "../server/services/testing/team-fixture";
import { appendEvents } from "../server/services/ingest/append-events";
import { makeBatches } from "./ingest/make-batches";
const root="/work/main";
const home = mkdtempSync(path.join(os.tmpdir(), "steward-bench-")); chmodSync(home, 0o755);
const pgs = await startEmbeddedPostgres({ binaries: findPostgresBinaries(root), home, logFile: path.join(home, "postgres.log"), password: "bench", preferredPort: null });
try {
  const url=pgs.url("bench"); await ensureDatabase(url); await migrate(url, root+"/prisma/migrations"); await migrateJobs(url);
  const deps=testDeps(url); const team=await aTeam(deps); const {secret}=await team.key(); const key=await authenticateKey(deps, secret) as any;
  const b=makeBatches({sessions:8,batchesPerSession:8,batchEvents:500,seed:3,project:team.project.slug}); const n=b.length*500;
  for (const x of b.slice(0,8)) await appendEvents(deps,key,x);
  const b2=makeBatches({sessions:8,batchesPerSession:8,batchEvents:500,seed:4,project:team.project.slug});
  const t=performance.now(); const c=process.cpuUsage(); let next=0;
  await Promise.all([1,2,3,4].map(async()=>{ for(;;){ const i=next++; const x=b2[(i%8)*8+Math.floor(i/8)]; if(i>=64||!x) return; const r=await appendEvents(deps,key,x); if(!r.ok) throw new Error(r.fault.message);} }));
  const d=process.cpuUsage(c);
  console.log("4 in flight:", ((performance.now()-t)*1000/n).toFixed(1),"µs/event wall", ((d.user+d.system)/n).toFixed(1),"µs cpu/event", Math.round(n/(performance.now()-t)*1000),"ev/s");
  await deps.db.close();
} finally { await pgs.stop(); rmSync(home,{recursive:true,force:true}); }
