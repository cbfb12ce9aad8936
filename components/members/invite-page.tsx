import type { InvitePage as Invite } from "@/server/api/routers/invites/open";
import { AuthShell } from "../shell/auth-shell";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { LocalTime } from "../ui/local-time";
import { Notice } from "../ui/notice";
import { AcceptInvite } from "./accept-invite";
import { OtherAccount } from "./other-account";
import { ROLE_HINTS, withArticle } from "./role-words";

type InvitePageProps = { token: string; invite: Invite; signUpHref: string; signInHref: string; nowIso: string };

const OVER: Readonly<Record<Exclude<Invite["state"], "open">, string>> = {
  used: "This invitation was used already",
  expired: "This invitation is over",
  revoked: "This invitation was revoked",
};

/** Who invites to what as which role, and the one next step. */
export function InvitePage({ token, invite, signUpHref, signInHref, nowIso }: InvitePageProps) {
  const { team, invitedBy, role, email, state, expiresAt, you } = invite;
  if (you?.memberOf) {
    return (
      <AuthShell title={`You are in ${team}`} subtitle="Nothing is left to do here.">
        <Button href={`/${you.memberOf}`} variant="primary" size="lg">
          Open {team}
        </Button>
      </AuthShell>
    );
  }
  if (state !== "open") {
    return (
      <AuthShell title={OVER[state]} subtitle={`It led to the team ${team}.`}>
        <p className="text-ink-2">
          Ask {invitedBy} for a new one. Are you in the team already? <Link href={signInHref}>Sign in</Link>.
        </p>
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title={`Join ${team}`}
      subtitle={
        <>
          <b>{invitedBy}</b> invites you as {withArticle(role)}.
        </>
      }
    >
      <p className="text-xs text-ink-3">
        {ROLE_HINTS[role]} The link works once, until <LocalTime iso={expiresAt} nowIso={nowIso} look="absolute" />.
      </p>
      {you === null ? (
        <NotSignedIn email={email} signUpHref={signUpHref} signInHref={signInHref} />
      ) : you.fits ? (
        <>
          <AcceptInvite token={token} team={team} />
          <p className="text-xs text-ink-3">You are signed in as {you.email}.</p>
        </>
      ) : (
        <>
          <Notice tone="warn">
            This invitation is for <b>{email}</b>, and you are signed in as {you.email}. Sign in with that address, or
            ask {invitedBy} for another link.
          </Notice>
          <OtherAccount />
        </>
      )}
    </AuthShell>
  );
}

function NotSignedIn({
  email,
  signUpHref,
  signInHref,
}: Pick<Invite, "email"> & { signUpHref: string; signInHref: string }) {
  return (
    <>
      {email ? <p className="text-ink-2">It is for {email}: use that address.</p> : null}
      <Button href={signUpHref} variant="primary" size="lg">
        Sign up and join
      </Button>
      <Button href={signInHref} size="lg">
        I have an account here
      </Button>
    </>
  );
}
