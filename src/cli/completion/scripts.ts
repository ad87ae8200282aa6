/**
 * A script for each shell that asks the program what can be written at the cursor, by `chainwright complete`.
 *
 * The word at the cursor is given first and with an equals sign, because PowerShell drops empty arguments. Where
 * the program has no answer, each shell completes names of files. No script evaluates what the program writes.
 */

const BASH = `_chainwright() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("$1" complete "=$2" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _chainwright chainwright
`;

const ZSH = `#compdef chainwright
_chainwright() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" complete "=\${PREFIX}" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe chainwright found
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _chainwright ]]; then
  _chainwright "$@"
else
  compdef _chainwright chainwright
fi
`;

const FISH = `function __chainwright_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found ($words[1] complete "=$current" $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path $current
  end
end
complete -c chainwright -f -a '(__chainwright_complete)'
`;

const POWERSHELL = `Register-ArgumentCompleter -Native -CommandName chainwright -ScriptBlock {
  param($current, $line, $cursor)
  $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $program = $words[0]
  $before = @($words | Select-Object -Skip 1)
  & $program complete "=$current" @before 2>$null | ForEach-Object {
    $text, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $text }
    [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $description)
  }
}
`;

/** The scripts by shell. */
export const completionScripts = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

/** A shell that has a script. */
export type Shell = keyof typeof completionScripts;
