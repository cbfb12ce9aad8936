"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

const NAME = "preview";

/** Whether the preview of a run is open; it stands in the address, and changing it asks the server for nothing. */
export function usePreviewOpen(): [boolean, (isOpen: boolean) => void] {
  const params = useSearchParams();
  const pathname = usePathname();
  const open = useCallback(
    (isOpen: boolean) => {
      const query = new URLSearchParams(window.location.search);
      if (isOpen) query.set(NAME, "1");
      else query.delete(NAME);
      const text = query.toString();
      window.history.replaceState(null, "", text === "" ? pathname : `${pathname}?${text}`);
    },
    [pathname],
  );
  return [params.get(NAME) === "1", open];
}
