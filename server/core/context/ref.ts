/** How transcripts, markers and agents name an event of a session: `ctx:<entryId>`. */
const PREFIX = "ctx:";
/** Longer than any id that ingest takes, so that a real one never fails here. */
const MAX_REF_CHARACTERS = 512;

/**
 * The entry id that a ref names: `ctx:<id>` or the bare id, trimmed. Null for what can be no ref: nothing left, line
 * breaks or U+0000 inside, more than 512 characters.
 */
export function entryIdOf(ref: string): string | null {
  const trimmed = ref.trim();
  const id = trimmed.startsWith(PREFIX) ? trimmed.slice(PREFIX.length) : trimmed;
  if (id === "" || trimmed.length > MAX_REF_CHARACTERS || hasForbidden(trimmed)) return null;
  return id;
}

export function refOf(entryId: string): string {
  return PREFIX + entryId;
}

function hasForbidden(text: string): boolean {
  return text.includes("\n") || text.includes("\r") || text.includes("\0");
}
