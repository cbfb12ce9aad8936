import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_KIND_NAMES, TOOL_CLASSES } from "../events/kinds";
import { NOISE_CLASSES } from "../prune/model";
import {
  type EventFilter,
  type EventGroup,
  facetsOf,
  isFiltered,
  matchesEvent,
  NO_EVENT_FILTER,
  NOISE_CHOICES,
  SOURCES,
  sourceOf,
} from "./event-filter";
import { fillOfKind } from "./fills";
import { RESIDENCIES } from "./session-views";

const nullable = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null });
const names = ["", "Read", "Bash"];

const aGroup: fc.Arbitrary<EventGroup> = fc.record({
  thread: fc.constantFrom("main", "t1"),
  agent: fc.constantFrom("main", "explorer"),
  source: fc.constantFrom(...SOURCES),
  kind: fc.constantFrom(...EVENT_KIND_NAMES),
  tool: fc.constantFrom(...names),
  skill: fc.constantFrom(...names),
  residency: nullable(RESIDENCIES),
  noise: nullable(NOISE_CLASSES),
  isError: fc.boolean(),
  events: fc.integer({ min: 1, max: 50 }),
  tokens: fc.integer({ min: 0, max: 5_000 }),
});
const aFilter: fc.Arbitrary<EventFilter> = fc.record({
  source: nullable(SOURCES),
  kind: nullable(EVENT_KIND_NAMES),
  tool: nullable(names),
  skill: nullable(names),
  residency: nullable(RESIDENCIES),
  noise: nullable(NOISE_CHOICES),
  errors: fc.boolean(),
});

describe("sources", () => {
  it("divide a fill of the context bar and never cross it", () => {
    const fills = new Map<string, Set<string>>();
    for (const kind of EVENT_KIND_NAMES) {
      for (const toolClass of [null, ...TOOL_CLASSES]) {
        const source = sourceOf(kind, toolClass);
        fills.set(source, (fills.get(source) ?? new Set()).add(fillOfKind(kind)));
      }
    }
    expect([...fills.keys()].sort()).toEqual([...SOURCES].sort());
    expect([...fills.values()].every((set) => set.size === 1)).toBe(true);
  });

  it("take what a newer client invented for other", () => {
    expect(sourceOf("dream", null)).toBe("conversation");
    expect(sourceOf("tool_result", "telepathy")).toBe("tools");
    expect(sourceOf("tool_result", "constructor")).toBe("tools");
  });
});

describe("facets", () => {
  it("say of each value what choosing it shows", () => {
    fc.assert(
      fc.property(fc.array(aGroup, { maxLength: 30 }), aFilter, (groups, filter) => {
        const facets = facetsOf(groups, "main", filter);
        const shown = (chosen: EventFilter) =>
          groups
            .filter((group) => group.thread === "main" && matchesEvent(group, chosen))
            .reduce((sum, group) => sum + group.events, 0);
        for (const field of ["source", "kind", "tool", "skill", "residency", "noise"] as const) {
          for (const { value, events } of facets[field]) {
            // Every value of a facet is one of its field's own.
            expect(events).toBe(shown({ ...filter, [field]: value } as EventFilter));
          }
        }
        expect(facets.errors).toBe(shown({ ...filter, errors: true }));
        expect(facets.matched.events).toBe(shown(filter));
        expect(facets.total.events).toBe(shown(NO_EVENT_FILTER));
      }),
    );
  });

  it("count other threads under the whole filter", () => {
    const group = { ...NO_GROUP, events: 2, tokens: 10 };
    const groups = [group, { ...group, thread: "t1", agent: "explorer", isError: true }];
    const facets = facetsOf(groups, "main", { ...NO_EVENT_FILTER, errors: true });
    expect(facets.threads).toEqual([{ key: "t1", events: 2, tokens: 10 }]);
    expect(facets.agents).toEqual([{ value: "explorer", events: 2, tokens: 10 }]);
    expect(facets.matched.events).toBe(0);
  });

  it("know a filter that asks for an empty name from one that asks for nothing", () => {
    expect(isFiltered(NO_EVENT_FILTER)).toBe(false);
    expect(isFiltered({ ...NO_EVENT_FILTER, skill: "" })).toBe(true);
    expect(isFiltered({ ...NO_EVENT_FILTER, errors: true })).toBe(true);
  });
});

const NO_GROUP: EventGroup = {
  thread: "main",
  agent: "main",
  source: "reads",
  kind: "tool_result",
  tool: "Read",
  skill: "",
  residency: "full",
  noise: null,
  isError: false,
  events: 1,
  tokens: 1,
};
