"use client";

import { useCallback } from "react";
import { useAddress } from "../use-address";

/** Whether the preview of a run is open; it stands in the address. */
export function usePreviewOpen(): [boolean, (isOpen: boolean) => void] {
  const [value, set] = useAddress("preview");
  const open = useCallback((isOpen: boolean) => set(isOpen ? "1" : null), [set]);
  return [value === "1", open];
}
