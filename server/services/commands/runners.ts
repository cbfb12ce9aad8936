import { COMMAND_ARGS, type CommandName } from "../../core/commands/args";
import { graph, priority } from "./file-commands";
import {
  checkFailure,
  claim,
  constraints,
  decisions,
  preferences,
  recordADecision,
  recordAFailure,
  search,
} from "./memory-commands";
import { checkpoint, handoff, resume, summarize } from "./state-commands";
import { archive, budget, compact, load, pin, prune, restore, status, unpin } from "./window-commands";
import { ofProject, ofSession, type Runner } from "./world";

/** What each command of the table does. */
export const RUNNERS: Readonly<Record<CommandName, Runner>> = {
  status: ofSession(COMMAND_ARGS.status, status),
  summarize: ofSession(COMMAND_ARGS.summarize, summarize),
  decisions: ofProject(COMMAND_ARGS.decisions, decisions),
  handoff: ofSession(COMMAND_ARGS.handoff, handoff),
  priority: ofProject(COMMAND_ARGS.priority, priority),
  search: ofProject(COMMAND_ARGS.search, search),
  compact: ofSession(COMMAND_ARGS.compact, compact),
  budget: ofSession(COMMAND_ARGS.budget, budget),
  prune: ofSession(COMMAND_ARGS.prune, prune),
  archive: ofSession(COMMAND_ARGS.archive, archive),
  restore: ofSession(COMMAND_ARGS.restore, restore),
  pin: ofSession(COMMAND_ARGS.pin, pin),
  unpin: ofSession(COMMAND_ARGS.unpin, unpin),
  checkpoint: ofSession(COMMAND_ARGS.checkpoint, checkpoint),
  resume: ofProject(COMMAND_ARGS.resume, resume),
  load: ofProject(COMMAND_ARGS.load, load),
  graph: ofProject(COMMAND_ARGS.graph, graph),
  "record decision": ofProject(COMMAND_ARGS["record decision"], recordADecision),
  "record failure": ofProject(COMMAND_ARGS["record failure"], recordAFailure),
  "check failure": ofProject(COMMAND_ARGS["check failure"], checkFailure),
  constraints: ofProject(COMMAND_ARGS.constraints, constraints),
  preferences: ofProject(COMMAND_ARGS.preferences, preferences),
  claim: ofProject(COMMAND_ARGS.claim, claim),
};
