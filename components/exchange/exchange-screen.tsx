import { SettingsSection } from "../settings/section";
import { type Crumb, PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EXCHANGE_DOWNLOADS, LISTS } from "./downloads";
import { ImportPanel } from "./import-panel";

type ExchangeScreenProps = {
  base: { team: string; project: string };
  crumbs: readonly Crumb[];
  mayImport: boolean;
};

/** What the project remembers, as files: taken away at the top, brought in below. */
export function ExchangeScreen({ base, crumbs, mayImport }: ExchangeScreenProps) {
  const at = `/${base.team}/${base.project}/settings/exchange/export`;
  return (
    <>
      <PageHead title="Import and export" crumbs={crumbs} />
      <Sheet>
        <SettingsSection
          title="Export"
          hint="Every record in its newest version. Superseded ones are included and say so. Secrets were taken out when it was recorded."
        >
          <ul className="grid gap-2.5">
            {EXCHANGE_DOWNLOADS.map(({ name, about }) => (
              <li key={name} className="grid gap-x-4 sm:grid-cols-[180px_minmax(0,1fr)]">
                <a href={`${at}/${name}`} download className="link font-mono">
                  {name}
                </a>
                <span className="text-ink-2">{about}</span>
              </li>
            ))}
          </ul>
        </SettingsSection>
        <SettingsSection
          title="Lists"
          hint="Each whole list as a table for spreadsheets, or as data. Decisions, failures, rules, sessions and the audit log are exported under a filter on their own pages."
        >
          <ul className="grid gap-2.5">
            {LISTS.map(({ name, path }) => (
              <li key={name} className="flex flex-wrap gap-x-4 sm:grid sm:grid-cols-[180px_auto_1fr]">
                <span>{name}</span>
                <span className="flex gap-3">
                  {(["csv", "json"] as const).map((format) => (
                    <a
                      key={format}
                      href={path(base, format)}
                      download
                      aria-label={`${name} as ${format.toUpperCase()}`}
                      className="link"
                    >
                      {format.toUpperCase()}
                    </a>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </SettingsSection>
        <SettingsSection
          title="Import"
          flush
          hint="A .context folder, its ZIP, or single files: DEC-001.md, decision logs, MADR, DECISIONS.jsonl, FAILURES.json, CONSTRAINTS.md, PREFERENCES.md, SESSION_SUMMARY.md, handoff.md. You see what would change before anything is written."
        >
          {mayImport ? (
            <ImportPanel base={base} />
          ) : (
            <p className="text-ink-2">You may read this project. A member of the team imports records.</p>
          )}
        </SettingsSection>
      </Sheet>
    </>
  );
}
