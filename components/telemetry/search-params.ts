/** What Next gives a page as its query, as a URL's own parameters. */
export function toSearchParams(query: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) params.append(name, one);
    }
  }
  return params;
}
