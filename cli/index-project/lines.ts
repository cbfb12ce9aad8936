/** Line numbers of positions in a text, from 1; each answer costs a binary search. */
export class LineNumbers {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  get count(): number {
    return this.starts.length;
  }

  at(position: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
