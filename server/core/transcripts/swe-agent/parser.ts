import { DocumentParser } from "../document-parser";
import type { TranscriptOptions } from "../options";
import { readTrajectoryFile } from "./document";

/**
 * Reads SWE-agent's trajectories (`<instance>.traj`): what the model got and answered (`history`) beside what was run
 * (`trajectory`), in the function-calling and in the older text style; and mini-swe-agent's (`messages`).
 * https://swe-agent.com/latest/usage/trajectories/
 */
export class SweAgentParser extends DocumentParser {
  constructor(options: TranscriptOptions = {}) {
    super("swe-agent", options, readTrajectoryFile, "trajectory");
  }
}
