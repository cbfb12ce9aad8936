"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CATEGORIES, type Category, isCategory } from "@/server/core/filter/categories";
import type { CatalogueItemView } from "@/server/core/filter/views";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { settleEarly } from "../ui/early-input";
import { INPUT_CLASSES } from "../ui/field";
import { formatExact, formatTokens } from "../ui/format";
import { Notice } from "../ui/notice";
import { ErrorState, Skeleton } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { useDraft } from "./draft";

const SHOWN = 200;

/** The project's rules and skills with the category of each; asked for when somebody unfolds it. */
export function CatalogueList({ base }: { base: Base }) {
  const trpc = useTRPC();
  const [isOpen, setOpen] = useState(false);
  const catalogue = useQuery({ ...trpc.catalogue.list.queryOptions({ ...base, limit: SHOWN }), enabled: isOpen });
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-6 text-xs">Rules and skills of this project, by category</summary>
      <div className="mt-2">
        {catalogue.error ? (
          <ErrorState onRetry={() => void catalogue.refetch()}>{toShownFault(catalogue.error).message}</ErrorState>
        ) : catalogue.data ? (
          <Items rows={catalogue.data.rows} hasMore={catalogue.data.nextCursor !== null} base={base} />
        ) : (
          <Skeleton lines={4} label="The catalogue is being read" />
        )}
      </div>
    </details>
  );
}

function Items({ rows, hasMore, base }: { rows: readonly CatalogueItemView[]; hasMore: boolean; base: Base }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const { denied } = useDraft();
  const choose = useMutation(
    trpc.catalogue.setCategory.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: trpc.catalogue.list.queryKey() }),
    }),
  );
  const set = ({ kind, name }: CatalogueItemView, category: Category | null) =>
    choose.mutate({ ...base, kind, name, category });
  return (
    <>
      {choose.error ? (
        <Notice tone="danger" live="alert" className="mb-2">
          {toShownFault(choose.error).message}
        </Notice>
      ) : null}
      <p className="mb-2 text-ink-3">
        {formatExact(rows.length)} {plural(rows.length, "item")}
        {hasMore ? " shown of more" : ""}. A category is guessed by name and path until somebody chooses one; a choice
        counts at once and is no part of the draft.
      </p>
      <Table
        caption="Rules and skills"
        columns={columnsOf(denied, set)}
        rows={rows}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        empty={
          <p className="text-ink-2">
            None yet. Sessions that load rules or skills fill it, and so does `steward index`.
          </p>
        }
        flush
        dense
      />
    </>
  );
}

function columnsOf(
  denied: string | null,
  set: (item: CatalogueItemView, category: Category | null) => void,
): TableColumn<CatalogueItemView>[] {
  return [
    {
      key: "name",
      head: "Name",
      rowHeader: true,
      phone: "main",
      cell: ({ name, path, kind }) => (
        <span className="[overflow-wrap:anywhere]" title={path ?? undefined}>
          {name} <span className="text-xs text-ink-3">{kind}</span>
        </span>
      ),
    },
    {
      key: "category",
      head: "Category",
      phone: "wide",
      cell: (item) =>
        denied === null ? (
          <CategorySelect item={item} onChoose={(category) => set(item, category)} />
        ) : (
          <span title={item.categoryWhy}>{item.category ?? "none"}</span>
        ),
    },
    { key: "tokens", head: "Tokens", align: "end", cell: ({ tokens }) => formatTokens(tokens) },
    { key: "loads", head: "Loads", align: "end", cell: ({ loads }) => formatExact(loads) },
  ];
}

type CategorySelectProps = { item: CatalogueItemView; onChoose: (category: Category | null) => void };

function CategorySelect({ item, onChoose }: CategorySelectProps) {
  const { name, category, categorySet, categoryWhy } = item;
  const guess = categorySet ? "by guess" : `${category ?? "none"} (guessed)`;
  return (
    <select
      ref={settleEarly}
      aria-label={`Category of ${name}`}
      title={categoryWhy}
      value={categorySet ? (category ?? "") : ""}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChoose(isCategory(chosen) ? chosen : null);
      }}
      className={`${INPUT_CLASSES} h-6! w-[150px]! text-xs! pointer-coarse:h-9!`}
    >
      <option value="">{guess}</option>
      {CATEGORIES.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
