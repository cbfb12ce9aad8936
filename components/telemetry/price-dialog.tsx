"use client";

import { PRICES, PRICES_AS_OF } from "@/server/core/noise/prices";
import { Dialog } from "../ui/dialog";
import { formatDate } from "../ui/format";
import { Table, type TableColumn } from "../ui/table";

type Price = (typeof PRICES)[number];

const COLUMNS: TableColumn<Price>[] = [
  {
    key: "model",
    head: "Model",
    rowHeader: true,
    phone: "main",
    cell: (row) => <span className="font-mono text-xs">{row.model}</span>,
  },
  {
    key: "since",
    head: "In force",
    cell: (row) =>
      row.sinceMs === 0 ? "since it came out" : `since ${formatDate(new Date(row.sinceMs).toISOString(), "UTC")}`,
  },
  {
    key: "price",
    head: "USD per million",
    align: "end",
    phone: "side",
    // A nano-dollar a token is a thousandth of a dollar a million.
    cell: (row) => `$${(row.nanoUsdPerToken / 1_000).toFixed(3)}`,
  },
];

/** What a cached input token costs, by model and day: the price at which carried noise is charged. */
export function PriceDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Prices of cached reads"
      description={`US dollars per million tokens, as of ${PRICES_AS_OF}`}
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="lg"
    >
      <p className="text-pretty text-ink-2">
        Each model request sends the window again, and what was sent before is billed as a cached read. Carried tokens
        are charged at the price of their model on that day. A model that is not listed has an unknown price: its tokens
        are counted, said, and in no cost.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label="Prices by model" tabIndex={0} className="clip-focus">
        <Table caption="Prices of cached reads" flush dense columns={COLUMNS} rows={PRICES} rowKey={keyOf} />
      </section>
    </Dialog>
  );
}

function keyOf({ model, sinceMs }: Price): string {
  return `${model} ${sinceMs}`;
}
