"use client";

import { Fragment } from "react";
import { Kbd } from "../../ui/chip";
import { Switch } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { keycaps } from "./keys";
import { type Shortcut, useRegistered } from "./registry";
import { useSingleKeys } from "./single-keys";

/** Every shortcut of the page that is open, as it was registered. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = groupsOf(useRegistered());
  const { areOff, turnOff } = useSingleKeys();
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard" size="lg">
      <Switch
        label="Shortcuts of a single key"
        hint="Turn them off if you dictate or use a switch. Those with Ctrl or ⌘ always work."
        checked={!areOff}
        onChange={(event) => turnOff(!event.currentTarget.checked)}
      />
      <div className="gap-7 md:columns-2">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name} className="mb-4 break-inside-avoid">
            <h3 className="mb-1">{name}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div
                  key={label}
                  className="grid min-h-7 grid-cols-[104px_minmax(0,1fr)] items-center border-t border-line text-xs"
                >
                  <dt className="flex flex-wrap items-center gap-1 py-1 whitespace-nowrap">
                    {keys.map((each, at) => (
                      <Fragment key={each}>
                        {at > 0 ? <span className="text-ink-3">or</span> : null}
                        <Keys keys={each} isMac={isMac} />
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ keys, isMac }: { keys: string; isMac: boolean }) {
  return keycaps(keys, isMac).map((chord, at) => (
    <Fragment key={chord.join("+")}>
      {at > 0 ? <span className="sr-only">then</span> : null}
      {chord.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </Fragment>
  ));
}

type Listed = { label: string; keys: string[] };

/** The frame's groups first, then those of the page; two keys for the same thing share a line. */
function groupsOf(shortcuts: readonly Shortcut[]): { name: string; shortcuts: Listed[] }[] {
  const groups = new Map<string, Map<string, string[]>>();
  for (const { group, label, keys } of shortcuts) {
    const labels = groups.get(group) ?? new Map<string, string[]>();
    groups.set(group, labels);
    const known = labels.get(label) ?? [];
    if (!known.includes(keys)) labels.set(label, [...known, keys]);
  }
  return [...groups].map(([name, labels]) => ({
    name,
    shortcuts: [...labels].map(([label, keys]) => ({ label, keys })),
  }));
}
