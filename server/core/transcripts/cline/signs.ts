type ClineClient = "cline" | "roo";

const LIST_OF_MESSAGES = /^\s*\[\s*\{/;
const ROLE = /"role"\s*:\s*"(?:user|assistant)"/;
/** What Cline puts into the texts of its messages, and beside them. */
const SIGNS =
  /"<environment_details>|"\[[a-z_]+(?: for '[^'"\\]{0,500}')?\] Result:|"text"\s*:\s*"<task>|"modelInfo"\s*:\s*\{/;
/** The log for the person beside the conversation: it holds no conversation, and its fault says what to name. */
const DISPLAY_LOG = /^\s*\[\s*\{\s*"ts"\s*:\s*\d+\s*,\s*"type"\s*:\s*"(?:say|ask)"/;
/** Roo Code tells its mode by a slug. */
const ROO = /# Current Mode\\n<slug>/;
const ROO_PATH = /roo-cline|kilo-?code/i;
const TASK_PATH = /\/api_conversation_history\.json$/;

/** Tells a task of Cline or of Roo Code; null when the document is none. The path helps where both write alike. */
export function clineClient(text: string, path: string | undefined): ClineClient | null {
  const slashed = path?.replaceAll("\\", "/") ?? "";
  const isConversation =
    LIST_OF_MESSAGES.test(text) && ROLE.test(text) && (SIGNS.test(text) || TASK_PATH.test(slashed));
  if (!isConversation && !DISPLAY_LOG.test(text)) return null;
  return ROO_PATH.test(slashed) || ROO.test(text) ? "roo" : "cline";
}
