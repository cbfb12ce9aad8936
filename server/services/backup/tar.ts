import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";

/**
 * The tar format (POSIX.1-1988 "ustar"), as far as a backup needs it: regular files, sizes above 8 GiB in the base-256
 * form of GNU tar. A member's size stands before its bytes, so the writer puts the header in once the member is whole;
 * that takes a file that can be written at any place, and no memory.
 */
const BLOCK = 512;
const MOST_MEMBERS = 10_000;
const CHUNK_BYTES = 256 * 1024;
/** Largest size that eleven octal digits hold. */
const LARGEST_OCTAL = 8 ** 11 - 1;

/** The file is none of ours, or not whole. The message is a sentence for a person. */
export class DamagedFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DamagedFile";
  }
}

export class TarWriter {
  private position = 0;
  private member: { name: string; at: number } | null = null;

  constructor(
    private readonly file: FileHandle,
    private readonly madeAtSeconds: number,
  ) {}

  begin(name: string): void {
    this.member = { name, at: this.position };
    this.position += BLOCK;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await this.file.write(chunk, at, chunk.length - at, this.position);
      at += bytesWritten;
      this.position += bytesWritten;
    }
  }

  async end(): Promise<void> {
    if (!this.member) throw new Error("no member was begun");
    const { name, at } = this.member;
    const size = this.position - at - BLOCK;
    await this.file.write(header(name, size, this.madeAtSeconds), 0, BLOCK, at);
    await this.write(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
    this.member = null;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    this.begin(name);
    await this.write(bytes);
    await this.end();
  }

  /** Ends the archive and answers when all of it is on the disk. @returns its size in bytes. */
  async finish(): Promise<number> {
    await this.write(new Uint8Array(2 * BLOCK));
    await this.file.sync();
    return this.position;
  }
}

function header(name: string, size: number, madeAtSeconds: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 99) throw new Error(`the name is too long for a tar file: ${name}`);
  block.write(name, 0);
  block.write("0000600\0", 100); // mode
  block.write("0000000\0", 108); // user
  block.write("0000000\0", 116); // group
  writeSize(block, size);
  block.write(`${madeAtSeconds.toString(8).padStart(11, "0")}\0`, 136);
  block.write("        ", 148); // The checksum counts itself as blanks.
  block.write("0", 156); // a regular file
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function writeSize(block: Buffer, size: number): void {
  if (size <= LARGEST_OCTAL) {
    block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
    return;
  }
  block.writeUInt8(0x80, 124);
  block.writeBigUInt64BE(BigInt(size), 128);
}

interface Member {
  readonly start: number;
  readonly size: number;
}

/** The members of a tar file, read by their headers only: what lies between is skipped. */
export class TarReader {
  private constructor(
    private readonly file: FileHandle,
    private readonly members: ReadonlyMap<string, Member>,
  ) {}

  /** @throws DamagedFile when it is no tar file, or ends before its last member does. */
  static async open(file: FileHandle): Promise<TarReader> {
    const { size: fileBytes } = await file.stat();
    const members = new Map<string, Member>();
    for (let at = 0; members.size < MOST_MEMBERS; ) {
      const block = await readAt(file, at, BLOCK);
      if (block.length < BLOCK) throw cutShort(at);
      if (block.every((byte) => byte === 0)) break;
      const { name, size } = parseHeader(block, at);
      const start = at + BLOCK;
      if (start + size > fileBytes) throw cutShort(fileBytes);
      members.set(name, { start, size });
      at = start + Math.ceil(size / BLOCK) * BLOCK;
    }
    return new TarReader(file, members);
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** The whole member. @throws DamagedFile when it is missing or longer than `limitBytes`. */
  async read(name: string, limitBytes: number): Promise<Buffer> {
    const { start, size } = this.member(name);
    if (size > limitBytes) throw new DamagedFile(`Its ${name} has ${size} bytes, more than any backup's.`);
    return readAt(this.file, start, size);
  }

  stream(name: string): Readable {
    return Readable.from(this.chunks(this.member(name)));
  }

  private async *chunks({ start, size }: Member): AsyncGenerator<Buffer> {
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      yield await readAt(this.file, start + at, Math.min(CHUNK_BYTES, size - at));
    }
  }

  private member(name: string): Member {
    const member = this.members.get(name);
    if (!member || member.size === 0) throw new DamagedFile(`Its part ${name} is missing.`);
    return member;
  }
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function parseHeader(block: Buffer, at: number): { name: string; size: number } {
  const told = Number.parseInt(block.toString("latin1", 148, 156), 8);
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (told !== sum) {
    if (at === 0) throw new DamagedFile("It is no backup of Context Steward.");
    throw new DamagedFile(`It is damaged at byte ${at}.`);
  }
  const name = block.toString("utf8", 0, block.indexOf(0));
  return { name, size: readSize(block) };
}

function readSize(block: Buffer): number {
  if (block.readUInt8(124) & 0x80) return Number(block.readBigUInt64BE(128));
  return Number.parseInt(block.toString("latin1", 124, 135), 8) || 0;
}

function cutShort(at: number): DamagedFile {
  return new DamagedFile(at === 0 ? "It is empty." : `It ends too early, after ${at} bytes: it was cut short.`);
}
