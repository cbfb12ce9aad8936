"use client";

import { type FormEvent, useRef, useState } from "react";
import { type AuthAnswer, type AuthField, authRequest } from "./auth-request";

type Refused = Extract<AuthAnswer, { ok: false }>;
type Values = Readonly<Record<string, string>>;

type Options = {
  path: string;
  goTo: string;
  fields: readonly AuthField[];
  more?: Values;
  check?: (values: Values) => { field: AuthField; message: string } | null;
};

/** State of a form that signs somebody in: sends it, keeps what was refused, leaves the page when it worked. */
export function useAuthForm({ path, goTo, fields, more, check }: Options) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(event.currentTarget);
    const all = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    const wrong = check?.(all);
    if (wrong) return refuse({ ok: false, ...wrong });
    setSending(true);
    const sent = Object.fromEntries(fields.map((name) => [name, all[name] ?? ""]));
    const answer = await authRequest(path, { ...more, ...sent });
    // A full load: nothing of the time before sign-in may stay in memory.
    if (answer.ok) return window.location.assign(goTo);
    setSending(false);
    refuse(answer);
  }

  function refuse(answer: Refused) {
    setRefused(answer);
    const wrong = form.current?.elements.namedItem(answer.field ?? fields.at(-1) ?? "password");
    if (wrong instanceof HTMLInputElement) wrong.focus();
  }

  const errorOf = (name: AuthField) => (refused?.field === name ? refused.message : undefined);
  const notice = refused && !refused.field ? refused.message : null;
  return { form, submit, sending, errorOf, notice };
}
