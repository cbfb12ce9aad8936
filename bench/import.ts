import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { checkClaim, createParser } from "../server/core/transcripts/detect";

/**
 * Speed and memory of parsing transcripts: a generated file of 200 MB, and the files of the corpus when STEWARD_CORPUS
 * names a folder. Each file set is parsed in a process of its own, so that its peak memory is its own.
 *
 *   npm run bench -- import
 */
const GENERATED_BYTES = 200 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** Folders of the corpus whose files this version reads. */
const CORPUS_CLIENTS = ["claude-code", "codex", "opencode", "pi", "swe-agent"];

interface Measured {
  name: string;
  files: number;
  megabytes: number;
  seconds: number;
  megabytesPerSecond: number;
  peakRssMegabytes: number;
  records: number;
  events: number;
  badLines: number;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Parses the files one after the other, as a stream, and forgets what it was handed. */
function measure(name: string, files: readonly string[]): Measured {
  const chunk = new Uint8Array(CHUNK_BYTES);
  const total = { bytes: 0, records: 0, events: 0, badLines: 0 };
  const startedAt = performance.now();
  for (const file of files) parseFile(file, chunk, total);
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = total.bytes / 1e6;
  return {
    name,
    files: files.length,
    megabytes: round(megabytes),
    seconds: round(seconds),
    megabytesPerSecond: round(megabytes / seconds),
    // maxRSS is in kilobytes on every system.
    peakRssMegabytes: round((process.resourceUsage().maxRSS * 1024) / 1e6),
    records: total.records,
    events: total.events,
    badLines: total.badLines,
  };
}

function parseFile(
  file: string,
  chunk: Uint8Array,
  total: { bytes: number; records: number; events: number; badLines: number },
): void {
  const handle = openSync(file, "r");
  let read = readSync(handle, chunk);
  const client = checkClaim(null, chunk.subarray(0, read), file);
  if (!client.ok) throw new Error(`${file}: ${client.fault.message}`);
  const parser = createParser(client.value, { path: file, sha256 });
  if (!parser.ok) throw new Error(parser.fault.message);
  while (read > 0) {
    for (const part of parser.value.push(chunk.subarray(0, read))) total.events += part.events.length;
    total.bytes += read;
    read = readSync(handle, chunk);
  }
  for (const part of parser.value.end()) total.events += part.events.length;
  closeSync(handle);
  total.records += parser.value.report.records;
  total.badLines += parser.value.report.badLineCount;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Writes a session as Claude Code writes it: blocks of one response in records of their own, results of 0.2 to 20 KB. */
function generate(path: string, bytes: number): void {
  const handle = openSync(path, "w");
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    const lines = turnOf(turn).map((record) => JSON.stringify(record));
    written += writeSync(handle, `${lines.join("\n")}\n`);
  }
  closeSync(handle);
}

const SOURCE_LINE = "  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0); // “gross”\n";

function turnOf(turn: number): object[] {
  const uuid = (part: number) => `00000000-0000-4000-8000-${(turn * 8 + part).toString(16).padStart(12, "0")}`;
  const at = new Date(1_767_225_600_000 + turn * 4_000).toISOString();
  const envelope = (part: number) => ({
    parentUuid: part === 0 && turn === 0 ? null : uuid(part - 1),
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/app",
    sessionId: "11111111-2222-4333-8444-555555555555",
    version: "2.1.200",
    gitBranch: "main",
    uuid: uuid(part),
    timestamp: at,
  });
  const message = (block: object, output: number) => ({
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5",
    content: [block],
    usage: {
      input_tokens: 4,
      cache_creation_input_tokens: 900,
      cache_read_input_tokens: 40_000,
      output_tokens: output,
    },
  });
  const file = `/home/dev/app/src/part-${turn % 400}.ts`;
  const call = { type: "tool_use", id: `toolu_${turn}`, name: "Read", input: { file_path: file } };
  const result = {
    type: "tool_result",
    tool_use_id: `toolu_${turn}`,
    content: SOURCE_LINE.repeat(2 + ((turn * 7919) % 200)),
  };
  const prompt = {
    ...envelope(0),
    type: "user",
    message: { role: "user", content: `Go on with part ${turn}, please.` },
  };
  return [
    ...(turn % 10 === 0 ? [prompt] : []),
    {
      ...envelope(1),
      type: "assistant",
      requestId: `req_${turn}`,
      message: message({ type: "thinking", thinking: SOURCE_LINE, signature: "s".repeat(300) }, 3),
    },
    {
      ...envelope(2),
      type: "assistant",
      requestId: `req_${turn}`,
      message: message({ type: "text", text: `Reading ${file}.` }, 3),
    },
    { ...envelope(3), type: "assistant", requestId: `req_${turn}`, message: message(call, 180) },
    {
      ...envelope(4),
      type: "progress",
      data: { type: "hook_progress", hookName: "PostToolUse" },
      toolUseID: `toolu_${turn}`,
    },
    {
      ...envelope(5),
      type: "user",
      message: { role: "user", content: [result] },
      toolUseResult: { type: "text", file: { filePath: file, content: result.content } },
    },
  ];
}

function transcriptsUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Runs this file again for one set of files; the answer is one line of JSON. */
function measureInChild(name: string, files: readonly string[]): Measured {
  const script = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [...process.execArgv, script, "--measure", name], {
    encoding: "utf8",
    input: files.join("\n"),
    maxBuffer: 1e8,
  });
  if (child.status !== 0) throw new Error(`Measuring ${name} failed: ${child.stderr}`);
  return JSON.parse(child.stdout) as Measured; // written by measure() in the child
}

function printTable(rows: readonly Measured[]): void {
  console.log("set               files      MB       s    MB/s   peak RSS MB   records    events   bad lines");
  for (const row of rows) {
    console.log(
      [
        row.name.padEnd(16),
        String(row.files).padStart(6),
        row.megabytes.toFixed(1).padStart(8),
        row.seconds.toFixed(1).padStart(7),
        row.megabytesPerSecond.toFixed(1).padStart(7),
        row.peakRssMegabytes.toFixed(1).padStart(13),
        String(row.records).padStart(9),
        String(row.events).padStart(9),
        String(row.badLines).padStart(11),
      ].join(" "),
    );
  }
}

function run(): void {
  const folder = mkdtempSync(join(tmpdir(), "steward-bench-import-"));
  const rows: Measured[] = [];
  try {
    const generated = join(folder, "11111111-2222-4333-8444-555555555555.jsonl");
    generate(generated, GENERATED_BYTES);
    console.log(`Generated ${round(statSync(generated).size / 1e6)} MB in ${relative(process.cwd(), folder)}.`);
    rows.push(measureInChild("generated", [generated]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const corpus = process.env["STEWARD_CORPUS"];
  if (corpus) {
    for (const client of CORPUS_CLIENTS) rows.push(measureInChild(client, transcriptsUnder(join(corpus, client))));
  } else {
    console.log("Set STEWARD_CORPUS to a folder of transcripts to measure them too.");
  }
  printTable(rows);
  const [generated] = rows;
  console.log(JSON.stringify({ bench: "import", ...generated, sets: rows.slice(1) }));
}

if (process.argv[2] === "--measure") {
  const files = await new Promise<string>((resolve) => {
    let text = "";
    process.stdin.setEncoding("utf8").on("data", (piece) => {
      text += piece;
    });
    process.stdin.on("end", () => resolve(text));
  });
  process.stdout.write(JSON.stringify(measure(process.argv[3] ?? "", files.split("\n").filter(Boolean))));
} else {
  run();
}
