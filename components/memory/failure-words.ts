import type { FailureType } from "@/server/core/failures/group-failures";
import type { SimilarFailureView } from "@/server/core/failures/views";

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

const BY: Readonly<Record<SimilarFailureView["by"][number], string>> = {
  fingerprint: "the same command with the same cause",
  cause: "the same cause",
  command: "the same command",
  path: "the same path",
  words: "",
};
const SHOWN_WORDS = 5;

/** Why a failure is like what was asked: "the same command; shares retry, webhook". */
export function likenessWords({ by, words }: Pick<SimilarFailureView, "by" | "words">): string {
  const reasons = by.map((kind) => BY[kind]).filter((word) => word !== "");
  const shared = by.includes("words") ? words.slice(0, SHOWN_WORDS).join(", ") : "";
  return [...reasons, ...(shared === "" ? [] : [`shares ${shared}`])].join("; ");
}

const MAX_ASKED_CHARACTERS = 2_400;

/** A pasted log as it fits into an address: errors stand at its beginning or its end. */
export function askable(text: string): string {
  if (text.length <= MAX_ASKED_CHARACTERS) return text;
  const half = MAX_ASKED_CHARACTERS / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
