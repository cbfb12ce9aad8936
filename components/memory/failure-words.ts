import type { FailureType } from "@/server/core/failures/group-failures";

const WORDS: Readonly<Record<FailureType, string>> = {
  test_failure: "Test failure",
  build_failure: "Build or check failure",
  command_failure: "Command failure",
  tool_error: "Tool error",
};

/** Imported records may have types of their own; they read as they are written. */
export function typeWord(type: string): string {
  return type in WORDS ? WORDS[type as FailureType] : type.replaceAll("_", " ");
}
