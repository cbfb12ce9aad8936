import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { MAX_BATCH_BYTES, MAX_GZIP_RATIO } from "../core/events/limits";
import { Refusal } from "./refusal";

/** Below this size a high ratio is no bomb: short repetitive JSON packs that well too. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
const READ_TIMEOUT_MS = 30_000;

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxGzipRatio: number;
}
const LIMITS: BodyLimits = { maxBytes: MAX_BATCH_BYTES, maxGzipRatio: MAX_GZIP_RATIO };

/**
 * The bytes of a request, unpacked. Counted while they come in, before and after unpacking, so that neither a body
 * without end nor a gzip bomb is ever held in memory.
 * @throws Refusal with 413, 415 (another encoding) or 400 (broken gzip, a body that stops).
 */
export async function readBody(request: Request, limits: BodyLimits = LIMITS): Promise<Buffer> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding !== "identity" && encoding !== "gzip") {
    throw new Refusal(
      "UNSUPPORTED_MEDIA_TYPE",
      `Bodies in ${encoding.slice(0, 40)} are not read here. Send gzip or no encoding.`,
      {
        field: "content-encoding",
      },
    );
  }
  if (Number(request.headers.get("content-length")) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  if (!request.body) return Buffer.alloc(0);
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    // A told length within the limit bounds the body already: HTTP itself ends it there.
    const isBounded = encoding === "identity" && /^\d+$/.test(request.headers.get("content-length") ?? "");
    if (isBounded) return Buffer.from(await withSignal(request.arrayBuffer(), signal));
    return await (encoding === "gzip" ? unpack(request.body, limits, signal) : collect(request.body, limits, signal));
  } catch (error) {
    throw error instanceof Refusal ? error : brokenBody(error);
  }
}

async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The body did not come in time.")), { once: true });
  });
  return Promise.race([work, late]);
}

async function collect(
  body: ReadableStream<Uint8Array>,
  { maxBytes }: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of Readable.fromWeb(asNodeStream(body), { signal })) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

async function unpack(body: ReadableStream<Uint8Array>, limits: BodyLimits, signal: AbortSignal): Promise<Buffer> {
  const packed = Readable.fromWeb(asNodeStream(body), { signal });
  const gunzip = createGunzip();
  let packedBytes = 0;
  packed.on("data", (chunk: Uint8Array) => {
    packedBytes += chunk.byteLength;
    if (packedBytes > limits.maxBytes) gunzip.destroy(tooLarge(limits.maxBytes));
  });
  packed.on("error", (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
      if (bytes > RATIO_COUNTS_FROM_BYTES && bytes > packedBytes * limits.maxGzipRatio) throw bomb(limits.maxGzipRatio);
      chunks.push(chunk);
    }
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
  return Buffer.concat(chunks, bytes);
}

type NodeWebStream = Parameters<typeof Readable.fromWeb>[0];

/** The DOM's and Node's types of the same class differ in iteration only. */
function asNodeStream(body: ReadableStream<Uint8Array>): NodeWebStream {
  return body as unknown as NodeWebStream;
}

function tooLarge(maxBytes: number): Refusal {
  const limit = maxBytes.toLocaleString("en-US");
  return new Refusal(
    "PAYLOAD_TOO_LARGE",
    `The body has more than ${limit} bytes unpacked. Send fewer events at once.`,
    {
      field: "body",
    },
  );
}

function bomb(ratio: number): Refusal {
  const message = `The gzip body unpacks to more than ${ratio} times its size. Send it without gzip, in smaller batches.`;
  return new Refusal("PAYLOAD_TOO_LARGE", message, { field: "body" });
}

function brokenBody(error: unknown): Refusal {
  const isGzip = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
  const message = isGzip
    ? "The body is no whole gzip stream, as content-encoding says. Pack it again, or leave the header out."
    : "The body stopped before its end. Send the request again.";
  return new Refusal("BAD_REQUEST", message, { field: "body" });
}
