import type { Command } from "commander";
import type { ResetLinkProgram } from "@/server/core/setup/admin-program";
import { CliFault } from "../fault";
import { say } from "../output";
import { loadServerProgram, serverPlace } from "../server-program";

/** Commands for the server's own machine: they need no key, so they also help when nobody can sign in. */
export function addAdmin(command: Command): Command {
  command.description("On the server's own machine: helps people who cannot sign in.").helpCommand(false);
  command
    .command("reset-link")
    .description("Prints a link by which a person sets a new password. It works once, for an hour.")
    .argument("<email>", "the person's address")
    .option("--data <folder>", "the server's data folder (else .data; DATABASE_URL goes before it)")
    .option("--json", "print JSON for programs")
    .action(printResetLink);
  return command;
}

async function printResetLink(email: string, options: { data?: string; json?: boolean }): Promise<void> {
  const { resetLink } = await loadServerProgram<ResetLinkProgram>("admin.mjs");
  const link = await resetLink(serverPlace(options.data), email);
  if (!link.ok) throw new CliFault(link.fault.message);
  const { url, name, email: address, expiresAt } = link.value;
  if (options.json) {
    say.line(JSON.stringify({ url, name, email: address, expiresAt: expiresAt.toISOString() }, null, 2));
    return;
  }
  say.note(`For ${name} (${address}). It works once, until ${expiresAt.toLocaleTimeString("en-GB")}.`);
  say.line(url);
}
