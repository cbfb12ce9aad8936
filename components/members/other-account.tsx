"use client";

import { Button } from "../ui/button";

/** Signs out and comes back to this page, where the other account signs in. */
export function OtherAccount() {
  return (
    <Button
      size="lg"
      onClick={() => {
        const headers = { "content-type": "application/json" };
        void fetch("/api/auth/sign-out", { method: "POST", headers, body: "{}" }).finally(() =>
          window.location.reload(),
        );
      }}
    >
      Use another account
    </Button>
  );
}
