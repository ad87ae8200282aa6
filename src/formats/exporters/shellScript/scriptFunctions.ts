/** The beginning of a script, and the functions that its commands call. */
import { JQ_DEFINITIONS } from './jqValues';

/** Every variable that is not of the chain is in small letters: those of the chain begin with `VAR_` or `SECRET_`. */
const PREPARATION = `for tool in curl jq; do
  command -v "$tool" >/dev/null || { echo "$tool is required." >&2; exit 69; }
done`;

const ANSWERS = `# Answers and cookies, until the script ends
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

stop() {
  printf '%s\\n' "$1" >&2
  exit 1
}

# send <name> <accepted status codes> <arguments of curl>
send() {
  title=$1 accepted=$2
  shift 2
  : >"$work/body"
  curl -sS -b "$work/cookies" -c "$work/cookies" -D "$work/head" -o "$work/body" \\
    -w '%{http_code}\\n%{url_effective}\\n' "$@" >"$work/end" || stop "$title: no answer."
  read -r status <"$work/end"
  printf '%s: %s\\n' "$title" "$status"
  for code in $accepted; do
    case $status in $code) return ;; esac
  done
  stop "$title: status $status, accepted are $accepted."
}`;

/** By the name that commands call. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  [
    'take',
    `# take <variable> <where> <how> <file> <filter>: what the filter finds in the last answer, as JSON
take() {
  values=$(cat "$work/$4" | jq -Rsc "$definitions $5") || stop "$title: jq cannot read $1 from $2."
  case $3:$(printf %s "$values" | jq length) in
    optional*:0) ;;
    *:0) stop "$title: $1 was not found: the answer has no $2." ;;
    *all:*) printf %s "$values" ;;
    *:1) printf %s "$values" | jq -c '.[0]' ;;
    *) stop "$title: $1 was not taken: the answer has several of $2." ;;
  esac
}

# text <JSON>: a text without its quotes, anything else unchanged
text() {
  digits "$(printf %s "$1" | jq -rc 'if type == "string" then ltrimstr("\\u0001") else . end')"
}

# digits <JSON>: with long numbers as the answer has them
digits() {
  printf '%s\\n' "$1" | sed 's/"\\\\u0001\\([0-9.eE+-]*\\)"/\\1/g'
}

definitions='${JQ_DEFINITIONS.join('\n')}'`,
  ],
  [
    'holds',
    `# holds <JSON>: of a value, a comparison and what it is compared with; a text that is JSON is also what it says
holds() {
  printf %s "$1" | jq -e '. as [$one, $how, $wanted] | [$one, ($one | strings | fromjson?)] as $all
    | if $how == "equals" then any($all[]; . == $wanted)
      elif $how == "notEquals" then any($all[]; . == $wanted) | not
      elif $how == "lessThan" or $how == "greaterThan" then any($all[]; type == ($wanted | type)
        and (type == "number" or type == "string") and (if $how == "lessThan" then . < $wanted else . > $wanted end))
      elif $how == "matches" then $one | if type == "string" then . else tojson end | test($wanted[0]; $wanted[1])
      elif $how == "contains" then any($all[]; . as $it
        | if type == "array" then any(.[]; . == $wanted)
          elif type == "object" and ($wanted | type) == "object"
          then all($wanted | to_entries[]; .key as $key | ($it | has($key)) and $it[$key] == .value)
          elif ($wanted | type) != "string" then false
          elif type == "object" then has($wanted)
          else type == "string" and contains($wanted) end)
      else any($all[]; type == $wanted or ($wanted == "integer" and type == "number" and floor == .))
      end' >/dev/null
}`,
  ],
  [
    'items',
    `# items <JSON> <most>: the items of a list, one a line
items() {
  printf %s "$1" | jq -c --argjson most "$2" 'if type == "array" and length <= $most then .[] else error end' 2>/dev/null
}`,
  ],
  [
    'member',
    `# member <path>: of the item, as JSON
member() {
  printf %s "$item" | jq -c --argjson path "$1" \
    'try (getpath($path[:-1]) | objects | select(has($path[-1])) | .[$path[-1]]) catch empty'
}`,
  ],
  [
    'ask',
    `# ask <question>: a value that jq cannot take
ask() {
  printf '%s: ' "$1" >&2
  IFS= read -r reply || stop "No value was given for $1."
  printf '%s\\n' "$reply"
}`,
  ],
  [
    'uri',
    `# uri <text>: encoded for a query
uri() {
  printf %s "$1" | jq -Rsr '@uri
    | gsub("%21"; "!") | gsub("%27"; "\\u0027") | gsub("%28"; "(") | gsub("%29"; ")") | gsub("%2A"; "*")'
}`,
  ],
  [
    'segment',
    `# segment <text>: encoded for one segment of a path
segment() {
  uri "$1" | sed 's/%3A/:/g; s/%40/@/g'
}`,
  ],
  [
    'json',
    `# json <text>: escaped for the quotes of JSON
json() {
  printf %s "$1" | jq -Rs . | sed 's/^"//; s/"$//'
}`,
  ],
]);

/** Lines in front of everything. */
export const SCRIPT_START = ['set -euf', 'umask 077', PREPARATION].join('\n');

/** The functions that the commands call, and those that these call. */
export function scriptFunctions(commands: string): string {
  const isCalled = (name: string, by: string): boolean =>
    new RegExp(`(?:\\$\\(|^|if |&& |\\|\\| |\\{ )${name} `, 'm').test(by);
  const called = [...FUNCTIONS].filter(
    ([name]) =>
      isCalled(name, commands) ||
      (name === 'uri' && isCalled('segment', commands)) ||
      (name === 'take' && isCalled('text', commands)),
  );
  return [ANSWERS, ...called.map(([, text]) => text)].join('\n\n');
}
