import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDrafts } from "@/server/core/decisions/find-drafts";
import { groupFailures } from "@/server/core/failures/group-failures";
import { composeHandoff } from "@/server/core/handoffs/compose";
import { checkClaim } from "@/server/core/transcripts/detect";
import { readTranscript } from "../memory/testing/read-transcript";
import { nativeTruth } from "./testing/native-truth";

const corpus = process.env["STEWARD_CORPUS"];
const CLIENTS = ["claude-code", "codex", "opencode", "pi", "gemini-cli", "copilot-cli", "swe-agent"];

interface Row {
  readonly client: string;
  readonly file: string;
  readonly told: readonly string[];
  readonly missed: readonly string[];
  readonly invented: readonly string[];
  readonly todos: "equal" | "none" | "differ";
  readonly openTodos: number;
  readonly test: "equal" | "untold" | "differ";
}

describe("composed notes against the transcripts themselves", () => {
  if (!corpus) console.log("STEWARD_CORPUS is not set: composed notes are not compared with transcripts.");

  it.skipIf(!corpus)(
    "name the files that were really modified and the todos that are really open",
    () => {
      const rows = CLIENTS.flatMap((client) =>
        transcripts(corpus ?? "", client).flatMap((files) => compare(client, files)),
      );
      print(rows);
      const wrong = rows.filter(({ missed, invented, todos }) => {
        return missed.length > 0 || invented.length > 0 || todos === "differ";
      });
      expect(wrong).toEqual([]);
      expect(rows.filter(({ todos }) => todos === "equal").length).toBeGreaterThan(0);
    },
    300_000,
  );
});

function compare(client: string, files: readonly string[]): Row[] {
  if (!isSupported(files[0] ?? "")) {
    console.log(`${client}: ${basename(files[0] ?? "")} is skipped, its transcripts are not read yet.`);
    return [];
  }
  const truth = nativeTruth(client, files);
  const sessions = readTranscript(files);
  const notes = sessions.map(({ input, nativeId, startedAtMs }) =>
    composeHandoff(input, {
      number: 1,
      startedAtMs,
      timeZone: "UTC",
      cwd: null,
      branch: null,
      decisions: findDrafts(input, nativeId).map((draft) => ({ draft, ref: null })),
      failures: groupFailures(input).map((failure) => ({ failure, ref: null })),
    }),
  );
  const cwd = sessions[0]?.cwd ?? "";
  const named = (path: string) => path.replace(/^\.\//, "").replace(cwd === "" ? /^$/ : `${cwd}/`, "");
  const told = [...new Set(notes.flatMap((note) => note?.filesModified.map(({ path }) => named(path)) ?? []))].sort();
  const real = [...new Set(truth.files.map(named))].sort();
  const open = notes
    .flatMap((note) => note?.progress ?? [])
    .filter(({ state }) => state === "open" || state === "in_progress")
    .map((todo) => todo.text)
    .sort();
  const test = notes.flatMap((note) => note?.checks ?? []).findLast(({ check }) => check === "test")?.passed ?? null;
  return [
    {
      client,
      file: basename(files[0] ?? ""),
      told,
      missed: real.filter((path) => !told.includes(path)),
      invented: told.filter((path) => !real.includes(path)),
      todos:
        truth.openTodos === null && open.length === 0
          ? "none"
          : isEqual(truth.openTodos ?? [], open)
            ? "equal"
            : "differ",
      openTodos: open.length,
      test:
        truth.lastTestPassed === null || test === null ? "untold" : truth.lastTestPassed === test ? "equal" : "differ",
    },
  ];
}

function isSupported(file: string): boolean {
  return checkClaim(null, readFileSync(file).subarray(0, 65_536), file).ok;
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.join("\n") === b.join("\n");
}

/** Precision and recall of the files by client, and how many lists of todos are the same. */
function print(rows: readonly Row[]): void {
  const count = (of: readonly Row[], many: (row: Row) => number) => of.reduce((sum, row) => sum + many(row), 0);
  const byClient = CLIENTS.map((client) => {
    const of = rows.filter((row) => row.client === client);
    const told = count(of, (row) => row.told.length);
    const right = told - count(of, (row) => row.invented.length);
    const missed = count(of, (row) => row.missed.length);
    return {
      client,
      sessions: of.length,
      files: told,
      precision: told === 0 ? null : right / told,
      recall: right + missed === 0 ? null : right / (right + missed),
      todosEqual: `${of.filter((row) => row.todos === "equal").length} of ${of.filter((row) => row.todos !== "none").length}`,
      openTodos: count(of, (row) => row.openTodos),
      lastTestEqual: `${of.filter((row) => row.test === "equal").length} of ${of.filter((row) => row.test !== "untold").length}`,
    };
  });
  console.table(byClient);
  for (const { file, missed, invented, todos, test } of rows) {
    if (missed.length + invented.length > 0 || todos === "differ" || test === "differ") {
      console.log(file, { missed, invented, todos, test });
    }
  }
}

/** Each transcript with the files of its sub-agents. */
function transcripts(folder: string, client: string): string[][] {
  const all = readdirSync(join(folder, client), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const mains = all.filter((file) => !file.includes("/subagents/")).sort();
  return mains.map((main) => [
    main,
    ...all.filter((file) => file.startsWith(`${main.replace(/\.\w+$/, "")}/subagents/`)),
  ]);
}
