import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { withoutAddress } from "../../core/handoffs/sections";
import type { SharedHandoff } from "../../core/handoffs/views";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { readHandoff } from "../../db/handoffs/record";
import { countView, findShareTeam } from "../../db/handoffs/shares";
import type { Deps } from "../deps";
import { hashOfToken } from "./share-token";

/**
 * What a share link shows, and counts the look. A token that is unknown, expired or revoked answers alike. Nothing is
 * read before the token has named its team, and then only of that team.
 */
export async function openShare(deps: Deps, token: string): Promise<Result<SharedHandoff>> {
  const hash = hashOfToken(token);
  const link = hash && (await findShareTeam(deps.db, hash));
  if (!link) return gone();
  const share = await deps.db.withTenant(link, (tx) => countView(tx, link, deps.clock.now()));
  if (!share) return gone();
  const { number, projectId, project, timeZone } = share;
  const record = await readHandoff(deps.db, { teamId: link.teamId, projectId }, { number });
  if (!record) return gone();
  return ok({
    ref: recordRef("handoff", number),
    title: safeText(record.title),
    project,
    timeZone,
    sharedBy: share.sharedBy ?? "a former member",
    version: record.version,
    updatedAt: record.updatedAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
    // Stored texts are redacted already; once more, since rules for secrets may have been added since.
    markdown: safeText(shortener(record.cwd)(withoutAddress(record.markdown))),
  });
}

function gone(): Result<SharedHandoff> {
  return fail("not_found", "This link leads nowhere. Ask the person who sent it for a new one.");
}
