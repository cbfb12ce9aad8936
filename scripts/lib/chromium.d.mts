/** Types of chromium.mjs for playwright.config.ts. */
export function findChromium(): string | null;
