/** A thread and who started it, as a session names them. */
export interface TreeThread {
  readonly key: string;
  readonly parentKey: string | null;
}

export interface TreeRow<Thread> {
  readonly thread: Thread;
  /** 0 for a thread that nobody started. */
  readonly depth: number;
}

/**
 * Threads in the order of a tree: each below the one that started it, siblings in the given order. A parent that is
 * not among them, or a circle that a client told, makes a thread stand at the top: every thread is there once.
 */
export function treeOf<Thread extends TreeThread>(threads: readonly Thread[]): TreeRow<Thread>[] {
  const known = new Set(threads.map((thread) => thread.key));
  const children = childrenOf(threads);
  const rows: TreeRow<Thread>[] = [];
  const placed = new Set<string>();
  const place = (thread: Thread, depth: number) => {
    if (placed.has(thread.key)) return;
    placed.add(thread.key);
    rows.push({ thread, depth });
    for (const child of children.get(thread.key) ?? []) place(child, depth + 1);
  };
  for (const thread of threads) if (thread.parentKey === null || !known.has(thread.parentKey)) place(thread, 0);
  for (const thread of threads) place(thread, 0);
  return rows;
}

function childrenOf<Thread extends TreeThread>(threads: readonly Thread[]): Map<string, Thread[]> {
  const children = new Map<string, Thread[]>();
  for (const thread of threads) {
    if (thread.parentKey === null) continue;
    const siblings = children.get(thread.parentKey);
    if (siblings) siblings.push(thread);
    else children.set(thread.parentKey, [thread]);
  }
  return children;
}
