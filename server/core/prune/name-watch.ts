/** Tells who waits for the use of a name. One use is all that there is to learn of a name, so it is then forgotten. */
export class NameWatch<W> {
  private readonly byName = new Map<string, W[]>();

  watch(name: string, watcher: W): void {
    const known = this.byName.get(name);
    if (known === undefined) this.byName.set(name, [watcher]);
    // Who watches many names does so in a row, so that only the last one can be the same.
    else if (known.at(-1) !== watcher) known.push(watcher);
  }

  used(name: string, woken: Set<W>): void {
    const watchers = this.byName.get(name);
    if (watchers === undefined) return;
    this.byName.delete(name);
    for (const watcher of watchers) woken.add(watcher);
  }
}
