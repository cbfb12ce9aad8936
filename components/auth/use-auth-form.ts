"use client";

import { type FormEvent, useRef, useState } from "react";
import { type AuthAnswer, type AuthField, authRequest } from "./auth-request";

type Refused = Extract<AuthAnswer, { ok: false }>;

/** State of a form that signs somebody in: sends it, keeps what was refused, leaves the page when it worked. */
export function useAuthForm(path: string, goTo: string, fields: readonly AuthField[]) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(event.currentTarget);
    setSending(true);
    const answer = await authRequest(
      path,
      Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? "")])),
    );
    // A full load: nothing of the time before sign-in may stay in memory.
    if (answer.ok) return window.location.assign(goTo);
    setSending(false);
    setRefused(answer);
    const wrong = form.current?.elements.namedItem(answer.field ?? "password");
    if (wrong instanceof HTMLInputElement) wrong.focus();
  }

  const errorOf = (name: AuthField) => (refused?.field === name ? refused.message : undefined);
  const notice = refused && !refused.field ? refused.message : null;
  return { form, submit, sending, errorOf, notice };
}
