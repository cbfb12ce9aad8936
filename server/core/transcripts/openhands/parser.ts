import { MixedParser } from "../mixed-parser";
import type { TranscriptOptions } from "../options";
import { OpenHandsReader } from "./reader";

/**
 * Reads OpenHands: `output.jsonl` of an evaluation (a line an instance, with its history), lists of events as the app
 * exports them, and events alone, a line or a file each, as it stores them. Both of its event formats are read: actions
 * and observations, and those of its SDK with a `kind`.
 * https://docs.all-hands.dev, https://docs.openhands.dev/sdk/arch/events
 */
export class OpenHandsParser extends MixedParser {
  constructor(options: TranscriptOptions = {}) {
    super("openhands", options, (file) => new OpenHandsReader(file), "events of OpenHands");
  }
}
