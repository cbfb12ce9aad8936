import type { Metadata } from "next";
import { serverApi } from "@/app/_lib/api";
import { ResetForm } from "@/components/auth/reset-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { refusalAnswer } from "@/server/api/errors";

// No address that holds a token may leave this site.
export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function ResetPage({ params }: Props) {
  const { token } = await params;
  const link = await openLink(token);
  if ("refused" in link) {
    return (
      <AuthShell title="This link does not work any more">
        <Notice tone="danger">{link.refused}</Notice>
        <Button href="/sign-in" size="lg">
          To sign-in
        </Button>
      </AuthShell>
    );
  }
  return (
    <AuthShell title="A new password" subtitle={`for ${link.email}. All other sessions of yours end.`}>
      <ResetForm token={token} email={link.email} />
    </AuthShell>
  );
}

async function openLink(token: string): Promise<{ email: string } | { refused: string }> {
  try {
    return await (await serverApi()).account.resetLink({ token });
  } catch (error) {
    const refusal = refusalAnswer(error);
    if (refusal === null) throw error;
    return { refused: refusal.sentence };
  }
}
