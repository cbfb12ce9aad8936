import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, distance, lightness, SIGHTS } from "./colour-vision";
import { CONTEXT_KINDS, categoryColour, NOISE_CLASSES, provenTotal } from "./palette";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--color-([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map((match) => [
    match[1],
    { light: match[2] ?? "", dark: match[3] ?? "" },
  ]),
);

function colour(name: string, theme: "light" | "dark"): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`globals.css has no --color-${name} written as light-dark(#rrggbb, #rrggbb).`);
  return token[theme];
}

const NOISE_STEPS = ["duplicate", "resolved", "superseded", "idle"];
const KEPT_STEPS = ["rules", "skills", "talk", "results", "summary"];

function leastDistance(first: string, second: string, theme: "light" | "dark"): number {
  return Math.min(...SIGHTS.map((sight) => distance(colour(first, theme), colour(second, theme), sight)));
}

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((first, index) => names.slice(index + 1).map((second): [string, string] => [first, second]));
}

describe.each(["light", "dark"] as const)("the %s palette", (theme) => {
  it.each(pairs(NOISE_STEPS))("tells %s from %s for every kind of sight", (first, second) => {
    expect(leastDistance(first, second, theme)).toBeGreaterThanOrEqual(0.09);
  });

  it("orders noise from dark to light, superseded between resolved errors and idle", () => {
    const steps = NOISE_STEPS.map((name) => lightness(colour(name, theme)));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it.each(KEPT_STEPS.slice(1).map((name, index) => [KEPT_STEPS[index] ?? "", name]))(
    "tells %s from %s",
    (first, second) => {
      expect(leastDistance(first, second, theme)).toBeGreaterThanOrEqual(0.08);
    },
  );

  it.each([...NOISE_STEPS, ...KEPT_STEPS, "full", "retained", "reference", "control", "dropped"])(
    "draws %s with at least 3:1 on the sheet",
    (name) => {
      expect(contrast(colour(name, theme), colour("surface", theme))).toBeGreaterThanOrEqual(3);
    },
  );

  const surfaces = ["canvas", "surface", "raised", "sunken", "hover", "selected"];
  it.each(["ink", "ink-2", "ink-3", "link", "accent-ink", "danger"])(
    "writes %s with 4.5:1 on every surface",
    (name) => {
      for (const surface of surfaces) {
        expect(contrast(colour(name, theme), colour(surface, theme)), surface).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each([
    ["on-accent", "accent"],
    ["on-accent", "accent-hover"],
    ["accent-ink", "accent-soft"],
    ["danger", "danger-soft"],
    ["warn", "warn-soft"],
    ["info", "info-soft"],
    ["accent-ink", "ok-soft"],
    ["duplicate-ink", "duplicate-soft"],
    ["resolved-ink", "resolved-soft"],
    ["superseded-ink", "superseded-soft"],
    ["idle-ink", "idle-soft"],
    ["diff-add-ink", "diff-add"],
    ["diff-del-ink", "diff-del"],
    ["ink-2", "duplicate-soft"],
    ["resolved-ink", "surface"],
    ["resolved-ink", "hover"],
    ["resolved-ink", "canvas"],
  ])("writes %s on %s with 4.5:1", (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
});

describe("palette", () => {
  it("gives the ninth category the grey of the others", () => {
    expect(categoryColour(7)).toBe("var(--color-cat-8)");
    expect(categoryColour(8)).toBe(categoryColour(-1));
  });

  it("counts idle and dropped outside the headline", () => {
    expect(provenTotal({ duplicate: 1, "resolved-error": 2, superseded: 4, idle: 8, dropped: 16 })).toBe(7);
  });

  it("draws every charted class in the window too, in the same order", () => {
    const inWindow = CONTEXT_KINDS.filter((kind) => (NOISE_CLASSES as readonly string[]).includes(kind));
    expect(inWindow).toEqual(["duplicate", "resolved-error", "superseded", "idle"]);
  });
});
