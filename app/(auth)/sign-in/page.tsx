import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { currentUser } from "@/app/_lib/api";
import { safeReturnPath } from "@/app/_lib/paths";
import { SignInForm } from "@/components/auth/sign-in-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { authHref } from "../auth-href";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; email?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next: told, email: address } = await searchParams;
  const next = safeReturnPath(typeof told === "string" ? told : null);
  if (await currentUser()) redirect(next);
  const host = (await headers()).get("host");
  const email = typeof address === "string" ? address : undefined;
  return (
    <AuthShell
      title="Sign in"
      subtitle={
        host ? (
          <>
            to <b>{host}</b>
          </>
        ) : null
      }
    >
      <SignInForm next={next} signUpHref={authHref("/sign-up", { next, email })} email={email} />
    </AuthShell>
  );
}
