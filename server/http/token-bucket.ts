import { createHash } from "node:crypto";
import { Refusal } from "./refusal";

export interface BucketSize {
  /** Requests that may come at once. */
  readonly burst: number;
  /** Requests a second after that. */
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const MAX_CALLERS = 10_000;

/** One bucket a caller, in this process: enough to keep one runaway client from starving the others. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly size: BucketSize,
    private readonly nowMs: () => number,
    /** What a caller can do besides waiting. */
    private readonly remedy = ", and send larger batches",
  ) {}

  /** @throws Refusal with 429 and the seconds until the next request counts. */
  take(secret: string): void {
    const caller = createHash("sha256").update(secret).digest("base64");
    const bucket = this.refill(caller);
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.max(1, Math.ceil((1 - bucket.tokens) / this.size.perSecond));
      throw new Refusal(
        "TOO_MANY_REQUESTS",
        `This key sends more than ${this.size.perSecond} requests a second. Wait ${retryAfterSeconds} s${this.remedy}.`,
        { retryAfterSeconds },
      );
    }
    bucket.tokens--;
  }

  private refill(caller: string): Bucket {
    const now = this.nowMs();
    const known = this.buckets.get(caller);
    if (known) {
      const gained = (Math.max(0, now - known.filledAtMs) / 1000) * this.size.perSecond;
      known.tokens = Math.min(this.size.burst, known.tokens + gained);
      known.filledAtMs = now;
      return known;
    }
    if (this.buckets.size >= MAX_CALLERS) this.buckets.clear();
    const made = { tokens: this.size.burst, filledAtMs: now };
    this.buckets.set(caller, made);
    return made;
  }
}
