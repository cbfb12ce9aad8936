import type { Metadata } from "next";
import { LinkSignIn } from "@/components/auth/link-sign-in";
import { AuthShell } from "@/components/shell/auth-shell";

// No address that holds a token may leave this site.
export const metadata: Metadata = { title: "Sign in with a link", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function SignInLinkPage({ searchParams }: Props) {
  const { token } = await searchParams;
  return (
    <AuthShell title="Sign in with a link" subtitle="This link works once.">
      <noscript>This page needs JavaScript to use the link.</noscript>
      <LinkSignIn token={typeof token === "string" ? token : ""} next="/" />
    </AuthShell>
  );
}
