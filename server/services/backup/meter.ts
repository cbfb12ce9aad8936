import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";

const LINE_END = 10;

/** Passes bytes on and keeps their hash, their number and the number of lines, which are rows in COPY's text format. */
export class Meter extends Transform {
  private readonly hash = createHash("sha256");
  rows = 0;
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) this.rows++;
    done(null, chunk);
  }

  /** Once everything has passed. */
  reading(): { rows: number; bytes: number; sha256: string } {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }
}
