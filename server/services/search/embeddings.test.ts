import { afterEach, describe, expect, it } from "vitest";
import { plantedSecrets } from "@/server/core/redact/testing/planted-secrets";
import { type EmbeddingSettings, embeddingSettings, embeddings, TextRefused } from "./embeddings";
import { type FakeAnswer, type FakeEmbeddingServer, fakeEmbeddingServer } from "./testing/fake-embedding-server";

let server: FakeEmbeddingServer | null = null;
let nowMs = 0;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function modelThat(answer: (texts: readonly string[]) => FakeAnswer, settings: Partial<EmbeddingSettings> = {}) {
  server = await fakeEmbeddingServer(answer);
  const own = { url: server.url, model: "fake", key: "k-1", textsTimeoutMs: 5_000, queryTimeoutMs: 5_000, ...settings };
  return { model: embeddings(own, { now: () => new Date(nowMs) }), server };
}

const ones = (texts: readonly string[]) => texts.map((_, at) => [at, 1]);

describe("an embedding model behind an OpenAI-compatible API", () => {
  it("is there when an address and a model are set", () => {
    expect(embeddingSettings({ STEWARD_EMBEDDINGS_URL: "http://localhost:1/v1" })).toBeNull();
    const set = { STEWARD_EMBEDDINGS_URL: "http://localhost:1/v1", STEWARD_EMBEDDINGS_MODEL: "small" };
    expect(embeddingSettings(set)).toMatchObject({ model: "small", key: null });
  });

  it("gets texts with the key and gives their vectors in order", async () => {
    const { model, server: asked } = await modelThat(ones);
    expect(await model.ofTexts(["a", "b"])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(asked.keys).toEqual(["Bearer k-1"]);
  });

  it("never sees a secret, nor more of a text than the limit", async () => {
    const { model, server: asked } = await modelThat(ones);
    const secrets = plantedSecrets().slice(0, 4);
    await model.ofTexts([secrets.map(({ line }) => line).join("\n"), "x y ".repeat(10_000)]);
    const [[first = "", second = ""] = []] = asked.asked;
    for (const { secret } of secrets) expect(first).not.toContain(secret);
    expect(second.length).toBeLessThanOrEqual(6_000);
  });

  it("is asked once for the same query", async () => {
    const { model, server: asked } = await modelThat(ones);
    await model.ofQuery("who pays");
    await model.ofQuery("who pays");
    expect(asked.asked).toHaveLength(1);
  });

  it("is left alone for half a minute after a failure, so that searches do not wait", async () => {
    const { model, server: asked } = await modelThat(() => 503);
    await expect(model.ofQuery("one")).rejects.toThrow();
    expect(await model.ofQuery("two")).toBeNull();
    nowMs += 31_000;
    await expect(model.ofQuery("three")).rejects.toThrow();
    expect(asked.asked).toHaveLength(2);
  });

  it("is given up when it hangs", async () => {
    const { model } = await modelThat(() => null, { queryTimeoutMs: 50 });
    await expect(model.ofQuery("one")).rejects.toThrow();
  });

  it("tells a text that it refuses from not answering", async () => {
    await expect((await modelThat(() => 400)).model.ofTexts(["a"])).rejects.toBeInstanceOf(TextRefused);
    await server?.close();
    await expect((await modelThat(() => 500)).model.ofTexts(["a"])).rejects.not.toBeInstanceOf(TextRefused);
  });

  it.each([
    ["too few vectors", [[1, 2]]],
    ["vectors of different lengths", [[1, 2], [1]]],
    ["empty vectors", [[], []]],
  ])("is not believed with %s", async (_, vectors) => {
    const { model } = await modelThat(() => vectors);
    await expect(model.ofTexts(["a", "b"])).rejects.toThrow(/vectors/);
  });
});
