"use client";

import clsx from "clsx";
import { type MouseEvent, useEffect, useRef } from "react";
import { keycaps } from "../shell/shortcuts/keys";
import { Kbd } from "../ui/chip";
import type { PaletteItem } from "./item";
import { ItemIcon } from "./item-icon";
import { grouped, markHits } from "./rank";

type PaletteListProps = {
  id: string;
  items: readonly PaletteItem[];
  query: string;
  active: number;
  onActive: (at: number) => void;
  onRun: (item: PaletteItem, newTab: boolean) => void;
};

export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}

/** The options under their headings. The focus stays in the field; `active` says which option it means. */
export function PaletteList({ id, items, query, active, onActive, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const places = new Map(items.map((item, at) => [item.id, at]));
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-1.5"
    >
      {grouped(items).map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
        <div key={group.name} role="group" aria-label={group.name}>
          <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-ink-3">
            {group.name}
          </p>
          {group.items.map((item) => {
            const at = places.get(item.id) ?? -1;
            return (
              <Option
                key={item.id}
                id={optionId(id, at)}
                item={item}
                query={query}
                isActive={at === active}
                onHover={() => onActive(at)}
                onPress={(event) => onRun(item, event.ctrlKey || event.metaKey)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  query: string;
  isActive: boolean;
  onHover: () => void;
  onPress: (event: MouseEvent) => void;
};

function Option({ id, item, query, isActive, onHover, onPress }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are the field's (combobox).
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={onHover}
      onClick={onPress}
      className={clsx(
        "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 pointer-coarse:h-11",
        isActive && "bg-selected shadow-[inset_3px_0_0_var(--color-accent)]",
      )}
    >
      <ItemIcon kind={item.kind} />
      <span className="min-w-0 flex-1 truncate">
        {markHits(item.label, query).map(({ text, isHit }, at) => {
          const key = `${at}-${text}`;
          return isHit ? (
            <mark
              key={key}
              className="bg-transparent font-semibold text-inherit underline decoration-accent decoration-[1.5px] underline-offset-3"
            >
              {text}
            </mark>
          ) : (
            <span key={key}>{text}</span>
          );
        })}
      </span>
      {item.detail ? (
        <span className="max-w-[40%] min-w-0 truncate text-xs text-ink-3 max-md:max-w-[50%]">{item.detail}</span>
      ) : null}
      {item.keys ? (
        <span className="flex gap-1 max-md:hidden" aria-hidden>
          {keycaps(item.keys, false)
            .flat()
            .map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
        </span>
      ) : null}
    </div>
  );
}
