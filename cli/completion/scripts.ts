export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * What each shell loads. All ask `steward complete -- <words>`, whose last word is the one being written, and get a line
 * a candidate, `value<tab>what it does`; the line `:files` lets the shell add its files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Words are passed on as they are and never evaluated: what stands on the line is not run by pressing Tab.
  bash: `# Completion of steward in bash. In ~/.bashrc: source <(steward completion bash)
_steward() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$current" = "=" ] && current=""
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <(steward complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _steward steward
`,
  zsh: `#compdef steward
# Completion of steward in zsh. In ~/.zshrc, behind compinit: source <(steward completion zsh)
_steward() {
  local line value files=0
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      files=1
    else
      value="\${line%%$'\\t'*}"
      found+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <(steward complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe 'steward' found
  (( files )) && _files
  return 0
}
if [ "\${funcstack[1]}" = "_steward" ]; then _steward "$@"; else compdef _steward steward; fi
`,
  fish: `# Completion of steward in fish: steward completion fish > ~/.config/fish/completions/steward.fish
function __steward_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (steward complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            printf '%s\\n' "$line"
        end
    end
end
complete -c steward -f -a '(__steward_complete)'
`,
  // PowerShell before 7.3 drops empty arguments, so an empty word is sent as two quotes.
  powershell: `# Completion of steward in PowerShell. In $PROFILE: steward completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName steward -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString().Trim('"', "'") })
  $current = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  steward complete -- @before $current 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $detail = $_ -split "\`t", 2
    if (-not $detail) { $detail = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $detail)
  }
}
`,
};
