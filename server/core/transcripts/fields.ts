import { cutText } from "../events/clean";
import {
  MAX_ID_CHARACTERS,
  MAX_LABEL_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PATH_CHARACTERS,
  MAX_TEXT_BYTES,
} from "../events/limits";

/** Fits what clients write into the limits of the ingest contract, so that no event is rejected for a long field. */

const CANONICAL_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Seconds since 1970 have at most ten digits until the year 2286; larger numbers are milliseconds. */
const LARGEST_EPOCH_SECONDS = 9_999_999_999;

/** An instant as ISO text in UTC. Takes ISO text, or seconds or milliseconds since 1970; else undefined. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value === "string") {
    const iso = isoFromMilliseconds(Date.parse(value));
    // The text itself keeps more digits; a day that does not exist (30 February) reads as a later one.
    return iso !== undefined && CANONICAL_INSTANT.test(value) && value.slice(0, 10) === iso.slice(0, 10) ? value : iso;
  }
  if (typeof value !== "number") return undefined;
  return isoFromMilliseconds(value <= LARGEST_EPOCH_SECONDS ? value * 1000 : value);
}

function isoFromMilliseconds(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : undefined;
}

/** Ids are short in every client; one that is not keeps its head, and a number made of all of it tells it apart. */
export function fitId(id: string): string {
  if (id.length <= MAX_ID_CHARACTERS) return id;
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0;
  return `${cutText(id, MAX_ID_CHARACTERS - 10)}~${hash.toString(36)}`;
}

export function fitName(name: string | undefined): string | undefined {
  return name ? cutText(name, MAX_NAME_CHARACTERS) : undefined;
}

export function fitPath(path: string | undefined): string | undefined {
  return path ? cutText(path, MAX_PATH_CHARACTERS) : undefined;
}

/** One line of at most 200 characters. */
export function fitLabel(text: string | undefined): string | undefined {
  const line = text
    ?.slice(0, 10 * MAX_LABEL_CHARACTERS)
    .replace(/\s+/g, " ")
    .trim();
  return line ? cutText(line, MAX_LABEL_CHARACTERS) : undefined;
}

/** The longest text whose UTF-8 form surely fits: a UTF-16 unit takes at most three bytes. */
const SURELY_FITS_CHARACTERS = Math.floor(MAX_TEXT_BYTES / 3);

/** Cuts a text that is over the limit of an event and says so at its end. */
export function fitText(text: string): string {
  if (text.length <= SURELY_FITS_CHARACTERS || utf8Length(text) <= MAX_TEXT_BYTES) return text;
  const kept = cutText(text, SURELY_FITS_CHARACTERS - 100);
  const left = (text.length - kept.length).toLocaleString("en-US");
  return `${kept}\n[${left} more characters were left out: the text is over the limit of an event]`;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdfff)
      bytes += 2; // one half of a pair of four bytes
    else bytes += 3;
  }
  return bytes;
}
