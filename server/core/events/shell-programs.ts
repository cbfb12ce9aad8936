import type { ToolClass } from "./kinds";

/** What programs do, by name. The rows are data: adding a program is adding a word. */

const words = (text: string): readonly string[] => text.split(" ");

export type ProgramClass = Extract<ToolClass, "test" | "build" | "git" | "web" | "search"> | "read";

const PROGRAM_CLASSES: readonly (readonly [ProgramClass, readonly string[]])[] = [
  ["test", words("vitest jest mocha ava pytest py.test tox nox nose2 rspec phpunit pest ctest cypress karma bats tap")],
  ["test", words("gotestsum nextest testem jasmine minitest busted phpspec behave cucumber robot")],
  [
    "build",
    words("tsc vue-tsc tsgo eslint biome prettier stylelint oxlint xo standard webpack rollup esbuild swc turbo nx"),
  ],
  ["build", words("tsup parcel gcc g++ clang clang++ cc javac kotlinc rustc make gmake cmake ninja meson bazel buck")],
  [
    "build",
    words("golangci-lint gofmt goimports staticcheck ruff flake8 mypy pyright basedpyright pylint black isort ty"),
  ],
  [
    "build",
    words("bandit shellcheck shfmt hadolint rubocop standardrb phpstan psalm ktlint swiftlint swiftformat xcodebuild"),
  ],
  ["build", words("gradle gradlew ./gradlew mvn mvnw ./mvnw ant sbt clippy markdownlint knip depcruise commitlint")],
  ["git", words("git gh glab jj hg svn")],
  ["web", words("curl wget http https xh lynx")],
  ["search", words("rg grep egrep fgrep ag ack find fd fdfind ls tree locate which whereis ll dir")],
  ["read", words("cat bat batcat head tail nl less more sed awk")],
];

const CLASS_OF_PROGRAM = new Map(
  PROGRAM_CLASSES.flatMap(([programClass, names]) => names.map((name) => [name, programClass] as const)),
);

export function classOfProgram(name: string): ProgramClass | null {
  return CLASS_OF_PROGRAM.get(name) ?? null;
}

/** Programs whose class hangs on their subcommand or script. A missing match means plain shell work. */
const SUBCOMMANDS: readonly (readonly [readonly string[], readonly (readonly [ProgramClass, RegExp])[]])[] = [
  [
    words("npm pnpm yarn bun deno npm.cmd"),
    [
      ["test", /^(?:run |run-script |exec |task )?(?:t|tst|test|e2e|spec|coverage|unit|integration)\b/],
      [
        "build",
        /^(?:run |run-script |exec |task )?(?:\S*:)?(?:build|lint|typecheck|type-check|types|tsc|check|format|fmt|compile|verify|ci:|validate)\b/,
      ],
      ["build", /^(?:exec|dlx) \S*(?:tsc|eslint|biome|prettier|webpack|esbuild)\b/],
      ["test", /^(?:run |run-script )\S*(?:test|spec|e2e)/],
      ["build", /^(?:run |run-script )\S*(?:build|lint|type|check|format)/],
    ],
  ],
  [
    words("cargo"),
    [
      ["test", /^(?:\+\S+ )?(?:test|nextest|t)\b/],
      ["build", /^(?:\+\S+ )?(?:build|b|check|c|clippy|fmt|doc)\b/],
    ],
  ],
  [
    words("go"),
    [
      ["test", /^test\b/],
      ["build", /^(?:build|vet|fmt|generate|install)\b/],
    ],
  ],
  [
    words("mix"),
    [
      ["test", /^test/],
      ["build", /^(?:compile|credo|dialyzer|format|deps\.compile)/],
    ],
  ],
  [
    words("dotnet"),
    [
      ["test", /^test\b/],
      ["build", /^(?:build|publish|format)\b/],
    ],
  ],
  [
    words("gradle gradlew ./gradlew mvn mvnw ./mvnw sbt"),
    [
      ["test", /\b(?:test|verify|check)\b/i],
      ["build", /^/],
    ],
  ],
  [
    words("make gmake just task rake mise"),
    [
      ["test", /(?:^|[\s:_-])(?:test|tests|spec|e2e|check-test)\b/],
      ["build", /^/],
    ],
  ],
  [
    words("swift zig bazel flutter dart"),
    [
      ["test", /\btest\b/],
      ["build", /^(?:build|analyze|format|compile)\b/],
    ],
  ],
  [words("rails php ruby"), [["test", /^(?:test|artisan test|spec|\S*phpunit)/]]],
  [
    words("python python3 py"),
    [
      ["test", /^-m (?:pytest|unittest|nose2|tox)\b/],
      ["build", /^-m (?:mypy|ruff|flake8|black|pylint|build|compileall|py_compile)\b/],
    ],
  ],
  [
    words("node"),
    [
      ["test", /^--test\b/],
      ["build", /^--check\b/],
    ],
  ],
  [
    words("next vite astro nuxt ng remix svelte-kit"),
    [
      ["test", /^test\b/],
      ["build", /^(?:build|lint|check|typegen)\b/],
    ],
  ],
  [words("playwright"), [["test", /^test\b/]]],
  [words("docker podman"), [["build", /^(?:build|buildx|compose build)\b/]]],
  [words("terraform tofu"), [["build", /^(?:validate|fmt|plan)\b/]]],
  [
    words("turbo nx"),
    [
      ["test", /\b(?:test|e2e)\b/],
      ["build", /^/],
    ],
  ],
];

