/** What the person at the terminal can act on: printed as one sentence, without a stack. */
export class CliFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CliFault";
  }
}

/** Ends the whole import, because no other file could go either: no server, no valid key, or a Ctrl-C. */
export class StopFault extends CliFault {
  constructor(
    message: string,
    /** When the server wants to be asked again, where it says so. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "StopFault";
  }
}

/** The file is no transcript that this version reads. Among the files of a folder that is no failure. */
export class NotATranscript extends CliFault {
  constructor(message: string) {
    super(message);
    this.name = "NotATranscript";
  }
}
