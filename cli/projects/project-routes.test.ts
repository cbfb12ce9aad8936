import { describe, expect, it } from "vitest";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { addressed, ProjectRoutes, type RouteOptions } from "./project-routes";

const AT = "2026-01-05T09:00:00.000Z";

function aPart(id: string, cwd?: string, header: Partial<SessionHeader> = {}, firstCwd?: string): SessionPart {
  const marks = firstCwd === undefined ? [] : [{ thread: "main", seq: 1, at: AT, cwd: firstCwd }];
  const whole = {
    contract: 1,
    client: "claude-code",
    id,
    captureMode: "full",
    ...(cwd ? { cwd } : {}),
    ...header,
  } as const;
  return { header: whole, threads: [], events: [], requests: [], boundaries: [], marks };
}

/** Routes over a server that knows `known`: project by slug, remote or root. Folders hint at themselves. */
function routes(known: Record<string, string>, options: Partial<RouteOptions> = {}) {
  const asked: string[] = [];
  const made = new ProjectRoutes({
    create: false,
    hintsOf: async (folder) => ({ root: folder }),
    async lookUp({ projectSlug, gitRemote, root }) {
      asked.push(projectSlug ?? gitRemote ?? root ?? "");
      return known[projectSlug ?? gitRemote ?? root ?? ""] ?? null;
    },
    ...options,
  });
  return { asked, of: (part: SessionPart) => made.of(part) };
}

describe("the project of a session", () => {
  it("is asked once for each folder", async () => {
    const { of, asked } = routes({ "/app": "app" });
    for (const id of ["a", "b", "c"]) expect((await of(aPart(id, "/app"))).project).toBe("app");
    expect(asked).toEqual(["/app"]);
  });

  it("stays when the session moves, and goes by its first folder", async () => {
    const { of } = routes({ "/app": "app", "/web": "web" });
    expect((await of(aPart("a", "/web", {}, "/app"))).project).toBe("app");
    expect((await of(aPart("a", "/web"))).project).toBe("app");
  });

  it("goes by .steward.json, then by the remote that this machine knows, then by the one of the transcript", async () => {
    const hints = {
      "/told": { projectSlug: "told", gitRemote: "r" },
      "/remote": { gitRemote: "r", root: "/remote" },
      "/gone": { root: "/gone" },
    };
    const hintsOf = async (folder: string) => hints[folder as keyof typeof hints];
    const { of } = routes({ told: "told", r: "by-remote", theirs: "by-their-remote" }, { hintsOf });
    const transcript = { gitRemote: "theirs" };
    expect((await of(aPart("a", "/told", transcript))).project).toBe("told");
    expect((await of(aPart("b", "/remote", transcript))).project).toBe("by-remote");
    expect((await of(aPart("c", "/gone", transcript))).project).toBe("by-their-remote");
  });

  it("falls to the default of the login, but never for a slug that was told", async () => {
    const { of } = routes({}, { fallback: "mine" });
    expect(await of(aPart("a", "/lost"))).toEqual({
      address: { projectSlug: "mine" },
      project: "mine",
      isDefault: true,
    });
    expect((await of(aPart("b"))).isDefault).toBe(true);
    const told = routes({}, { fallback: "mine", hintsOf: async () => ({ projectSlug: "typo" }) });
    await expect(told.of(aPart("a", "/app"))).rejects.toMatchObject({ source: "typo" });
  });

  it("is unknown without a default, and says for which folder or session", async () => {
    const { of } = routes({});
    await expect(of(aPart("a", "/lost"))).rejects.toMatchObject({ source: "/lost" });
    await expect(of(aPart("b"))).rejects.toThrow("does not say in which folder");
  });

  it("is made by the first batch when that is asked for", async () => {
    const { of } = routes({}, { create: true });
    const route = await of(aPart("a", "/new", { gitRemote: "git@example.com:acme/new.git" }));
    expect(route).toMatchObject({ project: null, address: { gitRemote: "git@example.com:acme/new.git" } });
  });

  it("replaces all that the header said of it", () => {
    const header = aPart("a", "/app", { gitRemote: "r", root: "/app" }).header;
    const route = { address: { projectSlug: "app" }, project: "app", isDefault: false };
    expect(JSON.parse(JSON.stringify(addressed(header, route)))).toEqual({
      contract: 1,
      client: "claude-code",
      id: "a",
      captureMode: "full",
      cwd: "/app",
      projectSlug: "app",
    });
  });
});
