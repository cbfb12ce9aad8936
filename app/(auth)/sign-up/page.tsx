import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentUser } from "@/app/_lib/api";
import { safeReturnPath } from "@/app/_lib/paths";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { authHref } from "../auth-href";

export const metadata: Metadata = { title: "Sign up" };

type Props = { searchParams: Promise<{ next?: string | string[]; email?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const { next: told, email: address } = await searchParams;
  const next = safeReturnPath(typeof told === "string" ? told : null);
  const email = typeof address === "string" ? address : undefined;
  if (await currentUser()) redirect(next);
  return (
    <AuthShell title="Sign up" subtitle="Your account is kept on this server only.">
      <SignUpForm
        next={next === "/" ? "/new" : next}
        signInHref={authHref("/sign-in", { next, email })}
        email={email}
      />
    </AuthShell>
  );
}
