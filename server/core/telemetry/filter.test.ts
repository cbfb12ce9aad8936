import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_KIND_NAMES, STAGES } from "../events/kinds";
import { NOISE_CLASSES } from "../prune/model";
import {
  hasDimensions,
  NO_FILTER,
  parseFilter,
  RANGE_PRESETS,
  TelemetryFilterSchema,
  withChange,
  writeFilter,
} from "./filter";

const names = fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 });
const someOf = <const T extends string>(values: readonly T[]) => fc.subarray([...values]);
const range = fc.oneof(
  fc.record({ range: fc.constantFrom(null, ...RANGE_PRESETS), from: fc.constant(null), to: fc.constant(null) }),
  fc.record({
    range: fc.constant(null),
    from: fc.constantFrom(null, "2026-10-01"),
    to: fc.constantFrom("2026-10-25", "2026-10-25T07"),
  }),
);
const filters = fc
  .record({
    client: names,
    agent: names,
    skill: names,
    tool: names,
    kind: someOf(EVENT_KIND_NAMES),
    pass: someOf(NOISE_CLASSES),
    model: names,
    person: names,
    branch: names,
    stage: someOf(["", ...STAGES]),
  })
  .chain((dimensions) => range.map((when) => TelemetryFilterSchema.parse({ ...dimensions, ...when })));

describe("filter in the URL", () => {
  it("comes back the same from its own URL, and its URL is canonical", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const url = writeFilter(filter);
        const { filter: again, problems } = parseFilter(new URLSearchParams(url.toString()));
        expect(problems).toEqual([]);
        expect(again).toEqual(filter);
        expect(writeFilter(again).toString()).toBe(url.toString());
      }),
    );
  });

  it("gives equal filters equal URLs, whatever their order and repeats", () => {
    const a = parseFilter(new URLSearchParams("agent=main&agent=explorer&range=7d&agent=main")).filter;
    const b = parseFilter(new URLSearchParams("range=7d&agent=explorer&agent=main")).filter;
    expect(writeFilter(a).toString()).toBe(writeFilter(b).toString());
    expect(writeFilter(a).toString()).toBe("range=7d&agent=explorer&agent=main");
  });

  it("names what it cannot read and keeps the rest", () => {
    const { filter, problems } = parseFilter(
      new URLSearchParams("range=2y&from=2026-02-30&pass=idle&pass=stale&agent=main&kind="),
    );
    expect(problems.map((problem) => problem.field)).toEqual(["range", "from", "kind", "pass"]);
    expect(problems[0]?.message).toBe("Use one of 24h, 7d, 14d, 30d, all.");
    expect(filter).toEqual({ ...NO_FILTER, pass: ["idle"], agent: ["main"] });
  });

  it("drops a range that ends before it begins and says so", () => {
    const { filter, problems } = parseFilter(new URLSearchParams("from=2026-11-27&to=2026-11-20&agent=main"));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ field: "to" });
    expect(filter).toEqual({ ...NO_FILTER, agent: ["main"] });
  });

  it("takes an empty value as none and keeps it", () => {
    const { filter } = parseFilter(new URLSearchParams("skill="));
    expect(filter.skill).toEqual([""]);
    expect(writeFilter(filter).toString()).toBe("skill=");
  });

  it("lets a preset and times of its own take each other's place", () => {
    const own = withChange(NO_FILTER, { from: "2026-11-01", to: "2026-11-02" });
    expect(withChange(own, { range: "7d" })).toEqual({ ...NO_FILTER, range: "7d" });
    const preset = withChange(NO_FILTER, { range: "7d" });
    expect(withChange(preset, { from: "2026-11-01" })).toEqual({ ...NO_FILTER, from: "2026-11-01" });
  });

  it("writes a target behind all dimensions, and reads it back", () => {
    const filter = withChange(NO_FILTER, { target: ["npm test", "src/a b.ts"], agent: ["main"] });
    expect(hasDimensions(withChange(NO_FILTER, { target: ["a"] }))).toBe(true);
    expect(writeFilter(filter).toString()).toBe("agent=main&target=npm+test&target=src%2Fa+b.ts");
    expect(parseFilter(writeFilter(filter))).toEqual({ filter, problems: [] });
  });
});
