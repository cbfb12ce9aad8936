import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { STAGES } from "@/server/core/events/kinds";
import { addSmartCommands } from "../commands/smart/register";
import { complete } from "./complete";

function program(): Command {
  const made = new Command("steward");
  made.command("import").argument("[paths...]").option("--dry-run", "send nothing").option("--batch <events>");
  made.command("index").argument("[folder]").option("--coverage <file>");
  made.command("complete", { hidden: true });
  addSmartCommands(made, { except: [] });
  return made;
}

const ask = (...words: string[]) => complete(program(), words, async () => ["billing-api", "harbor-web"]);
const values = async (...words: string[]) => (await ask(...words)).values.map(({ value }) => value);

describe("completion", () => {
  it("offers commands with what they do, but none that are hidden", async () => {
    expect(await values("re")).toEqual(["restore", "resume", "record"]);
    expect((await ask("stat")).values).toEqual([
      { value: "status", detail: "How full the window is, and what to do about it." },
    ]);
    expect(await values("record", "")).toEqual(["decision", "failure"]);
    expect(await values("compl")).toEqual([]);
  });

  it("offers the values that the table knows", async () => {
    expect(await values("load", "")).toEqual(STAGES);
    expect(await values("load", "--stage", "ex")).toEqual(["execute"]);
    expect(await values("budget", "")).toContain("200k");
    expect(await values("priority", "src/a.ts", "p")).toEqual(["P0", "P1", "P2", "P3"]);
    expect(await values("load", "--project", "billing-api", "v")).toEqual(["verify"]);
  });

  it("offers options once, and only until they are over", async () => {
    expect(await values("status", "--se")).toEqual(["--session", "--server"]);
    expect(await values("status", "--json", "--j")).toEqual([]);
    expect(await values("search", "--", "--")).toEqual([]);
    expect(await values("import", "--batch", "")).toEqual([]);
  });

  it("offers the projects of the key", async () => {
    expect(await values("status", "--project", "")).toEqual(["billing-api", "harbor-web"]);
    expect(await values("status", "--project=h")).toEqual(["--project=harbor-web"]);
    // As bash takes it apart.
    expect(await values("status", "--project", "=", "h")).toEqual(["harbor-web"]);
  });

  it("leaves files to the shell", async () => {
    for (const words of [
      ["import", ""],
      ["index", "--coverage", ""],
      ["priority", ""],
      ["constraints", "a.ts", ""],
    ]) {
      expect(await ask(...words)).toEqual({ values: [], isFile: true });
    }
    expect(await ask("search", "")).toEqual({ values: [], isFile: false });
  });

  it("goes on in a phrase", async () => {
    expect(await values("context", "sta")).toEqual(["status"]);
    expect(await values("context", "record", "")).toEqual(["decision", "failure"]);
    expect(await values("context", "load", "ve")).toEqual(["verify"]);
  });

  it("takes an empty word in quotes, as PowerShell sends it", async () => {
    expect(await values("load", '""')).toEqual(STAGES);
  });
});
