import { fail, ok, type Result } from "../../core/result";

/** Where a page of a list by time ended: `<ISO time>~<number>`, plain, so that a URL stays readable. */
export interface TimeCursor {
  readonly at: Date;
  readonly number: number;
}

export function writeTimeCursor(at: Date, number: number): string {
  return `${at.toISOString()}~${number}`;
}

export function readTimeCursor(text: string | null): Result<TimeCursor | null> {
  if (text === null) return ok(null);
  const [time = "", digits = ""] = text.split("~");
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !/^\d{1,9}$/.test(digits)) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  return ok({ at, number: Number(digits) });
}
