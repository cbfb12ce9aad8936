/** What a file is for. Order counts: the first row that fits decides. */
export const FILE_ROLES = ["generated", "test", "config", "document", "types", "utility", "source"] as const;
export type FileRole = (typeof FILE_ROLES)[number];

interface RoleRow {
  readonly role: FileRole;
  /** Names of folders anywhere above the file. */
  readonly folders: readonly string[];
  /** The file's own name, in lower case. */
  readonly names: readonly RegExp[];
}

const SCRIPT = "\\.[cm]?[jt]sx?$";

const ROLE_TABLE: readonly RoleRow[] = [
  {
    role: "generated",
    folders: ["generated", "__generated__", "dist", "node_modules", "vendor", ".next"],
    names: [
      /\.(generated|gen)\.[a-z]+$/,
      /_pb2(_grpc)?\.pyi?$/,
      /\.pb\.[jt]s$/,
      /\.min\.(js|css)$/,
      /\.(map|snap)$/,
      /^(package-lock|npm-shrinkwrap)\.json$/,
      /^(yarn|poetry|cargo|gemfile|composer|uv|pipfile)\.lock$/,
      /^(pnpm-lock\.yaml|bun\.lockb?)$/,
    ],
  },
  {
    role: "test",
    folders: ["test", "tests", "__tests__", "__mocks__", "spec", "e2e", "testing", "fixtures"],
    names: [new RegExp(`\\.(test|spec|cy)${SCRIPT}`), /^test_.*\.py$/, /_test\.(py|go)$/, /^conftest\.py$/],
  },
  {
    role: "config",
    folders: [],
    names: [
      new RegExp(`\\.config${SCRIPT}`),
      /\.(toml|ini|cfg|ya?ml|env|properties)$/,
      /^(package|[jt]sconfig(\..+)?|biome|deno|composer|turbo|nx|lerna|vercel|knip)\.jsonc?$/,
      /^\..+rc(\.(json|c?js|mjs|ya?ml))?$/,
      /^(dockerfile|makefile|procfile|justfile)$/,
      /^(setup|noxfile)\.py$/,
      /^requirements.*\.txt$/,
      /^\.(gitignore|gitattributes|editorconfig|nvmrc|dockerignore)$/,
    ],
  },
  {
    role: "document",
    folders: [],
    names: [
      /\.(md|mdx|rst|adoc|txt|org|pdf|png|svg|jpe?g|gif|webp)$/,
      /^(readme|licen[cs]e|changelog|contributing|authors|notice)$/,
    ],
  },
  {
    role: "types",
    folders: ["types", "interfaces", "typings"],
    names: [
      /\.d\.[cm]?ts$/,
      /\.types\.tsx?$/,
      /^(types?|interfaces?|typings|models?|schemas?|protocols)\.(tsx?|pyi?)$/,
      /\.pyi$/,
    ],
  },
  {
    role: "utility",
    folders: ["utils", "util", "helpers", "lib", "common", "shared"],
    names: [/(^|[^a-z])(utils?|helpers?)\.([cm]?[jt]sx?|py)$/, /^(constants|shared|common)\.([cm]?[jt]sx?|py)$/],
  },
];

const BY_FOLDER = new Map(ROLE_TABLE.flatMap(({ role, folders }) => folders.map((folder) => [folder, role] as const)));
const RANK = new Map(FILE_ROLES.map((role, rank) => [role, rank]));

/** What the index found out beside the path. */
export interface RoleHints {
  readonly isTest?: boolean;
  readonly isGenerated?: boolean;
  /** Everything that the file declares is an interface, a type or an enum. */
  readonly declaresOnlyTypes?: boolean;
}

/** The role of a file; hints that were read from the file itself win over its path. */
export function roleOf(path: string, { isTest, isGenerated, declaresOnlyTypes }: RoleHints = {}): FileRole {
  if (isGenerated) return "generated";
  if (isTest) return "test";
  const role = roleOfPath(path.toLowerCase());
  return declaresOnlyTypes && (role === "source" || role === "utility") ? "types" : role;
}

function roleOfPath(path: string): FileRole {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  const byName = ROLE_TABLE.find(({ names }) => names.some((pattern) => pattern.test(name)))?.role ?? "source";
  const roles = [byName, ...parts.flatMap((folder) => BY_FOLDER.get(folder) ?? [])];
  return roles.reduce((best, role) => (rank(role) < rank(best) ? role : best), byName);
}

function rank(role: FileRole): number {
  return RANK.get(role) ?? FILE_ROLES.length;
}
