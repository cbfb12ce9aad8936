import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ApiProvider } from "@/components/api/provider";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { EARLY_SCRIPT } from "@/components/ui/early-script";
import { ToastProvider } from "@/components/ui/toast";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Context Steward", template: "%s · Context Steward" },
  description: "See what fills your agents' context windows, what of it is noise, and why.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#eef2ef" },
    { media: "(prefers-color-scheme: dark)", color: "#0a0f0d" },
  ],
};

/** The theme comes from a cookie, so the first paint is right; without one, CSS follows the system. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <script>{EARLY_SCRIPT}</script>
        <ApiProvider>
          <ToastProvider>{children}</ToastProvider>
        </ApiProvider>
      </body>
    </html>
  );
}
