import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentUser } from "@/app/_lib/api";
import { safeReturnPath, signInPath } from "@/app/_lib/paths";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { PASSWORD_MIN_CHARACTERS } from "@/server/core/access/password";

export const metadata: Metadata = { title: "Sign up" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const { next: told } = await searchParams;
  const next = safeReturnPath(typeof told === "string" ? told : null);
  if (await currentUser()) redirect(next);
  return (
    <AuthShell title="Sign up" subtitle="Your account is kept on this server only.">
      <SignUpForm
        next={next === "/" ? "/new" : next}
        signInHref={signInPath(next)}
        passwordMinCharacters={PASSWORD_MIN_CHARACTERS}
      />
    </AuthShell>
  );
}
