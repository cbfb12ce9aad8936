import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { aSessionWithCopies } from "@/server/services/runs/testing/runs-fixture";
import { anImportWorld, type ImportWorld } from "./testing/import-world";
import { openApi } from "./upload/api";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
});
afterAll(() => world.close());

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The README's examples name the project of a first run; here it is another one. */
const here = (text: string) => text.replaceAll("my-project", "billing-api");

describe("what the guides say", () => {
  it("uploads as the README shows it with plain HTTP", async () => {
    const body = /-d '(\{"session".+?\})'\n/s.exec(read("README.md"))?.[1] ?? "";
    const { secret } = await world.uploader.team.key();
    const response = await fetch(`${world.server.origin}/api/trpc/ingest.append`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: here(body),
    });
    expect(await response.json()).toMatchObject({ result: { data: { accepted: 1, rejected: 0 } } });
  });

  it("uploads as the README shows it with @trpc/client", async () => {
    const sample = /mutate\((\{.+?\n\})\);/s.exec(read("README.md"))?.[1] ?? "";
    // The sample is written in TypeScript's object syntax: this evaluates it as the reader's program would.
    const batch: Parameters<ReturnType<typeof openApi>["ingest"]["append"]["mutate"]>[0] = new Function(
      `return ${here(sample)}`,
    )();
    const { secret } = await world.uploader.team.key();
    const api = openApi({ server: world.server.origin, key: secret }, { totalMs: 0 });
    expect(await api.ingest.append.mutate(batch)).toMatchObject({ accepted: 0, duplicates: 1, rejected: 0 });
  });

  it("lists the options of the command, all and no others", async () => {
    const help = (await world.steward.run(["import", "--help"])).out;
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name).sort();
    const listed = [...read("docs/guides/connect.md").matchAll(/^\| `(--[a-z-]+)/gm)].map(([, name]) => name).sort();
    expect(listed).toEqual(options);
  });

  it("leads only to pages that are there", () => {
    const pages = [
      "README.md",
      "CONTRIBUTING.md",
      ...readdirSync(path.join(root, "docs/guides"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/guides/${name}`),
    ];
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)]
        .map(([, target]) => path.join(path.dirname(page), target ?? ""))
        .filter((target) => !exists(target))
        .map((target) => `${page} → ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("what the guide to the context says", () => {
  const guide = read("docs/guides/context.md");
  const samples = [...guide.matchAll(/```ts\n(.+?)```/gs)].map(([, code]) => code ?? "");

  it("names only commands and options that there are", async () => {
    const lines = [...guide.matchAll(/`npx steward ([^`]+)`/g)].map(([, line]) => line ?? "");
    expect(lines.length).toBeGreaterThan(8);
    const wrong: string[] = [];
    for (const line of lines) {
      const [command = ""] = line.split(" ");
      const { code, out } = await world.steward.run([command, "--help"]);
      const named = [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option);
      if (code !== 0 || named.some((option) => !out.includes(`  ${option} `))) wrong.push(line);
    }
    expect(wrong).toEqual([]);
  });

  it("names only procedures that there are", () => {
    const known = new Set(Object.keys(appRouter._def.procedures));
    const rooms = [...new Set([...known].map((path) => path.split(".")[0]))].join("|");
    const named = [...guide.matchAll(new RegExp(`\\b((?:${rooms})\\.[a-zA-Z]+)\\b`, "g"))].map(
      ([, path]) => path ?? "",
    );
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(named.filter((path) => !known.has(path) && !path.endsWith(".md"))).toEqual([]);
  });

  it("runs as its samples show", async () => {
    const { secret } = await world.uploader.team.key({ scopes: ["read", "context"] });
    const { session: stored } = await world.uploader.append(aSessionWithCopies("guide"));
    const place = { team: world.uploader.team.slug, project: "billing-api", number: stored.number };
    const query = /input=(\{.+?\})'/.exec(guide)?.[1] ?? "";
    const input = JSON.stringify({ ...JSON.parse(query), ...place });
    const asked = await fetch(`${world.server.origin}/api/trpc/budget.status?${new URLSearchParams({ input })}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await asked.json()).toMatchObject({ result: { data: { session: stored.number } } });

    const api = openApi({ server: world.server.origin, key: secret }, { totalMs: 0 });
    const sent: unknown[] = [];
    // The samples are written for a reader's program: these are the names that it would have.
    const names = {
      steward: api,
      session: place,
      send: (context: unknown) => sent.push(context),
      result: "ctx:guide-e4",
    };
    for (const sample of samples) {
      const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
      await new AsyncFunction(...Object.keys(names), sample)(...Object.values(names));
    }
    expect(samples).toHaveLength(2);
    expect(sent).toMatchObject([{ format: "anthropic", messages: expect.any(Array) }]);
    expect(
      await world.uploader.rows("SELECT applied_at IS NOT NULL AS applied FROM prune_run WHERE mode = 'committed'"),
    ).toEqual([{ applied: true }]);
    const changes = await world.uploader.rows(
      "SELECT to_residency AS \"to\" FROM transition WHERE entry_id = 'guide-e4' ORDER BY created_at, id",
    );
    expect(changes).toEqual([{ to: "retained" }, { to: "full" }]);
  });
});

function exists(target: string): boolean {
  try {
    return readFileSync(path.join(root, target)).length >= 0;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EISDIR";
  }
}
