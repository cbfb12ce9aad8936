"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** A value of the page's address; changing it asks the server for nothing. Null takes it out of the address. */
export function useAddress(name: string): [string | null, (value: string | null) => void] {
  const params = useSearchParams();
  const pathname = usePathname();
  const set = useCallback(
    (value: string | null) => {
      const query = new URLSearchParams(window.location.search);
      if (value === null) query.delete(name);
      else query.set(name, value);
      const text = query.toString();
      window.history.replaceState(null, "", text === "" ? pathname : `${pathname}?${text}`);
    },
    [name, pathname],
  );
  return [params.get(name), set];
}
