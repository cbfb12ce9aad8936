/** What may follow a listed name without making it another model: a date (Google leaves the year out), a context size, a release mark. */
const RELEASE_MARK = /^([-@](\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|latest|preview|exp|v\d+)|\[1m\])*$/;

/** `anthropic/claude-opus-4.8`, `us.anthropic.claude-opus-4-8-v1:0` and `claude-opus-4-8` are one model. */
export function normalizeModel(model: string): string {
  const bare = model
    .toLowerCase()
    .replace(/^.*[/]/, "")
    .replace(/^([a-z]+\.)?anthropic\./, "");
  return bare.replace(/:\d+$/, "").replace(/\./g, "-");
}

/** True when a normalized name is that of a listed model, with nothing but release marks behind it. */
export function isModel(name: string, listed: string): boolean {
  return name.startsWith(listed) && RELEASE_MARK.test(name.slice(listed.length));
}
