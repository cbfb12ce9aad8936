const FIELDS = ["actor", "action", "subject", "project", "from", "to", "cursor"] as const;

export type AuditPlace = Record<(typeof FIELDS)[number], string | null>;

/** How the value of a field must look; nonsense counts as no filter, since the list then shows more and not less. */
const FORMS: Readonly<Record<(typeof FIELDS)[number], RegExp>> = {
  actor: /^(?:system|[0-9a-f-]{36})$/,
  action: /^[a-z_.-]{1,100}$/,
  subject: /^[^\0]{1,100}$/,
  project: /^[a-z0-9-]{1,64}$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  cursor: /^\S{1,100}$/,
};

/** What the address says. The name of a record may be written as people write it: `dec-14`. */
export function readAuditPlace(params: Readonly<Record<string, string | string[] | undefined>>): AuditPlace {
  const read = (name: keyof AuditPlace) => {
    const value = params[name];
    return typeof value === "string" && FORMS[name].test(value.trim()) ? value.trim() : null;
  };
  const [from, to] = [readDay(read("from")), readDay(read("to"))];
  const isSwapped = from !== null && to !== null && from > to;
  return {
    actor: read("actor"),
    action: read("action"),
    subject: readSubject(read("subject")),
    project: read("project"),
    from: isSwapped ? to : from,
    to: isSwapped ? from : to,
    cursor: read("cursor"),
  };
}

function readDay(text: string | null): string | null {
  return text === null || Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? null : text;
}

function readSubject(text: string | null): string | null {
  const record = /^(DEC|FAIL|CON|PREF|HND|SUM)-0*([1-9]\d{0,8})$/i.exec(text ?? "");
  return record ? `${record[1]?.toUpperCase()}-${record[2]?.padStart(3, "0")}` : text;
}

/** The list, or with `file` its export, under a filter. */
export function auditHref(
  team: string,
  place: Partial<AuditPlace>,
  file = "",
  more: Record<string, string> = {},
): string {
  const params = new URLSearchParams();
  for (const name of FIELDS) {
    const value = place[name];
    if (value) params.set(name, value);
  }
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  const base = `/${team}/settings/audit${file}`;
  return params.size > 0 ? `${base}?${params}` : base;
}

/** Something narrows the list. */
export function isAuditFiltered({ cursor: _cursor, ...filter }: AuditPlace): boolean {
  return Object.values(filter).some((value) => value !== null);
}
