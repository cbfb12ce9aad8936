import { expect, it } from "vitest";
import { parsePostmasterPid } from "./embedded-postgres";

it("reads process and port from postmaster.pid", () => {
  const text = "4711\n/srv/data/postgres\n1700000000\n5433\n\n127.0.0.1\n  1234  5678\nready   \n";
  expect(parsePostmasterPid(text)).toEqual({ pid: 4711, port: 5433 });
});

it("knows a server that has not said its port yet", () => {
  expect(parsePostmasterPid("4711\n/srv/data/postgres\n")).toEqual({ pid: 4711, port: null });
});

it.each(["", "\n", "nonsense\n", "-3\n", "0\n"])("reads nothing from a damaged file: %j", (text) => {
  expect(parsePostmasterPid(text)).toBeNull();
});
