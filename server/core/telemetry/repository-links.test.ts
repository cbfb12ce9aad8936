import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeGitRemote } from "../events/project-source";
import { branchUrl, commitUrl, pullRequestsIn, type Repository, repositoryOf, workNamedBy } from "./repository-links";

function repository(remote: string): Repository {
  const found = repositoryOf(normalizeGitRemote(remote) ?? "");
  if (!found) throw new Error(`${remote} has no page.`);
  return found;
}

const GITHUB = repository("git@github.com:acme/billing.git");
const GITLAB = repository("https://user:token@gitlab.example.org/group/sub/billing.git");
const SHA = "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d";

describe("a repository's page", () => {
  it("is https, whatever the remote was written as, and holds no password", () => {
    expect(GITHUB).toEqual({ host: "github.com", url: "https://github.com/acme/billing" });
    expect(GITLAB.url).toBe("https://gitlab.example.org/group/sub/billing");
  });

  it.each([
    "",
    "billing",
    "/work/billing",
    "c:/work",
    "localhost/acme/app",
    "github.com/acme/../../etc",
    "a b.com/x/y",
  ])("is none for %j", (remote) => expect(repositoryOf(remote)).toBeNull());

  it.each([
    [GITHUB, "/commit/", "/tree/feat/pay"],
    [GITLAB, "/-/commit/", "/-/tree/feat/pay"],
    [repository("git@bitbucket.org:acme/billing"), "/commits/", "/branch/feat/pay"],
    [repository("ssh://git@code.acme.dev/acme/billing"), "/commit/", "/src/branch/feat/pay"],
  ])("has commits and branches where $host keeps them", (own, commit, branch) => {
    expect(commitUrl(own, SHA)).toBe(`${own.url}${commit}${SHA}`);
    expect(branchUrl(own, "feat/pay")).toBe(`${own.url}${branch}`);
  });

  it("links no name that git would refuse", () => {
    for (const name of ["HEAD", "a b", "../x", "a//b", ".hidden", "x?y", "a\u0007"])
      expect(branchUrl(GITHUB, name)).toBeNull();
    expect(branchUrl(GITHUB, "fix/#12%")).toBe("https://github.com/acme/billing/tree/fix/%2312%25");
    for (const sha of ["", "main", "12345", "zzzzzzz", "../../x"]) expect(commitUrl(GITHUB, sha)).toBeNull();
  });
});

describe("pull requests in a text", () => {
  it("are found once each, without what hangs on them", () => {
    const text = `Creating pull request for fix into main
      https://github.com/acme/billing/pull/41
      See https://github.com/Acme/Billing/pull/41/files#diff, and (https://github.com/acme/billing/pull/7?w=1).`;
    expect(pullRequestsIn(text, GITHUB)).toEqual([
      { name: "#41", url: "https://github.com/acme/billing/pull/41" },
      { name: "#7", url: "https://github.com/acme/billing/pull/7" },
    ]);
    const merge = "View it: https://gitlab.example.org/group/sub/billing/-/merge_requests/9.";
    expect(pullRequestsIn(merge, GITLAB).map(({ name }) => name)).toEqual(["#9"]);
  });

  it.each([
    "http://github.com/acme/billing/pull/41",
    "https://github.com.evil.example/acme/billing/pull/41",
    "https://evil.example/github.com/acme/billing/pull/41",
    "https://github.com@evil.example/acme/billing/pull/41",
    "https://user:pw@github.com/acme/billing/pull/41",
    "https://github.com:8443/acme/billing/pull/41",
    "https://github.com/acme/other/pull/41",
    "https://github.com/acme/billing-evil/pull/41",
    "https://github.com/acme/billing/../../evil/x/pull/41",
    "https://github.com/acme/billing/pull/new/fix",
    "https://github.com/acme/billing/issues/41",
    "javascript:alert(1)//https:github.com/acme/billing/pull/41",
  ])("are not %s", (text) => expect(pullRequestsIn(text, GITHUB)).toEqual([]));

  it("lead nowhere but to the own repository, whatever a tool printed", () => {
    const piece = fc.constantFrom(
      "https://",
      "github.com",
      "/acme/billing",
      "/pull/",
      "41",
      "@",
      "..",
      "/",
      " ",
      ":",
      "evil.example",
      "?x=",
      "#",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
        for (const { url } of pullRequestsIn(parts.join(""), GITHUB)) {
          expect(url).toMatch(/^https:\/\/github\.com\/acme\/billing\/pull\/\d+$/);
        }
      }),
    );
  });
});

describe("work that a text names first", () => {
  const on = (remote: string, text: string) => {
    const repository = repositoryOf(remote);
    return repository && workNamedBy(text, repository);
  };

  it.each([
    ["github.com/acme/app", "#41", "https://github.com/acme/app/issues/41"],
    ["github.com/acme/app", "PR #41 adds the table", "https://github.com/acme/app/pull/41"],
    ["gitlab.com/acme/app", "!7", "https://gitlab.com/acme/app/-/merge_requests/7"],
    ["gitlab.com/acme/app", "Issue #7", "https://gitlab.com/acme/app/-/issues/7"],
    ["git.example.org/acme/app", "pull request #7", "https://git.example.org/acme/app/pulls/7"],
  ])("on %s, %s", (remote, text, url) => {
    expect(on(remote, text)?.url).toBe(url);
  });

  it("keeps what stands behind it, and finds nothing in other texts", () => {
    expect(on("github.com/acme/app", "issue #41 it broke")).toMatchObject({ name: "issue #41", rest: "it broke" });
    for (const text of ["see #41", "#a1", "#41-b", "41", ""]) expect(on("github.com/acme/app", text)).toBeNull();
  });
});
