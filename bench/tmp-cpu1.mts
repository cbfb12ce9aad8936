import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os"; import path from "node:path"; import pg from "pg";
import { migrate } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { startEmbeddedPostgres } from "../server/launcher/embedded-postgres";
import { findPostgresBinaries } from "../server/launcher/postgres-binaries";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { authenticateKey } from "../server/services/keys/authenticate-key";
import { aTeam, testDeps } from "../server/services/testing/team-fixture";
import { appendEvents } from "../server/services/ingest/append-events";
import { makeBatches } from "./ingest/make-batches";
import { copyRows, makeCopyTables, readRows } from "./ingest/copy-rows";
import { cpuSeconds } from "./ingest/cpu-seconds";
const root="/work/main";
const home = mkdtempSync(path.join(os.tmpdir(), "steward-bench-")); chmodSync(home, 0o755);
const pgs = await startEmbeddedPostgres({ binaries: findPostgresBinaries(root), home, logFile: path.join(home, "postgres.log"), password: "bench", preferredPort: null });
try {
  const url=pgs.url("bench"); await ensureDatabase(url); await migrate(url, root+"/prisma/migrations"); await migrateJobs(url);
  const deps=testDeps(url); const team=await aTeam(deps); const {secret}=await team.key(); const key=await authenticateKey(deps, secret) as any;
  const run = async (seed:number, per:number, measure:boolean) => {
    const texts=makeBatches({sessions:8,batchesPerSession:per,batchEvents:500,seed,project:team.project.slug}).map(x=>JSON.stringify(x)); const n=texts.length*500;
    (globalThis as any).gc?.();
    const c=process.cpuUsage(); const p0=cpuSeconds(pgs.pid)!; const t=performance.now(); let next=0;
    await Promise.all([1,2,3,4].map(async()=>{ for(;;){ const i=next++; if(i>=texts.length) return; const x=texts[(i%8)*per+Math.floor(i/8)]!; const r=await appendEvents(deps,key,JSON.parse(x)); if(!r.ok) throw new Error(r.fault.message);} }));
    const d=process.cpuUsage(c);
    if (measure) console.log("ingest", Math.round(n/(performance.now()-t)*1000),"ev/s  node cpu", ((d.user+d.system)/n).toFixed(1),"µs/ev  pg cpu", ((cpuSeconds(pgs.pid)!-p0)*1e6/n).toFixed(1),"µs/ev");
    return n;
  };
  await run(3,4,false);
  const pool=new pg.Pool({connectionString:url,max:4});
  await pool.query("TRUNCATE session, content, rollup CASCADE; CHECKPOINT");
  const n=await run(4,8,true);
  for (const s of [1]) { const data=await readRows(pool,s); await makeCopyTables(pool); await pool.query("CHECKPOINT"); const c=process.cpuUsage(); const p0=cpuSeconds(pgs.pid)!; const sec=await copyRows(pool,data); const d=process.cpuUsage(c); console.log("copy",s, Math.round(n/sec),"ev/s node", ((d.user+d.system)/n).toFixed(1), "pg cpu", ((cpuSeconds(pgs.pid)!-p0)*1e6/n).toFixed(1),"µs/ev"); }
  await pool.end(); await deps.db.close();
} finally { await pgs.stop(); rmSync(home,{recursive:true,force:true}); }
