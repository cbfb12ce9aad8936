import type { SharedHandoff } from "@/server/core/handoffs/views";
import { formatDateTime } from "../ui/format";
import { PublicPage } from "./public-page";
import { WrittenNote } from "./written-note";

type SharedNoteProps = {
  shared: SharedHandoff;
  /** Links to this host lead into the team and stay words. */
  ownHost: string;
};

/** A shared note, read only. */
export function SharedNote({ shared, ownHost }: SharedNoteProps) {
  const { title, project, sharedBy, version, updatedAt, expiresAt, timeZone } = shared;
  return (
    <PublicPage
      note={`This link is good until ${formatDateTime(expiresAt, timeZone)}. Secrets were removed from the text.`}
    >
      <article aria-labelledby="shared">
        <header className="border-b border-line px-3.5 py-3 md:px-4">
          <h1 id="shared" className="[overflow-wrap:anywhere]">
            {title}
          </h1>
          <p className="mt-0.5 text-xs text-ink-3">
            Handoff note {shared.ref} of {project}, v{version} of {formatDateTime(updatedAt, timeZone)}. Shared by{" "}
            {sharedBy}.
          </p>
        </header>
        <h2 className="sr-only">The note</h2>
        <WrittenNote base={null} markdown={shared.markdown} keepLink={(href) => leadsOutside(href, ownHost)} />
      </article>
    </PublicPage>
  );
}

/** A full web address of another host. */
function leadsOutside(href: string, ownHost: string): boolean {
  if (!/^https?:\/\//i.test(href)) return false;
  return URL.canParse(href) && new URL(href).host.toLowerCase() !== ownHost.toLowerCase();
}
