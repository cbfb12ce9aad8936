import type { ReactNode } from "react";
import { AuthArt } from "./auth-art";
import { LogoMark } from "./logo";
import { SkipLink } from "./skip-link";
import { ThemeLink } from "./theme-menu";

type AuthShellProps = {
  title: string;
  /** Below the title: "to steward.harbor.dev". */
  subtitle?: ReactNode;
  /** The form. Give it `className="grid gap-3.5"`. */
  children: ReactNode;
};

/** The pages before a project: sign-in, sign-up, first project. The form at the left, windows at the right. */
export function AuthShell({ title, subtitle, children }: AuthShellProps) {
  return (
    <>
      <SkipLink>Skip to the form</SkipLink>
      <div className="grid min-h-dvh bg-surface max-[900px]:grid-rows-[auto_1fr] min-[901px]:grid-cols-[minmax(380px,0.8fr)_1.2fr]">
        <main
          id="main"
          tabIndex={-1}
          className="grid grid-rows-[auto_1fr_auto] gap-6 px-10 py-8 max-[900px]:order-last max-[900px]:px-5 max-[900px]:py-6"
        >
          <p className="flex items-center gap-[9px] font-semibold tracking-[-0.01em]">
            <LogoMark />
            Context Steward
          </p>
          <div className="mx-auto grid w-full max-w-[340px] content-center gap-3.5 max-[900px]:mx-0 max-[900px]:max-w-none max-[900px]:content-start">
            <div className="mb-1.5">
              <h1 className="text-2xl">{title}</h1>
              {subtitle ? <p className="mt-0.5 text-ink-2">{subtitle}</p> : null}
            </div>
            {children}
          </div>
          <div className="text-xs text-ink-3">
            Your data stays on this server. <ThemeLink />
          </div>
        </main>
        <AuthArt />
      </div>
    </>
  );
}
