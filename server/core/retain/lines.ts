/** What makes a line worth keeping when the rest of a result goes. */

/** A line that says what went wrong. Zero counts ("0 errors") are good news. */
export function isErrorLine(line: string): boolean {
  const head = line.slice(0, LOOKED_AT);
  return ERROR.test(head) && !GOOD_NEWS.test(head);
}

/** A line is judged by its start, so that a minified file costs no more than a readable one. */
const LOOKED_AT = 300;

const ERROR =
  /\b(error|errors|failed|failure|failing|fail|fatal|panic|panicked|exception|traceback|assert(ion)?error|cannot|undefined reference|not found|denied|refused|timed out)\b|\w(Error|Exception)\b|✗|✘/i;
const GOOD_NEWS = /\b(0|no) (errors?|failed|failures?|fail|problems?)\b/i;

/** The name that a line declares: of a function, class, type, constant or heading, in the languages agents read most. */
export function declaredName(line: string): string | null {
  const match = DECLARATION.exec(line.trimStart().slice(0, LOOKED_AT));
  return match?.groups?.["name"] ?? match?.groups?.["heading"]?.trim() ?? null;
}

const DECLARATION =
  /^(?:\d{1,7}[\t:→|] {0,40})?(?:export |default |public |private |protected |static |abstract |async |pub(?:\([a-z]+\))? |final |override )*(?:(?:function\*?|class|interface|type|enum|struct|trait|impl|fn|func|def|module|namespace|const|let)\s+(?:\([^)]{0,80}\)\s*)?(?<name>[\w$]+)|#{1,4} (?<heading>.{1,60}))/;

/** Cuts at a length that keeps a line readable, and shows that it was cut. */
export function clip(line: string, maxCharacters: number): string {
  const trimmed = line.trimEnd();
  return trimmed.length <= maxCharacters ? trimmed : `${trimmed.slice(0, maxCharacters - 1)}…`;
}
