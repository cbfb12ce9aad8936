"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/states";
import { authRequest } from "./auth-request";

/**
 * Exchanges the link's token for a session. It is sent by the page and not by its address, so that a preview of the
 * link does not use it up; the token leaves the address bar at once.
 */
export function LinkSignIn({ token, next }: { token: string; next: string }) {
  const [fault, setFault] = useState<string | null>(token === "" ? "This link is not complete. Copy it whole." : null);
  const sent = useRef(false);

  useEffect(() => {
    // React runs effects twice in development; a second exchange would be refused.
    if (token === "" || sent.current) return;
    sent.current = true;
    window.history.replaceState(null, "", window.location.pathname);
    void authRequest("/sign-in/link", { token }).then((answer) => {
      if (answer.ok) window.location.replace(next);
      else setFault(answer.message);
    });
  }, [token, next]);

  if (!fault) {
    return (
      <>
        <p className="text-ink-2">Signing you in…</p>
        <Skeleton lines={3} label="Signing you in" />
      </>
    );
  }
  return (
    <div className="grid gap-3.5">
      <Notice tone="danger" live="alert">
        {fault}
      </Notice>
      <p className="text-ink-2">
        Start the server again with <code>npm run quickstart</code>: it prints a new link while the owner is not signed
        in.
      </p>
      <Button href="/sign-in" size="lg">
        Sign in with a password
      </Button>
    </div>
  );
}
