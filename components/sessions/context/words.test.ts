import { expect, it } from "vitest";
import { actorWords } from "./words";

it("says who changed what the model sees", () => {
  expect(actorWords({ actorKind: "member", actor: "Ines", run: null })).toBe("Ines");
  expect(actorWords({ actorKind: "key", actor: "Ines", run: null })).toBe("an agent of Ines");
  expect(actorWords({ actorKind: "system", actor: "Ines", run: 3 })).toBe("run 3, asked for by Ines");
  expect(actorWords({ actorKind: "key", actor: "Ines", run: 3 })).toBe("an agent of Ines, after run 3");
});