const CLASS_OF_SUBCOMMAND = new Map(
  SUBCOMMANDS.flatMap(([names, rules]) => names.map((name) => [name, rules] as const)),
);

/** Undefined when the program has no rules by subcommand; null when none of them matched. */
export function classOfSubcommand(name: string, rest: string): ProgramClass | null | undefined {
  const rules = CLASS_OF_SUBCOMMAND.get(name);
  if (!rules) return undefined;
  return rules.find(([, pattern]) => pattern.test(rest))?.[0] ?? null;
}

/** Programs that only run another one, with the number of own arguments to skip. */
export const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ...words(
    "sudo time nice while until nohup env command exec npx bunx pnpx xvfb-run stdbuf unbuffer doas rtk caffeinate then do else if",
  ).map((name) => [name, 0] as const),
  ["timeout", 1],
  ["gtimeout", 1],
]);

/** Two words that only run another program. */
export const WRAPPER_PAIRS = new Set(
  words(
    "poetry:run uv:run pipenv:run bundle:exec hatch:run rye:run pdm:run pnpm:exec pnpm:dlx yarn:dlx npm:exec bun:x conda:run mise:exec direnv:exec",
  ),
);

/** Commands that say nothing of what a line is for. */
export const NEUTRAL = new Set(
  words(
    "cd echo printf true false export set unset pwd sleep source . exit test [ [[ pushd popd : fi done wait ulimit shopt trap local for case esac in wait",
  ),
);

/** Programs that change files named among their arguments. */
export const FILE_CHANGERS = new Set(
  words("rm mv cp touch tee ln rmdir truncate install rsync unzip patch dd shred mkdir chmod chown"),
);

/** Subcommands after which files differ, although the line does not name them. */
export const CHANGING_SUBCOMMANDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^git$/,
    /^(?:checkout|switch|reset|restore|merge|pull|rebase|apply|am|clean|cherry-pick|revert|rm|mv|stash(?! (?:list|show)))\b/,
  ],
  [/^(?:npm|pnpm|yarn|bun)$/, /^(?:i|install|ci|add|remove|rm|uninstall|update|upgrade|link)\b/],
  [
    /^(?:pip|pip3|poetry|uv|bundle|gem|cargo|go|composer|brew|apt|apt-get)$/,
    /^(?:install|add|remove|get|update|upgrade|lock|sync|mod tidy|fmt)\b/,
  ],
  [
    /^(?:prettier|eslint|biome|stylelint|ruff|rubocop|gofmt|goimports|shfmt|oxlint)$/,
    /(?:^|\s)(?:--write|--fix\S*|-w|format|-a|-A)\b/,
  ],
  [/^(?:black|isort)$/, /^(?!.*--check)/],
  [/^mix$/, /^format(?!.*--check)/],
  [/^(?:sed|perl)$/, /(?:^|\s)-\w*i/],
];

const PACKAGE_FLAGS = new Set(words("--filter -F -C --dir --prefix -w --workspace --cwd --config"));

/** Programs that take flags before their subcommand, with the flags that have a value of their own. */
export const FLAGS_BEFORE_SUBCOMMAND: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...words("npm pnpm yarn bun").map((name) => [name, PACKAGE_FLAGS] as const),
  ["git", new Set(words("-C -c --git-dir --work-tree"))],
  ["make", new Set(words("-C -f -j"))],
]);

/** Flags with a value of their own, which is no file. */
export const VALUE_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["head", new Set(words("-n -c --lines --bytes"))],
  ["tail", new Set(words("-n -c --lines --bytes"))],
  ["rg", new Set(words("-g --glob -t --type -T -A -B -C -m -e --max-count --context -j --max-depth --sort -r -f"))],
  ["grep", new Set(words("-A -B -C -m -e -f --include --exclude --exclude-dir"))],
  ["bat", new Set(words("-r --line-range -l --language --style"))],
  ["nl", new Set(words("-b -w -s -v -n"))],
  ["awk", new Set(words("-F -v -f"))],
  [
    "curl",
    new Set(words("-X -H -d -o -u -A -e -m --data --header --request --output --max-time --data-raw -w -b -c -F")),
  ],
]);
