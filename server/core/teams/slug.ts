/** The part of the address that names a team or project: `harbor` in `/harbor/billing-api`. */
export const SLUG_MAX_CHARACTERS = 40;
export const SLUG_SHAPE = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** First words of addresses that the program itself uses, now or soon; a team of that name could not be opened. */
const RESERVED_TEAM_SLUGS: ReadonlySet<string> = new Set(
  `about account admin api app assets auth blog demo-data docs favicon forbidden health healthz help install invite invites join
   login logout mcp metrics new oauth preview privacy public robots settings share sign-in sign-out sign-up signin signout
   signup sitemap static status support system team teams terms user users well-known www`.split(/\s+/),
);

/** Second words that the pages of a team use. */
const RESERVED_PROJECT_SLUGS: ReadonlySet<string> = new Set(
  "api audit edit keys members new policy project projects search settings team usage".split(" "),
);

export type SlugKind = "team" | "project";

export function isReservedSlug(kind: SlugKind, slug: string): boolean {
  return (kind === "team" ? RESERVED_TEAM_SLUGS : RESERVED_PROJECT_SLUGS).has(slug);
}

/** `Billing API (Über)` → `billing-api-uber`. A name without Latin letters or digits gives the kind's own word. */
export function slugOf(kind: SlugKind, name: string): string {
  const slug = cut(
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-"),
    SLUG_MAX_CHARACTERS,
  );
  if (slug === "") return `my-${kind}`;
  return isReservedSlug(kind, slug) ? cut(`${slug}-${kind}`, SLUG_MAX_CHARACTERS) : slug;
}

/** The slug, then `slug-2`, `slug-3`, …: what to try while the names before are taken. */
export function slugCandidate(slug: string, attempt: number): string {
  if (attempt <= 1) return slug;
  const suffix = `-${attempt}`;
  return cut(slug, SLUG_MAX_CHARACTERS - suffix.length) + suffix;
}

function cut(slug: string, characters: number): string {
  return slug.replace(/^-+/, "").slice(0, characters).replace(/-+$/, "");
}
