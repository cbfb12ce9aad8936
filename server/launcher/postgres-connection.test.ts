import { expect, it } from "vitest";
import { freePort } from "./ports";
import { describeAddress, prepareOwnPostgres, probe } from "./postgres-connection";

it("never shows the password of an address", () => {
  expect(describeAddress("postgresql://me:hunter2@db.example:6543/steward")).toBe("db.example:6543/steward");
  expect(describeAddress("postgresql://me:hunter2@db.example/steward")).toBe("db.example:5432/steward");
});

it("says which server does not answer, and both ways out", async () => {
  const url = `postgresql://me:hunter2@127.0.0.1:${await freePort(null)}/steward`;
  expect(await probe(url)).toBe("silent");
  const refusal = await prepareOwnPostgres(url).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^Postgres at 127\.0\.0\.1:\d+\/steward cannot be used: .*ECONNREFUSED/),
    remedy: expect.stringMatching(/correct DATABASE_URL.*env -u DATABASE_URL npm run quickstart/),
  });
  expect(String(refusal)).not.toContain("hunter2");
});
