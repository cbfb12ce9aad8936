/**
 * Arrays as bind parameters in Postgres' binary form. node-postgres writes arrays as text, where each element is
 * quoted and escaped here and parsed again there; for batches of events that was the largest cost of the insert.
 * A Buffer parameter is sent in binary, so the statement must name the type: `unnest($1::text[])`.
 *
 * Form (src/backend/utils/adt/arrayfuncs.c, array_recv): dimensions, has-nulls flag, element type, then for the one
 * dimension its size and lower bound, then each element as a length (−1 is null) and its bytes.
 */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

/** Object identifiers of the element types; fixed in every Postgres (pg_type.dat). */
const OID = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;

/** Postgres counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)));
  return encode(OID.text, lengths, (buffer, at, index) => {
    buffer.write(values[index] ?? "", at, "utf8");
  });
}

/** Texts whose UTF-8 bytes are known already, such as those that were hashed. */
export function utf8Array(values: readonly Uint8Array[]): Buffer {
  return bytesArray(OID.text, values);
}

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  return bytesArray(OID.bytea, values);
}

export function int4Array(values: readonly (number | null)[]): Buffer {
  return encode(OID.int4, fixed(values, 4), (buffer, at, index) => {
    buffer.writeInt32BE(values[index] ?? 0, at);
  });
}

/** Safe integers only; larger ones do not occur in the contract. */
export function int8Array(values: readonly (number | null)[]): Buffer {
  return encode(OID.int8, fixed(values, 8), (buffer, at, index) => {
    writeInt64(buffer, at, values[index] ?? 0);
  });
}

export function boolArray(values: readonly boolean[]): Buffer {
  return encode(OID.bool, fixed(values, 1), (buffer, at, index) => {
    buffer[at] = values[index] ? 1 : 0;
  });
}

/** Instants in milliseconds since 1970. */
export function instantArray(values: readonly (number | null)[]): Buffer {
  return encode(OID.timestamptz, fixed(values, 8), (buffer, at, index) => {
    writeInt64(buffer, at, ((values[index] ?? 0) - POSTGRES_EPOCH_MS) * 1000);
  });
}

function bytesArray(oid: number, values: readonly Uint8Array[]): Buffer {
  const lengths = values.map((value) => value.byteLength);
  return encode(oid, lengths, (buffer, at, index) => {
    const value = values[index];
    if (value) copyInto(buffer, at, value);
  });
}

/** A call into native code costs more than this many bytes in a loop; hashes have 32. */
const SHORT_BYTES = 48;

function copyInto(buffer: Buffer, at: number, value: Uint8Array): void {
  if (value.byteLength > SHORT_BYTES) buffer.set(value, at);
  else for (let index = 0; index < value.byteLength; index++) buffer[at + index] = value[index] ?? 0;
}

function fixed(values: readonly unknown[], bytes: number): number[] {
  return values.map((value) => (value === null ? NULL_LENGTH : bytes));
}

function writeInt64(buffer: Buffer, at: number, value: number): void {
  const high = Math.floor(value / 2 ** 32);
  buffer.writeInt32BE(high, at);
  buffer.writeUInt32BE(value - high * 2 ** 32, at + 4);
}

function encode(
  oid: number,
  lengths: readonly number[],
  write: (buffer: Buffer, at: number, index: number) => void,
): Buffer {
  let size = HEADER_BYTES;
  for (const length of lengths) size += 4 + Math.max(length, 0);
  const buffer = Buffer.allocUnsafe(size);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(lengths.includes(NULL_LENGTH) ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(lengths.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (let index = 0; index < lengths.length; index++) {
    const length = lengths[index] ?? NULL_LENGTH;
    buffer.writeInt32BE(length, at);
    at += 4;
    if (length < 0) continue;
    write(buffer, at, index);
    at += length;
  }
  return buffer;
}
