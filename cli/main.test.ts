import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "./main";

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** All commands that help shows, with those below them. */
function shown(parent: Command): Command[] {
  const visible = parent.createHelp().visibleCommands(parent);
  return visible.filter((command) => command.name() !== "help").flatMap((command) => [command, ...shown(command)]);
}

describe("help", () => {
  it("groups the commands", () => {
    const help = helpOf(createProgram());
    const headings = [
      "Agents' side:",
      "A session's context:",
      "Memory of the team:",
      "Data:",
      "Server and this machine:",
    ];
    const places = headings.map((heading) => help.indexOf(`\n${heading}\n`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(help).toContain("\nExamples:\n  steward login");
    expect(help).toContain("Exit codes: 0 done, 1 something was not taken, 2 wrong use or no server");
  });

  it("has an example for each command", () => {
    const all = shown(createProgram());
    expect(all.length).toBeGreaterThan(30);
    const without = all.filter((command) => !/^Examples?:\n {2}(?:source <\()?steward /m.test(helpOf(command)));
    expect(without.map((command) => command.name())).toEqual([]);
  });

  it("says of each command what it does, in a sentence", () => {
    const without = shown(createProgram()).filter((command) => !/^[A-Z].+\.$/s.test(command.description()));
    expect(without.map((command) => command.name())).toEqual([]);
  });
});

describe("the guide to the command line", () => {
  const guide = readFileSync(new URL("../docs/guides/cli.md", import.meta.url), "utf8");
  const program = createProgram();
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());

  it("lists the commands, all and no others", () => {
    const table = guide.slice(guide.indexOf("| Group |"), guide.indexOf("The second and third group"));
    const listed = [...table.matchAll(/`([a-z-]+)/g)].map(([, name]) => name);
    expect([...new Set(listed)].sort()).toEqual(names.filter((name) => name !== "help" && name !== "context").sort());
  });

  it("shows only commands and options that there are", () => {
    const lines = [...guide.matchAll(/^steward (.+)$|`steward ([^`<]+)`|\(steward ([^)]+)\)/gm)].map(
      ([, a, b, c]) => a ?? b ?? c ?? "",
    );
    expect(lines.length).toBeGreaterThan(10);
    const unknown = lines.filter((line) => {
      const [name = "", second] = line.split(" ");
      const command = program.commands.find((one) => one.name() === name);
      const own = command?.commands.find((one) => one.name() === second) ?? command;
      const options = line.replace(/"[^"]*"/g, "").match(/--[a-z-]+/g) ?? [];
      return name !== "--help" && (!own || options.some((option) => !helpOf(own).includes(`${option} `)));
    });
    expect(unknown).toEqual([]);
  });
});
