export type AuditPlace = { actor: string | null; action: string | null; cursor: string | null };

/** What the address says; nonsense counts as no filter, since the list then shows more and not less. */
export function readAuditPlace(params: Readonly<Record<string, string | string[] | undefined>>): AuditPlace {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === "string" && value !== "" && value.length <= 100 ? value : null;
  };
  const actor = text("actor");
  const known = actor === "system" || /^[0-9a-f-]{36}$/.test(actor ?? "");
  return { actor: known ? actor : null, action: text("action"), cursor: text("cursor") };
}

/** The list, or with `file` its export, under a filter. */
export function auditHref(team: string, place: Partial<AuditPlace>, file = ""): string {
  const params = new URLSearchParams();
  for (const name of ["actor", "action", "cursor"] as const) {
    const value = place[name];
    if (value) params.set(name, value);
  }
  const base = `/${team}/settings/audit${file}`;
  return params.size > 0 ? `${base}?${params}` : base;
}
