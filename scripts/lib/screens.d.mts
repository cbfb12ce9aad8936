import type { Page } from "@playwright/test";

export interface Screen {
  readonly name: string;
  readonly address: string;
  /** What its h1 says. */
  readonly heading: RegExp;
  /** What is opened before the page is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Not signed in. */
  readonly who?: "stranger";
  /** False draws what the window shows, for overlays and for what sticks to its edges. */
  readonly wholePage?: false;
}

/** Pages for which nobody signs in. */
export const OUTSIDE: readonly Screen[];

/** Every page of the demo, with the noisiest session and the first record of each room as examples. */
export function demoScreens(page: Page): Promise<Screen[]>;
