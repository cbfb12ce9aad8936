import { onlyProjects } from "../../core/access/key-projects";
import { leastRoleFor } from "../../core/access/refusal";
import { can } from "../../core/access/rights";
import type { Principal } from "../../core/access/scope";
import { fail, type Result } from "../../core/result";
import { resolveKeyTeamScope } from "../access/resolve-scope";
import type { Deps } from "../deps";
import { type CreatedProject, createProject, type NewProjectInput } from "./create-project";

/**
 * `steward import --create`: an upload makes the project that it belongs to. The key must reach all projects and its
 * person must be allowed to create them; the project's name and remote come from the person's own command line.
 */
export async function createProjectByKey(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  key: Extract<Principal, { kind: "key" }>,
  input: NewProjectInput,
): Promise<Result<CreatedProject>> {
  const scope = await resolveKeyTeamScope(deps, key, "ingest:write");
  if (!scope.ok) return scope;
  if (onlyProjects(key.projectIds) !== null) {
    return fail(
      "forbidden",
      "This key is bound to certain projects, so it cannot create one. Use a key for all projects.",
    );
  }
  if (!can({ role: scope.value.role, keyScopes: null }, "project:create")) {
    const least = leastRoleFor("project:create");
    return fail(
      "forbidden",
      `This key's person has the role ${scope.value.role}; creating a project needs ${least} or higher.`,
    );
  }
  return createProject(deps, scope.value, input);
}
