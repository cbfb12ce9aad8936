import clsx from "clsx";
import type { CSSProperties } from "react";
import { categoryColour } from "../charts/palette";
import { clientLetters, initials } from "./monogram-letters";

type MonogramProps = {
  /** The two letters; by default made from `name`. */
  letters?: string;
  /** A role or a client: "code-reviewer" gives CR, "claude-code" CC. */
  name: string;
  /** The category's index in order of first appearance; -1 is grey. */
  category: number;
  /** A sub-agent is hollow, a main agent tinted. */
  sub?: boolean;
  /** Spoken, when no name stands beside it. */
  label?: string;
};

/** Who: the colour is the category, the letters are the name. */
export function Monogram({ letters, name, category, sub = false, label }: MonogramProps) {
  const style: CSSProperties & { "--monogram": string } = { "--monogram": categoryColour(category) };
  return (
    <span
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      style={style}
      className={clsx(
        "monogram data-fill inline-grid h-4 w-[22px] shrink-0 place-items-center rounded-[2px] font-mono text-[0.625rem] leading-none font-semibold tracking-[-0.02em] text-ink",
        sub && "bg-surface!",
      )}
    >
      {letters ?? clientLetters(name)}
    </span>
  );
}

type AvatarProps = { name: string; size?: "sm" | "md"; square?: boolean };

/** A person (round) or a project (square) by initials; the name stands beside it. */
export function Avatar({ name, size = "sm", square = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        "inline-grid shrink-0 place-items-center bg-accent-soft text-[0.625rem] leading-none font-semibold text-accent-ink",
        size === "md" ? "size-6" : "size-5",
        square ? "rounded-sm" : "rounded-full",
      )}
    >
      {square ? initials(name).slice(0, 1) : initials(name)}
    </span>
  );
}
