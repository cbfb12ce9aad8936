/**
 * Paths of sessions are absolute, or relative to the session's folder; the index has them relative to the project's
 * root. The machine that ran a session may have kept the project anywhere, also in a worktree.
 */
export class ProjectPaths {
  constructor(private readonly known: ReadonlySet<string>) {}

  /**
   * The file of the project that a path of a session means; null when it is none of the index. The longest ending of
   * the path that the index knows wins. A path outside the session's folder must agree in a folder too, since
   * `/elsewhere/package.json` is not ours.
   */
  find(path: string, cwd: string | null): string | null {
    const plain = slashed(path);
    const folder = cwd === null ? null : slashed(cwd);
    const isAbsolute = plain.startsWith("/") || /^[a-z]:\//i.test(plain);
    if (!isAbsolute && this.known.has(plain)) return plain;
    const isInside = !isAbsolute || (folder !== null && plain.startsWith(`${folder}/`));
    const whole = isAbsolute || folder === null ? plain : `${folder}/${plain}`;
    const parts = whole.split("/").filter((part) => part !== "");
    for (let from = 0; from < parts.length; from++) {
      if (!isInside && parts.length - from < 2) return null;
      const ending = parts.slice(from).join("/");
      if (this.known.has(ending)) return ending;
    }
    return null;
  }
}

function slashed(path: string): string {
  return path
    .trim()
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/(?<=.)\/+$/, "");
}
