"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import type { AuthField } from "./auth-request";
import { useAuthForm } from "./use-auth-form";

type AuthFormProps = {
  /** Of the sign-in service: `/sign-in/email`. */
  path: string;
  /** Where to go when it worked: a path of this site. */
  next: string;
  /** The fields that are sent, by name. */
  fields: readonly AuthField[];
  /** Sent along with them. */
  more?: Readonly<Record<string, string>>;
  /** Says before anything is sent what is wrong; null when all is well. */
  check?: (values: Readonly<Record<string, string>>) => { field: AuthField; message: string } | null;
  submit: string;
  children: (errorOf: (field: AuthField) => string | undefined) => ReactNode;
  /** Below the button: the other way in. */
  footer?: ReactNode;
};

/** The frame of every form that signs somebody in: what was refused, the fields, the button, the other way. */
export function AuthForm({ path, next, fields, more, check, submit: word, children, footer }: AuthFormProps) {
  const { form, submit, sending, errorOf, notice } = useAuthForm({ path, goTo: next, fields, more, check });
  return (
    <form ref={form} className="grid gap-3.5" onSubmit={submit} method="post">
      {notice ? (
        <Notice tone="danger" live="alert">
          {notice}
        </Notice>
      ) : null}
      {children(errorOf)}
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        {word}
      </Button>
      {footer ? <p className="text-xs text-ink-3">{footer}</p> : null}
    </form>
  );
}
