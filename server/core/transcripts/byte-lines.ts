/** A longer line is counted as bad and skipped; real lines of 15 MB exist. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

export interface ByteLinesHandler {
  /** One line without its ending and without a BOM, empty ones too. `byteOffset` is where the bytes begin, `line` is 1-based. */
  onLine(bytes: Uint8Array, byteOffset: number, line: number): void;
  /** A line over the limit; its bytes are gone. */
  onLongLine(line: number, byteOffset: number, reason: string): void;
}

/**
 * Splits a file into lines, in the memory of its longest one. Splits on byte 0x0A only: readline libraries also split
 * on U+2028 and U+2029, which are legal inside JSON strings.
 */
export class ByteLines {
  readonly #handler: ByteLinesHandler;
  readonly #maxLineBytes: number;
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Byte offset of the start of the current line. */
  #lineStart = 0;
  #line = 1;

  constructor(handler: ByteLinesHandler, maxLineBytes = MAX_LINE_BYTES) {
    this.#handler = handler;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#finishLine(chunk.subarray(from, at));
      this.#lineStart += 1;
      this.#line++;
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The file ended; a last line without newline counts. */
  end(): void {
    if (this.#pendingBytes > 0) this.#finishLine(new Uint8Array(0));
  }

  #keep(piece: Uint8Array): void {
    this.#pendingBytes += piece.length;
    // Copied, because the caller may reuse the chunk's memory for its next read. Not by `slice`: of a Buffer that is
    // a view of the same memory.
    if (this.#pendingBytes <= this.#maxLineBytes) this.#pieces.push(new Uint8Array(piece));
    else this.#pieces = [];
  }

  #finishLine(tail: Uint8Array): void {
    const length = this.#pendingBytes + tail.length;
    const start = this.#lineStart;
    if (length > this.#maxLineBytes) {
      const limit = this.#maxLineBytes.toLocaleString("en-US");
      const reason = `The line has ${length.toLocaleString("en-US")} bytes; at most ${limit} are read.`;
      this.#handler.onLongLine(this.#line, start, reason);
    } else {
      this.#hand(this.#pieces.length === 0 ? tail : concatenate(this.#pieces, tail, length), start);
    }
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#lineStart = start + length;
  }

  #hand(bytes: Uint8Array, lineOffset: number): void {
    const from = lineOffset === 0 && BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
    const to = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    this.#handler.onLine(bytes.subarray(from, Math.max(from, to)), lineOffset + from, this.#line);
  }
}

function concatenate(pieces: readonly Uint8Array[], tail: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  whole.set(tail, at);
  return whole;
}
