import type { Metadata } from "next";
import { serverApi } from "@/app/_lib/api";
import { authHref } from "@/app/(auth)/auth-href";
import { InvitePage } from "@/components/members/invite-page";
import { AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { refusalAnswer } from "@/server/api/errors";

// No address that holds a token may leave this site.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function Page({ params }: Props) {
  const { token } = await params;
  try {
    const invite = await (await serverApi()).invites.open({ token });
    const place = { next: `/invite/${token}`, email: invite.email ?? undefined };
    return (
      <InvitePage
        token={token}
        invite={invite}
        signUpHref={authHref("/sign-up", place)}
        signInHref={authHref("/sign-in", place)}
        nowIso={new Date().toISOString()}
      />
    );
  } catch (error) {
    const refusal = refusalAnswer(error);
    if (refusal === null) throw error;
    return (
      <AuthShell title="This invitation is not known">
        <Notice tone="danger">{refusal.sentence}</Notice>
        <Button href="/" size="lg">
          To your projects
        </Button>
      </AuthShell>
    );
  }
}
