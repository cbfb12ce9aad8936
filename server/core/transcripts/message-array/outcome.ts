import type { Outcome } from "../../events/kinds";
import { isObject, objectAt, parseObject } from "../json";

/** How a result ended. */
export interface Ending {
  outcome: Outcome;
  exitCode?: number;
}

/** Texts that stand for a person's no, or an interruption, whatever the program around the model. */
const STOPPED_TEXTS: readonly (readonly [Outcome, RegExp])[] = [
  [
    "refused",
    /^(?:The user doesn't want to|User (?:rejected|denied|declined|refused)|Permission denied by (?:the )?user)/i,
  ],
  ["collateral", /^(?:Sibling tool call errored|Cancelled: parallel tool call)/],
  ["aborted", /^(?:\[Request interrupted by user|Request was aborted|Command was aborted|aborted by user)/i],
];

const EXIT_CODE =
  /^(?:(?:Error|Process|Command)[:,]? )?(?:exited with (?:exit )?code|exit code|exit status|returned(?: code)?)[: ]+(-?\d{1,10})\b/im;
const RETURN_CODE_TAG = /^<returncode>(-?\d{1,10})<\/returncode>/;
const ERROR_TEXT = /^(?:(?:Error|ERROR)(?::| \w)|Traceback \(most recent call last\):|[\w.]*(?:Error|Exception): )/;
/** Where a message about the ending stands; what a program printed behind it tells nothing of the call. */
const HEAD_CHARACTERS = 500;

/**
 * The ending of a call by what its result says. `isError` is the format's own flag; undefined where it has none, then
 * an exit code or a text that begins as an error tells.
 */
export function endingOf(text: string, isError: boolean | undefined): Ending {
  const head = text.slice(0, HEAD_CHARACTERS);
  const stopped = isError === false ? undefined : STOPPED_TEXTS.find(([, pattern]) => pattern.test(head))?.[0];
  const exitCode = exitCodeOf(text, head);
  const failed = isError ?? (exitCode === undefined ? ERROR_TEXT.test(head) : exitCode !== 0);
  const outcome = stopped ?? (failed ? "error" : "ok");
  return exitCode === undefined ? { outcome } : { outcome, exitCode };
}

function exitCodeOf(text: string, head: string): number | undefined {
  const told = RETURN_CODE_TAG.exec(head)?.[1] ?? EXIT_CODE.exec(head)?.[1];
  if (told !== undefined) return Number(told);
  const value = text.startsWith("{") ? parseObject(text) : null;
  const packed = value?.["exit_code"] ?? value?.["exitCode"] ?? value?.["returncode"] ?? packedInMetadata(value);
  return typeof packed === "number" && Number.isSafeInteger(packed) ? packed : undefined;
}

function packedInMetadata(value: unknown): unknown {
  return isObject(value) ? objectAt(value, "metadata")["exit_code"] : undefined;
}
