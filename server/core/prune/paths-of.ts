import type { Entry } from "./timeline";

/** The paths that an event works on. A search pattern or an address in `target` matches no file pattern. */
export function pathsOf(entry: Entry): readonly string[] {
  const { target, paths } = entry.event;
  if (target === null || paths.includes(target)) return paths;
  return [target, ...paths];
}
