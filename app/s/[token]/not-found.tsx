import { PublicPage } from "@/components/handoffs/public-page";

/** The same for a link that never was, expired or was revoked. */
export default function NotFound() {
  return (
    <PublicPage>
      <div className="p-4">
        <h1>This link leads nowhere</h1>
        <p className="mt-1 text-ink-2">Ask the person who sent it for a new one.</p>
      </div>
    </PublicPage>
  );
}
