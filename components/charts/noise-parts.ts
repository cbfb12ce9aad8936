import { CHARTED_NOISE, type ChartedNoise } from "./palette";
import type { ChartPart } from "./svg/picture";

const COLOUR: Readonly<Record<ChartedNoise, string>> = {
  duplicate: "duplicate",
  "resolved-error": "resolved",
  superseded: "superseded",
  idle: "idle",
};

/** The classes of noise as parts of a picture, from the base up; idle carries its hatch. */
export const NOISE_PARTS: readonly ChartPart[] = CHARTED_NOISE.map((noise) => ({
  key: noise,
  colour: COLOUR[noise],
  hatched: noise === "idle",
}));
