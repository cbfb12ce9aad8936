import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agentGuides } from "./agent-commands";
import { waitMs } from "./use-setup-progress";

describe("the commands of the first steps", () => {
  it("are commands and options that the command line has", () => {
    const cli = readFileSync(new URL("../../cli/main.ts", import.meta.url), "utf8");
    const commands = agentGuides("billing-api").flatMap(({ steps }) => steps.map(({ command }) => command));
    const own = commands.flatMap((command) => /^steward (.*)$/.exec(command)?.[1] ?? []);
    expect(own.length).toBeGreaterThan(4);
    for (const words of own.map((text) => text.split(" "))) {
      expect(cli).toContain(`.command("${words[0]}")`);
      for (const option of words.filter((word) => word.startsWith("--"))) expect(cli).toContain(`"${option}`);
    }
  });

  it("name the project", () => {
    for (const { steps } of agentGuides("ledger-ui")) expect(steps.at(-1)?.command).toContain("--project ledger-ui");
  });
});

describe("waiting for the first session", () => {
  it("asks often at first and every half minute in the end", () => {
    expect(waitMs(0)).toBe(2_000);
    expect(waitMs(5)).toBeLessThan(5_000);
    expect(waitMs(1_000)).toBe(30_000);
  });
});
