import type { z } from "zod";
import type { HandoffText, HandoffVersionView } from "../../core/handoffs/views";

interface VersionColumns {
  readonly version: number;
  readonly title: string;
  readonly authorKind: string;
  readonly author: string;
  readonly createdAt: Date;
}

export function toVersionView(row: VersionColumns): z.infer<typeof HandoffVersionView> {
  const { version, title, authorKind, author, createdAt } = row;
  return { version, title, author: { kind: authorKind, name: author }, createdAt: createdAt.toISOString() };
}

export function toText(row: VersionColumns & { readonly markdown: string }): HandoffText {
  return { ...toVersionView(row), markdown: row.markdown };
}
