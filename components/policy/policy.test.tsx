import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { PolicyBodyInput } from "@/server/core/policy/body";
import { CHOICE_FIELDS, NUMBER_FIELDS } from "@/server/core/policy/fields";
import { checkBody } from "@/server/core/policy/read";
import { DraftProvider, fieldId } from "./draft";
import { judgedWords } from "./judged-words";
import { BatchingSection, NoiseSection, SummariesSection, ThresholdsSection } from "./number-sections";
import { ProtectedSection } from "./protected-section";
import { WindowsSection } from "./windows-section";

function formOf(input: PolicyBodyInput, denied: string | null = null): string {
  const checked = checkBody(input, 3);
  if (!checked.ok) throw new Error(checked.problems[0]?.message);
  return renderToStaticMarkup(
    <DraftProvider version={3} body={checked.value.body} denied={denied}>
      <ThresholdsSection />
      <BatchingSection />
      <NoiseSection />
      <WindowsSection />
      <SummariesSection />
      <ProtectedSection />
    </DraftProvider>,
  );
}

describe("the policy form", () => {
  it("has a field for every number and every choice of the policy", () => {
    const shown = formOf({}) + formOf({ batching: { adaptive: null } });
    const all = [...NUMBER_FIELDS, ...CHOICE_FIELDS].map(({ path }) => path);
    expect(all.filter((path) => !shown.includes(`id="${fieldId(path)}"`))).toEqual([]);
    expect(shown.match(/role="slider"/g)).toHaveLength(6);
  });

  it("says what batching means in sentences", () => {
    const adaptive = { share: 0.4, minTokens: 15_000, maxTokens: 50_000 };
    expect(formOf({ batching: { adaptive } })).toContain(
      "once 40 % of what is visible can go, but never for less than 15,000 tokens",
    );
    expect(formOf({ preset: "seed" })).toContain("every plan that saves anything is committed at once");
  });

  it("offers nothing that changes anything to those who may only read", () => {
    const form = formOf({ protectedPaths: [{ pattern: "src/ledger/**", reason: "Money." }] }, "Ask an owner.");
    expect(form).not.toMatch(/Add a pattern|Add a phrase|aria-label="Remove keep/);
    const inputs = form.match(/<input[^>]*inputMode="decimal"[^>]*>/gi) ?? [];
    expect(inputs.length).toBeGreaterThan(50);
    expect(inputs.filter((input) => !/readOnly/i.test(input))).toEqual([]);
    expect(form).toContain("Is it protected?");
  });
});

describe("which version judged the sessions", () => {
  it("is said for all of them, and for those that wait", () => {
    expect(judgedWords([], 2)).toBe("no session yet");
    expect(judgedWords([{ version: 2, sessions: 1 }], 2)).toBe("1 session judged by v2");
    const mixed = [
      { version: null, sessions: 1 },
      { version: 2, sessions: 5 },
      { version: 1, sessions: 6 },
    ];
    expect(judgedWords(mixed, 2)).toBe("5 of 12 sessions judged by v2, 1 not yet judged, 6 still by v1");
  });
});
