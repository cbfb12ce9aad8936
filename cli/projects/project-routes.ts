import type { SessionHeader } from "@/server/core/events/ingest-batch";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { CliFault } from "../fault";
import type { ProjectHints } from "../files/project-hints";

/** The fields of a header that lead to a project. */
export type Address = Pick<SessionHeader, "projectSlug" | "gitRemote" | "root">;

/** Where a session goes. */
export interface Route {
  readonly address: Address;
  /** The slug; null for a project that the first batch makes. */
  readonly project: string | null;
  /** True when only the default of the login leads there. */
  readonly isDefault: boolean;
}

/** No project is known for where a session comes from. Said once a source at the end, not once a file. */
export class UnknownProject extends CliFault {
  constructor(
    /** The remote, folder or slug that leads nowhere. */
    readonly source: string,
    message: string,
  ) {
    super(message);
    this.name = "UnknownProject";
  }
}

export interface RouteOptions {
  /** `--project`: takes everything. */
  readonly project?: string;
  /** `--create`: an unknown project is made. */
  readonly create: boolean;
  /** The default project of the login: takes what leads nowhere else. */
  readonly fallback?: string;
  readonly hintsOf: (folder: string) => Promise<ProjectHints>;
  /** The server's project for a session; null when it knows none. */
  readonly lookUp: (session: SessionName & Address) => Promise<string | null>;
}

export type SessionName = Pick<SessionHeader, "client" | "id">;

/**
 * Decides the project of each session, once: its `.steward.json`, git remote or repository root, then the default of
 * the login. A session keeps its project when it changes its folder later, and its sub-agents share it.
 */
export class ProjectRoutes {
  private readonly bySession = new Map<string, Route>();
  private readonly byAddress = new Map<string, Promise<Route>>();

  constructor(private readonly options: RouteOptions) {}

  /** @throws UnknownProject; CliFault for a damaged `.steward.json`. */
  async of(part: SessionPart): Promise<Route> {
    const { header } = part;
    const session = `${header.client} ${header.id}`;
    const known = this.bySession.get(session);
    if (known) return known;
    const route = await this.decide(part);
    this.bySession.set(session, route);
    return route;
  }

  /** The first batch made the project: its slug is known from now on. */
  made(part: Pick<SessionPart, "header">, route: Route, project: string): Route {
    const now = { ...route, project };
    this.bySession.set(`${part.header.client} ${part.header.id}`, now);
    return now;
  }

  private async decide(part: SessionPart): Promise<Route> {
    const { project } = this.options;
    if (project !== undefined) return this.look(part.header, { projectSlug: project });
    const address = await this.addressOf(part);
    if (sourceOf(address) === null) return this.defaultRoute(part.header.id, address);
    return this.look(part.header, address);
  }

  private look(header: SessionHeader, address: Address): Promise<Route> {
    const name = JSON.stringify([address.projectSlug, address.gitRemote, address.root]);
    const before = this.byAddress.get(name);
    if (before) return before;
    const route = this.ask(header, address);
    this.byAddress.set(name, route);
    return route;
  }

  private async ask(header: SessionHeader, address: Address): Promise<Route> {
    const found = await this.options.lookUp({ client: header.client, id: header.id, ...address });
    if (found !== null) return { address: { projectSlug: found }, project: found, isDefault: false };
    if (this.options.create) return { address, project: null, isDefault: false };
    return this.defaultRoute(header.id, address);
  }

  /** A slug that was told is never replaced by the default: that would be a guess. */
  private defaultRoute(sessionId: string, address: Address): Route {
    const { fallback } = this.options;
    if (fallback !== undefined && address.projectSlug === undefined) {
      return { address: { projectSlug: fallback }, project: fallback, isDefault: true };
    }
    const source = sourceOf(address);
    if (source !== null) throw new UnknownProject(source, `No project is known for ${source}.`);
    throw new UnknownProject(`session ${sessionId}`, `The session ${sessionId} does not say in which folder it ran.`);
  }

  private async addressOf({ header, marks }: SessionPart): Promise<Address> {
    // The first folder: the header's is the latest, which changes while a session goes on.
    const folder = marks.find((mark) => mark.cwd !== undefined)?.cwd ?? header.cwd;
    const hints = folder === undefined ? {} : await this.options.hintsOf(folder);
    const { projectSlug, gitRemote, root } = { gitRemote: header.gitRemote, root: header.root, ...hints };
    return projectSlug === undefined ? { gitRemote, root } : { projectSlug };
  }
}

function sourceOf({ projectSlug, gitRemote, root }: Address): string | null {
  return projectSlug ?? gitRemote ?? root ?? null;
}

/** A header with the address of its route. */
export function addressed(header: SessionHeader, route: Route): SessionHeader {
  return { ...header, projectSlug: undefined, gitRemote: undefined, root: undefined, ...route.address };
}
