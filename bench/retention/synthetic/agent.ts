import type { SessionPart } from "@/server/core/transcripts/parser";
import type { Dialect } from "./dialect";
import type { Random } from "./random";
import { type Module, type Repository, testPathOf } from "./repository";
import { SessionWriter } from "./writer";

/**
 * A made-up agent that works as recorded ones do: it explores before it edits, edits lines that it read long before,
 * runs into failing checks and repairs them, reads again what it changed, talks about files and waits for people.
 */
export class Agent {
  private readonly writer: SessionWriter;
  /** What it has read whole so far, in order. */
  private readonly readSoFar: string[] = [];

  constructor(
    name: string,
    private readonly dialect: Dialect,
    private readonly repository: Repository,
    private readonly random: Random,
  ) {
    this.writer = new SessionWriter(name, dialect, repository.root, random);
  }

  run(tasks: number, compactBehind: number | null): SessionPart {
    const { random, writer, repository } = this;
    for (let task = 1; task <= tasks; task++) {
      const module = random.pick(repository.modules);
      this.task(module, task === 1);
      if (task === compactBehind) this.compact(module);
      writer.pause(random.chance(0.5) ? random.between(6, 45) : 1);
    }
    return writer.finish();
  }

  private task(module: Module, isFirst: boolean): void {
    const { random, writer } = this;
    const name = random.pick(module.functions);
    const field = random.pick(module.fields);
    writer.prompt(
      `\`${name}\` counts rows twice when ${field} is missing. Find out why, fix it in ${module.path} and what depends on it, and keep the tests green.`,
    );
    if (isFirst) this.orient();
    const related = this.explore(module, name);
    writer.respond(
      `The rows come through ${related[0] ?? module.path} before ${name} sees them, so ${field} has to be checked in ${module.path}. I start there.`,
    );
    const edits = random.between(5, 9);
    for (let at = 0; at < edits; at++) this.editSomething(module, related, at);
    this.checkUntilGreen(module, name);
    this.commit(module);
    writer.respond(
      `Done: ${name} in ${module.path} now checks ${field} first, and ${testPathOf(module.path)} covers it.`,
    );
  }

  private orient(): void {
    const { writer, dialect, repository } = this;
    writer.respond("I look at the rules and the layout first.");
    writer.call(dialect.read("CLAUDE.md", null), dialect.numbered(repository.lines("CLAUDE.md"), 1));
    writer.call(dialect.list("**/*.ts"), repository.paths().join("\n"));
    writer.respond();
    writer.call(
      dialect.read("docs/architecture.md", null),
      dialect.numbered(repository.lines("docs/architecture.md"), 1),
    );
  }

  /** Answers the files that were read, those of the task first. */
  private explore(module: Module, name: string): string[] {
    const { writer, dialect, repository, random } = this;
    writer.respond(`Where is ${name} used?`);
    writer.call(dialect.search(name), repository.search(name).join("\n"));
    writer.respond();
    writer.call(dialect.search(module.noun), repository.search(module.noun).slice(0, 120).join("\n"));
    const others = random.sample(
      repository.modules.filter((one) => one !== module),
      random.between(3, 6),
    );
    const paths = [module.path, testPathOf(module.path), ...others.map((one) => one.path)];
    for (const path of paths) {
      writer.respond(random.chance(0.4) ? `Next ${path}.` : undefined);
      this.read(path);
    }
    return paths;
  }

  private read(path: string): void {
    this.writer.call(this.dialect.read(path, null), this.dialect.numbered(this.repository.lines(path), 1));
    this.readSoFar.push(path);
  }

  private readPart(path: string, at: number): void {
    const lines = this.repository.lines(path);
    const first = Math.max(1, at - 14);
    const last = Math.min(lines.length, at + 15);
    this.writer.call(
      this.dialect.read(path, [first, last]),
      this.dialect.numbered(lines.slice(first - 1, last), first),
    );
  }

  /** Mostly in the file of the task; now and then in one that was read for an earlier task and not looked at since. */
  private editSomething(module: Module, related: readonly string[], at: number): void {
    const { random, writer } = this;
    const isOld = random.chance(0.15) && this.readSoFar.length > related.length;
    const path = isOld ? random.pick(this.readSoFar) : random.chance(0.6) ? module.path : random.pick(related);
    if (random.chance(0.25)) this.thinkAloud(module);
    writer.respond(random.chance(0.5) ? `Step ${at + 1}: ${path}.` : undefined);
    const line = this.edit(path);
    if (random.chance(0.2)) {
      writer.respond(`Let me see ${path} around the change.`);
      this.readPart(path, line);
    }
  }

  private thinkAloud(module: Module): void {
    const { writer, dialect, random } = this;
    const name = random.pick(module.functions);
    writer.respond(`Does anybody else call ${name}?`);
    writer.call(dialect.search(`${name}(`), this.repository.search(`${name}(`).join("\n"));
  }

