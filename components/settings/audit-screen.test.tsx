import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AuditItem } from "@/server/api/routers/audit/list";
import { ApiProvider } from "../api/provider";
import { ToastProvider } from "../ui/toast";
import { readAuditPlace } from "./audit-href";
import { AuditScreen } from "./audit-screen";

const nothing = () => {};
const ROUTER = {
  back: nothing,
  forward: nothing,
  push: nothing,
  refresh: nothing,
  replace: nothing,
  prefetch: nothing,
  bfcacheId: "",
};

const NOW = "2026-11-30T11:00:00.000Z";

function rendered(...done: [action: string, subject: string][]): string {
  const items = done.map(
    ([action, subject], at): AuditItem => ({
      ...{ id: String(at), at: NOW, actor: { kind: "user", name: "Ines", key: null }, action, subject },
      project: { slug: "billing-api", name: "billing-api" },
      detail: [],
    }),
  );
  const page = { items, nextCursor: null, actions: [], people: [], projects: [] };
  return renderToStaticMarkup(
    <AppRouterContext.Provider value={ROUTER}>
      <ApiProvider>
        <ToastProvider>
          <AuditScreen team="harbor" page={page} place={readAuditPlace({})} crumbs={[]} nowIso={NOW} />
        </ToastProvider>
      </ApiProvider>
    </AppRouterContext.Provider>,
  );
}

describe("an entry of the audit log", () => {
  it("leads to its record or session by name", () => {
    const html = rendered(["decision.accepted", "DEC-011"], ["session.window_set", "S-80"]);
    expect(html).toContain('href="/harbor/billing-api/decisions/11"');
    expect(html).toContain('href="/harbor/billing-api/sessions/80"');
    expect(html).toContain("2 entries");
  });

  it("names a document by its path and no id", () => {
    const id = "01a22b55-2351-707f-8fb0-53194d5b0374";
    const html = rendered(["document.removed", "docs/naming.md"]);
    expect(html).toContain("docs/naming.md");
    expect(html).toContain("1 entry");
    expect(rendered(["session.removed", id])).not.toContain(`>${id}<`);
  });
});
