import { Refusal } from "./refusal";

/** How many uploads are worked on at once: each can hold a whole batch in memory several times over. */
export class InFlight {
  private count = 0;

  constructor(private readonly most: number) {}

  /** @throws Refusal with 503 at once, and never queues: clients spool to disk and come back. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.count >= this.most) {
      throw new Refusal(
        "SERVICE_UNAVAILABLE",
        `The server is working on ${this.most} uploads already. Try again in 1 s.`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
    this.count++;
    try {
      return await work();
    } finally {
      this.count--;
    }
  }
}
