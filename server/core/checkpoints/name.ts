/** A checkpoint's name: the number of its session in the project, a dot, its own number in the session. `12.3` */
export function checkpointName(session: number, checkpoint: number): string {
  return `${session}.${checkpoint}`;
}

/** Reads `12.3`, and `12` for the latest of session 12; a leading `#` is allowed. Null for anything else. */
export function readCheckpointName(text: string): { session: number; checkpoint: number | null } | null {
  const match = /^#?([1-9]\d{0,8})(?:\.([1-9]\d{0,8}))?$/.exec(text.trim());
  if (!match) return null;
  return { session: Number(match[1]), checkpoint: match[2] === undefined ? null : Number(match[2]) };
}
