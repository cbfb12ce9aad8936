"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { type AuthField, authRequest } from "../auth/auth-request";
import { NewPasswordField } from "../auth/new-password-field";
import { samePasswords } from "../auth/same-passwords";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { TextField } from "../ui/text-field";
import { useToast } from "../ui/toast";

type Account = { name: string; email: string; hasPassword: boolean };

/** One's own name, address and password. */
export function AccountForms({ account }: { account: Account }) {
  const { name, email, hasPassword } = account;
  return (
    <div className="grid gap-7">
      <AccountForm
        title="Name"
        path="/update-user"
        fields={["name"]}
        submit="Save name"
        done="Your name is changed, in all your teams."
      >
        {(errorOf) => (
          <TextField
            label="Name"
            hideLabel
            name="name"
            required
            maxLength={80}
            defaultValue={name}
            error={errorOf("name")}
          />
        )}
      </AccountForm>
      <AccountForm
        title={hasPassword ? "Change password" : "Set a password"}
        path="/password/change"
        fields={hasPassword ? ["currentPassword", "newPassword"] : ["newPassword"]}
        check={samePasswords}
        submit={hasPassword ? "Change password" : "Set password"}
        done="The password is set. Your other sessions have ended."
      >
        {(errorOf) => (
          <>
            {hasPassword ? <CurrentPassword error={errorOf("currentPassword")} /> : null}
            <NewPasswordField
              size="md"
              label="New password"
              name="newPassword"
              error={errorOf("newPassword") ?? errorOf("password")}
            />
            <PasswordField
              label="Once more"
              name="again"
              autoComplete="new-password"
              required
              error={errorOf("again")}
            />
          </>
        )}
      </AccountForm>
      <AccountForm
        title="E-mail"
        path="/email/change"
        fields={["email", "currentPassword"]}
        submit="Change address"
        done="You sign in with the new address from now on."
        refusal={hasPassword ? undefined : "Set a password first: then the address can change."}
      >
        {(errorOf) => (
          <>
            <TextField
              label="E-mail"
              hideLabel
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={email}
              hint={
                email.includes(".") ? undefined : "With a password you sign in by a whole address: ada@example.org."
              }
              error={errorOf("email")}
            />
            {hasPassword ? <CurrentPassword error={errorOf("currentPassword")} /> : null}
          </>
        )}
      </AccountForm>
    </div>
  );
}

function CurrentPassword({ error }: { error?: string }) {
  return (
    <PasswordField
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      required
      error={error}
    />
  );
}

type AccountFormProps = {
  title: string;
  path: string;
  fields: readonly AuthField[];
  check?: typeof samePasswords;
  submit: string;
  done: string;
  refusal?: string;
  children: (errorOf: (field: AuthField) => string | undefined) => ReactNode;
};

/** A form of the sign-in service that stays where it is and says what happened. */
function AccountForm({ title, path, fields, check, submit: word, done, refusal, children }: AccountFormProps) {
  const router = useRouter();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<{ message: string; field?: AuthField } | null>(null);
  const [sending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const all = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    const wrong = check?.(all);
    if (wrong) return setRefused(wrong);
    setSending(true);
    const answer = await authRequest(path, Object.fromEntries(fields.map((name) => [name, all[name] ?? ""])));
    setSending(false);
    if (!answer.ok) return setRefused(answer);
    setRefused(null);
    form.current?.reset();
    toast({ message: done });
    router.refresh();
  }

  return (
    <form ref={form} onSubmit={submit} method="post" className="grid gap-3.5" aria-label={title}>
      <h2>{title}</h2>
      {refused && !refused.field ? (
        <Notice tone="danger" live="alert">
          {refused.message}
        </Notice>
      ) : null}
      {children((field) => (refused?.field === field ? refused.message : undefined))}
      <Button type="submit" loading={sending} disabledReason={refusal} className="justify-self-start">
        {word}
      </Button>
    </form>
  );
}
