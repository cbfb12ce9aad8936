import { z } from "zod";
import { CommandAnswer } from "../../../core/commands/answer";
import { COMMAND_NAMES } from "../../../core/commands/args";
import { runCommand } from "../../../services/commands/run-command";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const Session = { session: SessionNumber.shape.number.nullable().default(null) };

const RunInput = z.union([
  z.object({ text: z.string().max(20_000), ...Session }),
  z.object({ name: z.enum(COMMAND_NAMES), args: z.record(z.string(), z.unknown()).default({}), ...Session }),
]);

/** A smart command, as a phrase or by name. What it does needs its own right, which is checked for the caller. */
export const run = projectProcedure("project:read")
  .input(RunInput)
  .output(CommandAnswer)
  .mutation(({ ctx, input }) => unwrap(runCommand(ctx.deps, { principal: ctx.principal, scope: ctx.scope }, input)));
