import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { AccountForms } from "@/components/settings/account-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const account = await pageData((api) => api.account.get());
  return (
    <AuthShell title="Your account" subtitle={account.email}>
      <AccountForms account={account} />
      <p className="pt-3 text-ink-2">
        <Link href="/">Back to your projects</Link>
      </p>
    </AuthShell>
  );
}
