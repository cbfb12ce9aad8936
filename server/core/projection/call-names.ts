/**
 * Names of calls and tools that both model APIs take. Anthropic: `^[a-zA-Z0-9_-]+$`. OpenAI: at most 40 characters for
 * the id of a call ("string too long. Expected a string with maximum length 40") and 64 for the name of a tool.
 */
const MAX_ID_CHARACTERS = 40;
const MAX_NAME_CHARACTERS = 64;
const VALID_ID = /^[a-zA-Z0-9_-]{1,40}$/;
const INVALID_CHARACTER = /[^a-zA-Z0-9_-]/g;

/** A name of a call that is lost: it still has to be a name. */
const UNNAMED_TOOL = "unknown_tool";

/**
 * Gives every call of one window an id of its own. A client's id stays as it is where it is valid and not taken;
 * any other gets a hash of the event's ref behind it. The same events get the same ids, however many follow.
 */
export class CallNames {
  private readonly taken = new Set<string>();

  idOf(callId: string | null, ref: string): string {
    const wanted = callId ?? `call_${ref}`;
    const id = VALID_ID.test(wanted) && !this.taken.has(wanted) ? wanted : this.madeUp(wanted, ref);
    this.taken.add(id);
    return id;
  }

  private madeUp(wanted: string, ref: string): string {
    for (let attempt = 0; ; attempt++) {
      const ending = `_${fnv1a(attempt === 0 ? ref : `${ref}#${attempt}`)}`;
      const id = wanted.replace(INVALID_CHARACTER, "_").slice(0, MAX_ID_CHARACTERS - ending.length) + ending;
      if (!this.taken.has(id)) return id;
    }
  }
}

/** `functions.exec` and `mcp server/tool` become names that the APIs take. */
export function toolNameOf(tool: string | null): string {
  const name = (tool ?? "").replace(INVALID_CHARACTER, "_").slice(0, MAX_NAME_CHARACTERS);
  return name === "" ? UNNAMED_TOOL : name;
}

/** 32-bit FNV-1a in hexadecimal (RFC draft-eastlake-fnv): short, stable, and no secret. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