  /** Changes one to four lines that stand together; answers where. */
  private edit(path: string): number {
    const { random, writer, dialect, repository } = this;
    const lines = repository.lines(path);
    const telling = lines.flatMap((line, at) => (line.trim().length > 20 ? [at] : []));
    const at = random.pick(telling);
    const count = Math.min(random.between(1, 4), lines.length - at);
    const before = lines.slice(at, at + count);
    const after = before.flatMap((line, offset) => (offset === 0 ? this.changed(line) : [line]));
    repository.replace(path, at, count, after);
    const first = Math.max(0, at - 4);
    const snippet = repository.lines(path).slice(first, at + after.length + 4);
    writer.call(dialect.edit(path, before, after), dialect.edited(path, snippet, first + 1));
    return at + 1;
  }

  private changed(line: string): string[] {
    const indent = line.match(/^\s*/)?.[0] ?? "";
    const mark = this.random.between(1_000, 9_999);
    const comment = line.trimStart().startsWith("-")
      ? `${indent}- See change ${mark}.`
      : `${indent}// Checked first: see change ${mark}.`;
    return [comment, line.replace(/\.length/, `.filter(Boolean).length /* ${mark} */`)];
  }

  /** Fails once or twice with what a check prints, is looked into and repaired, and passes. */
  private checkUntilGreen(module: Module, name: string): void {
    const { random, writer, dialect, repository } = this;
    const test = testPathOf(module.path);
    const failures = random.between(1, 2);
    for (let at = 0; at < failures; at++) {
      const lines = repository.lines(module.path);
      const line = Math.max(1, lines.findIndex((text) => text.includes(name)) + random.between(1, 12));
      writer.respond();
      writer.call(dialect.shell(`bun test ${test}`), this.failure(test, module, name, line), 1);
      writer.respond(`It breaks at ${module.path}:${line}.`);
      this.readPart(module.path, line);
      writer.respond();
      this.edit(random.chance(0.7) ? module.path : test);
    }
    writer.respond();
    writer.call(dialect.shell(`bun test ${test}`), this.success(test, module), 0);
    writer.respond();
    writer.call(dialect.shell("bun run build"), this.buildLog(), 0);
  }

  private failure(test: string, module: Module, name: string, line: number): string {
    const frames = this.random.sample(this.repository.modules, 8).map((one, at) => {
      return `      at ${this.random.pick(one.functions)} (${this.repository.root}/${one.path}:${20 + at * 7}:11)`;
    });
    return [
      "bun test v1.2.4",
      `${test}:`,
      ...module.functions
        .slice(0, 4)
        .map(
          (other) =>
            `${other === name ? "(fail)" : "(pass)"} ${other} > groups the rows [${this.random.between(1, 40)}ms]`,
        ),
      `error: expect(received).toBe(expected)\n\nExpected: ${this.random.between(1, 9)}\nReceived: undefined`,
      `      at ${name} (${this.repository.root}/${module.path}:${line}:18)`,
      ...frames,
      ` ${module.functions.length - 1} pass\n 1 fail`,
    ].join("\n");
  }

  private success(test: string, module: Module): string {
    const passed = module.functions.map((name) => `(pass) ${name} > groups the rows [${this.random.between(1, 40)}ms]`);
    return ["bun test v1.2.4", `${test}:`, ...passed, ` ${passed.length} pass\n 0 fail`].join("\n");
  }

  private buildLog(): string {
    const { random } = this;
    const chunk = () => `dist/chunk-${random.between(100_000, 999_999).toString(16)}.js`;
    return [
      "$ tsc -b && bun run bundle",
      ...Array.from(
        { length: random.between(30, 90) },
        () => `  ${chunk()}  ${random.between(2, 300)}.${random.between(0, 9)} kB`,
      ),
      `Built in ${random.between(2, 30)}.${random.between(0, 9)}s`,
    ].join("\n");
  }

  private commit(module: Module): void {
    const { writer, dialect, random } = this;
    writer.respond();
    const files = random.sample(this.readSoFar, 4).map((path) => ` M ${path}`);
    writer.call(dialect.shell("git status --short"), [` M ${module.path}`, ...files].join("\n"), 0);
    writer.respond();
    const sha = random.between(0x1000000, 0xfffffff).toString(16);
    writer.call(
      dialect.shell(`git commit -am "Check rows of ${module.noun} first"`),
      `[main ${sha}] Check rows of ${module.noun} first\n ${files.length + 1} files changed`,
      0,
    );
  }

  private compact(module: Module): void {
    this.readSoFar.length = 0;
    this.writer.compact(`We repaired ${module.path}; its tests pass. Next tasks follow. Rules are in CLAUDE.md.`);
  }
}
