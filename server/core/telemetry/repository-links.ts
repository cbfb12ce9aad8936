/**
 * Web addresses of what a session left in its repository. Remotes are stored in one normal form, `github.com/acme/app`
 * (see core/events/project-source), and hosts of code serve the same path over https.
 */

export interface Repository {
  readonly host: string;
  /** `https://github.com/acme/app` */
  readonly url: string;
}

type Flavour = {
  readonly commit: string;
  readonly branch: string;
  readonly request: RegExp;
  readonly requests: string;
  readonly issues: string;
};

/** Paths below a repository, as each kind of host documents them; Gitea and Forgejo follow GitHub but for branches. */
const FLAVOURS: Readonly<Record<"github" | "gitlab" | "bitbucket" | "plain", Flavour>> = {
  github: {
    commit: "/commit/",
    branch: "/tree/",
    request: /^\/pull\/\d+$/,
    requests: "/pull/",
    issues: "/issues/",
  },
  gitlab: {
    commit: "/-/commit/",
    branch: "/-/tree/",
    request: /^\/-\/merge_requests\/\d+$/,
    requests: "/-/merge_requests/",
    issues: "/-/issues/",
  },
  bitbucket: {
    commit: "/commits/",
    branch: "/branch/",
    request: /^\/pull-requests\/\d+$/,
    requests: "/pull-requests/",
    issues: "/issues/",
  },
  plain: {
    commit: "/commit/",
    branch: "/src/branch/",
    request: /^\/(?:pulls?|-\/merge_requests|pull-requests)\/\d+$/,
    requests: "/pulls/",
    issues: "/issues/",
  },
};

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
const PATH = /^[\w.~-]+(?:\/[\w.~-]+)+$/;

/** The repository's page; null for what has none: a folder, a host without a domain, a path that is no address. */
export function repositoryOf(remote: string): Repository | null {
  const slash = remote.indexOf("/");
  if (slash <= 0) return null;
  const host = remote.slice(0, slash).toLowerCase();
  const path = remote.slice(slash + 1);
  const climbs = path.split("/").some((part) => part === "." || part === "..");
  if (!HOST.test(host) || !PATH.test(path) || climbs) return null;
  return { host, url: `https://${host}/${path}` };
}

function flavourOf({ host }: Repository): Flavour {
  const kind = (["github", "gitlab", "bitbucket"] as const).find((name) => host.split(".").includes(name));
  return FLAVOURS[kind ?? "plain"];
}

/** Null for what is no commit's name. */
export function commitUrl(repository: Repository, sha: string): string | null {
  return /^[0-9a-f]{7,64}$/i.test(sha) ? `${repository.url}${flavourOf(repository).commit}${sha.toLowerCase()}` : null;
}

/** Slashes of a branch stay slashes, as hosts write them. Null for a name that git would refuse. */
export function branchUrl(repository: Repository, branch: string): string | null {
  const parts = branch.split("/");
  const isName = branch !== "HEAD" && parts.every((part) => part !== "" && !part.startsWith("."));
  if (!isName || branch.includes("..") || /[\s~^:?*[\\\p{Cc}]/u.test(branch)) return null;
  return `${repository.url}${flavourOf(repository).branch}${parts.map(encodeURIComponent).join("/")}`;
}

export interface NamedWork {
  /** As it was written: `PR #41`. */
  readonly name: string;
  readonly url: string;
  /** What was written behind it. */
  readonly rest: string;
}

/** An issue or a request named at the beginning of a text: `#41`, `issue #41`, `PR #12`, `!7`; null for any other. */
export function workNamedBy(text: string, repository: Repository): NamedWork | null {
  const [name, word = "", digits = ""] =
    /^((?:issue|bug|pr|pull request|mr|merge request)\s*)?[#!](\d{1,9})(?![\w-])/i.exec(text) ?? [];
  if (name === undefined) return null;
  const flavour = flavourOf(repository);
  const isRequest = /^(?:pr|pull|mr|merge)/i.test(word) || name.includes("!");
  const url = `${repository.url}${isRequest ? flavour.requests : flavour.issues}${digits}`;
  return { name, url, rest: text.slice(name.length).trim() };
}

export interface PullRequest {
  /** `#41` */
  readonly name: string;
  readonly url: string;
}

const MAX_REQUESTS = 20;

/**
 * Pull and merge requests that a text names: only https addresses of this very repository, without what may hang on
 * them. Output of tools is untrusted, so an address of any other place is never made a link.
 */
export function pullRequestsIn(text: string, repository: Repository): PullRequest[] {
  const found = new Map<string, PullRequest>();
  for (const [written] of text.matchAll(/https:\/\/[^\s<>"'`\\()[\]{}]{1,500}/gi)) {
    const request = requestAt(written, repository);
    if (request) found.set(request.url, request);
    if (found.size >= MAX_REQUESTS) break;
  }
  return [...found.values()];
}

function requestAt(written: string, repository: Repository): PullRequest | null {
  const address = readAddress(written);
  if (!address) return null;
  const own = new URL(repository.url);
  if (address.protocol !== "https:" || address.host !== own.host || address.username || address.password) return null;
  const prefix = own.pathname.toLowerCase();
  if (!address.pathname.toLowerCase().startsWith(`${prefix}/`)) return null;
  const rest = firstParts(address.pathname.slice(prefix.length));
  if (!flavourOf(repository).request.test(rest)) return null;
  return { name: `#${rest.slice(rest.lastIndexOf("/") + 1)}`, url: `${repository.url}${rest}` };
}

/** Up to the number: `/pull/41/files` is a page of request 41. A full stop after it ends a sentence. */
function firstParts(path: string): string {
  return /^.*?\/\d+(?=[/.,;:!]|$)/.exec(path)?.[0] ?? "";
}

function readAddress(written: string): URL | null {
  try {
    return new URL(written);
  } catch {
    return null;
  }
}
