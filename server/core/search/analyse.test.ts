import { describe, expect, it } from "vitest";
import { analyse, conditionOf, groupsOf } from "./analyse";
import { parseQuery } from "./parse-query";

function parsed(query: string) {
  const answer = parseQuery(query);
  if (!answer.ok) throw new Error(answer.fault.message);
  return answer.value;
}

describe("what can meet the fields of a query", () => {
  it.each([
    ["test", ["record", "event"]],
    ["test kind:decision", ["record"]],
    ["test kind:event", ["event"]],
    ["test kind:event,failure", ["record", "event"]],
    ["test -kind:event", ["record"]],
    ["test -kind:decision", ["record", "event"]],
    ["test tool:bash", ["event"]],
    ["test agent:main -tool:bash", ["event"]],
    ["test tool:bash kind:decision", []],
  ])("%s: %j", (query, groups) => expect(groupsOf(parsed(query).fields)).toEqual(groups));
});

describe("a query as the index reads it", () => {
  const condition = (query: string) => conditionOf("in:p", parsed(query), analyse(parsed(query)).excluded);

  it("asks for a folder by its name, and for one within another also by what begins with it", () => {
    expect(condition("path:src")).toBe("('in:p' & 'path:src')");
    expect(condition("path:src/billing")).toBe("('in:p' & ('path:src/billing' | 'path:src/billing/':*))");
  });

  it("leaves phrases with small words to the texts, where they are excluded", () => {
    expect(condition('x -"dead letter"')).toBe("('in:p' & !(('dead' <1> 'letter')))");
    expect(condition('x -"end of line"')).toBe("'in:p'");
    expect(analyse(parsed('x -"end of line"')).exact.map(({ isExcluded }) => isExcluded)).toEqual([true]);
  });
});
