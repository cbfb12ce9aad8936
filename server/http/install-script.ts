/** What the scripts that install the command are told by the server. */
export interface InstallFacts {
  /** Origin of the server, from its own settings: what a request says of its host never gets into a script. */
  readonly origin: string;
  readonly sha256: string;
  readonly version: string;
}

/** Oldest Node that the command runs on, as in package.json. */
const NODE_MAJOR = 20;
const NODE_MINOR = 19;
const NODE_CHECK =
  `const [major, minor] = process.versions.node.split(".").map(Number); ` +
  `process.exit(major > ${NODE_MAJOR} || (major === ${NODE_MAJOR} && minor >= ${NODE_MINOR}) ? 0 : 1)`;

/** A word of sh that means exactly `text`. */
function inSh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word of PowerShell that means exactly `text`; it takes typographic quotes for quotes too. */
function inPowerShell(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}

/** For `curl -fsSL <server>/install.sh | sh`: nothing runs before the last line, so a script that is cut off does nothing. */
export function shScript({ origin, sha256, version }: InstallFacts): string {
  return `#!/bin/sh
# Installs the command steward of Context Steward for this user, or brings it up to date.
set -eu

server=${inSh(origin)}
version=${inSh(version)}
sha256=${inSh(sha256)}

say() { printf '%s\\n' "$1"; }
fail() { printf 'steward: %s\\n' "$1" >&2; exit 1; }
quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\\\\\''/g")"; }

hash_of() {
  node -e 'const { createHash } = require("node:crypto"); const { readFileSync } = require("node:fs");
    console.log(createHash("sha256").update(readFileSync(process.argv[1])).digest("hex"))' "$1"
}

fetch_to() {
  if command -v curl >/dev/null 2>&1; then curl -fsSL "$1" -o "$2"
  elif command -v wget >/dev/null 2>&1; then wget -qO "$2" "$1"
  else fail "Neither curl nor wget is here. Install one of them and run this again."
  fi
}

main() {
  [ -n "\${HOME:-}" ] || fail "HOME is not set, so there is no place to install to."
  command -v node >/dev/null 2>&1 || fail "Node ${NODE_MAJOR}.${NODE_MINOR} or newer is needed: https://nodejs.org"
  node -e '${NODE_CHECK}' || fail "Node $(node --version) is too old: ${NODE_MAJOR}.${NODE_MINOR} or newer is needed."

  folder="\${XDG_DATA_HOME:-$HOME/.local/share}/context-steward"
  file="$folder/steward.mjs"
  bin="$HOME/.local/bin"
  launcher="$bin/steward"
  if [ -e "$launcher" ] && ! grep -q context-steward "$launcher"; then
    fail "$launcher is another program. Move it away and run this again."
  fi
  mkdir -p "$folder" "$bin"

  if [ -f "$file" ] && [ "$(hash_of "$file")" = "$sha256" ]; then
    say "steward $version is here already: $file"
  else
    part="$folder/steward.mjs.part-$$"
    trap 'rm -f "$part"' EXIT
    fetch_to "$server/install/steward.mjs" "$part" || fail "$server does not answer. Nothing was changed."
    [ "$(hash_of "$part")" = "$sha256" ] || fail "What came is not what the server promised. Run this again."
    mv "$part" "$file"
    say "steward $version is installed: $file"
  fi

  printf '#!/bin/sh\\n# context-steward\\nexec node %s "$@"\\n' "$(quote "$file")" >"$launcher.part-$$"
  chmod 755 "$launcher.part-$$"
  mv "$launcher.part-$$" "$launcher"
  say "It is started by:       $launcher"

  case ":\${PATH:-}:" in
    *":$bin:"*) ;;
    *) say "Put it on your path:    export PATH=$(quote "$bin"):\\"\\$PATH\\"" ;;
  esac
  say "Next:                   steward login $server"
}

main "$@"
`;
}

/** For `irm <server>/install.ps1 | iex` in PowerShell 5.1 or newer. */
export function powerShellScript({ origin, sha256, version }: InstallFacts): string {
  return `# Installs the command steward of Context Steward for this user, or brings it up to date.
& {
  $ErrorActionPreference = 'Stop'
  $server = ${inPowerShell(origin)}
  $version = ${inPowerShell(version)}
  $sha256 = ${inPowerShell(sha256)}

  if (-not (Get-Command node -ErrorAction SilentlyContinue)) {
    throw 'Node ${NODE_MAJOR}.${NODE_MINOR} or newer is needed: https://nodejs.org'
  }
  $node = [version]((node --version).TrimStart('v') -replace '-.*$', '')
  if ($node -lt [version]'${NODE_MAJOR}.${NODE_MINOR}.0') {
    throw "Node $node is too old: ${NODE_MAJOR}.${NODE_MINOR} or newer is needed."
  }

  $folder = Join-Path $env:LOCALAPPDATA 'context-steward'
  $bin = Join-Path $folder 'bin'
  $file = Join-Path $folder 'steward.mjs'
  New-Item -ItemType Directory -Force -Path $folder, $bin | Out-Null

  if ((Test-Path $file) -and (Get-FileHash -Algorithm SHA256 $file).Hash -eq $sha256) {
    Write-Output "steward $version is here already: $file"
  } else {
    $part = "$file.part-$PID"
    try {
      Invoke-WebRequest -UseBasicParsing -Uri "$server/install/steward.mjs" -OutFile $part
      if ((Get-FileHash -Algorithm SHA256 $part).Hash -ne $sha256) {
        throw 'What came is not what the server promised. Run this again.'
      }
      Move-Item -Force $part $file
    } finally {
      Remove-Item -Force -ErrorAction SilentlyContinue $part
    }
    Write-Output "steward $version is installed: $file"
  }

  Set-Content -Encoding ascii -Path (Join-Path $bin 'steward.cmd') -Value '@node "%~dp0..\\steward.mjs" %*'
  $paths = [Environment]::GetEnvironmentVariable('Path', 'User') -split ';'
  if ($paths -notcontains $bin) {
    [Environment]::SetEnvironmentVariable('Path', (($paths + $bin | Where-Object { $_ }) -join ';'), 'User')
    $env:Path = "$env:Path;$bin"
    Write-Output "It is on your path now: $bin"
  }
  Write-Output "Next: steward login $server"
}
`;
}
