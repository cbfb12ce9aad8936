import { Argument, type Command } from "commander";
import { complete } from "../completion/complete";
import { SCRIPTS, SHELLS, type Shell } from "../completion/scripts";
import { findConnection } from "../config";
import { say } from "../output";
import { openApi } from "../upload/api";

/** Nobody waits longer for a Tab; without an answer there are no slugs to choose from. */
const SLUGS_LIMIT_MS = 800;

/** `completion <shell>` prints the script for a shell; what it asks is `complete`, which no help shows. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Prints the script that completes commands, options and values in your shell.")
    .addArgument(new Argument("<shell>", "the shell that loads it").choices(SHELLS))
    .addHelpText(
      "after",
      "\nExamples:\n  source <(steward completion bash)          in ~/.bashrc; zsh alike, in ~/.zshrc behind compinit\n" +
        "  steward completion fish > ~/.config/fish/completions/steward.fish\n" +
        "  steward completion powershell | Out-String | Invoke-Expression          in $PROFILE",
    )
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]));
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const { values, isFile } = await complete(program, words, projectSlugs);
      for (const { value, detail } of values) say.line(`${value}\t${detail}`);
      if (isFile) say.line(":files");
    });
}

async function projectSlugs(): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(SLUGS_LIMIT_MS);
    const key = await openApi(await findConnection(), { totalMs: 0, signal }).keys.whoami.query();
    return key.projects.map(({ slug }) => slug);
  } catch {
    return []; // nothing to choose from is no fault of a Tab
  }
}
