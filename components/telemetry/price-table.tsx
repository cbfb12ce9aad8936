"use client";

import dynamic from "next/dynamic";
import { useState } from "react";

/** The prices are only loaded when somebody wants to see them. */
const PriceDialog = dynamic(() => import("./price-dialog").then((module) => module.PriceDialog));

export function PriceTable() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link min-h-6" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Prices of cached reads
      </button>
      {open ? <PriceDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
