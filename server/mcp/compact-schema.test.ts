import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COMMAND_ARGS, COMMAND_NAMES } from "../core/commands/args";
import { inputSchemaOf } from "./compact-schema";

describe("the schema of a tool's arguments", () => {
  it("keeps names, types, choices and what is required", () => {
    const schema = z.strictObject({
      of: z.string().trim().min(1).max(10),
      level: z.enum(["P0", "P1"]).nullable().default(null),
      size: z
        .union([z.literal("auto"), z.int().min(1)])
        .nullable()
        .default(null),
      refs: z.array(z.string().max(3)).max(5).default([]),
      results: z.array(z.object({ id: z.string(), tokens: z.int().optional() })).optional(),
    });
    expect(inputSchemaOf(schema, { of: "a file" })).toEqual({
      type: "object",
      properties: {
        of: { type: "string", description: "a file" },
        level: { type: "string", enum: ["P0", "P1"] },
        size: { anyOf: [{ type: "string", const: "auto" }, { type: "integer" }] },
        refs: { type: "array", items: { type: "string" } },
        results: {
          type: "array",
          items: {
            type: "object",
            properties: { id: { type: "string" }, tokens: { type: "integer" } },
            required: ["id"],
          },
        },
      },
      required: ["of"],
    });
  });

  it("of a tool without arguments is an object and no more", () => {
    expect(inputSchemaOf(z.strictObject({}))).toEqual({ type: "object" });
  });

  it.each(COMMAND_NAMES)("of %s names all that its command takes", (name) => {
    const { properties = {}, required = [] } = inputSchemaOf(COMMAND_ARGS[name]);
    expect(Object.keys(properties)).toEqual(Object.keys(COMMAND_ARGS[name].shape));
    for (const one of required) expect(Object.keys(properties)).toContain(one);
    // A property without a type would let a model send anything.
    for (const property of Object.values(properties)) {
      expect(property).toSatisfy((told: object) => "type" in told || "anyOf" in told);
    }
  });
});
