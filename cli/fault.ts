/** What the person at the terminal can act on: printed as one sentence, without a stack. */
export class CliFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CliFault";
  }
}
