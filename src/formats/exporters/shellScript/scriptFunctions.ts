/** The beginning of a script, and the functions that its commands call. */
import { COMPARES } from './jqChecks';
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

# try <name> <accepted status codes> <arguments of curl>: what answers, if anything does
try() {
  title=$1 accepted=$2
  shift 2
  : >"$work/body"
  curl -sS -b "$work/cookies" -c "$work/cookies" -D "$work/head" -o "$work/body" \\
    -w '%{http_code}\\n%{url_effective}\\n' "$@" >"$work/end" || { status=; return; }
  read -r status <"$work/end"
  printf '%s: %s\\n' "$title" "$status"
}

# accepts: whether the status of the last answer is accepted
accepts() {
  for code in $accepted; do
    case $status in $code) return ;; esac
  done
  return 1
}

# answered: stops without an answer, and at a status that is not accepted
answered() {
  [ "$status" ] || stop "$title: no answer."
  accepts || stop "$title: status $status, accepted are $accepted."
}

# send <name> <accepted status codes> <arguments of curl>
send() {
  try "$@"
  answered
}`;

/** Functions and what they read: its name, its text, and the names of others that it needs. */
const FUNCTIONS: readonly (readonly [name: string, text: string, needs?: readonly string[]])[] = [
  ['definitions', `definitions='${JQ_DEFINITIONS.join('\n')}'`],
  ['comparison', `comparison='${COMPARES}'`],
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
}`,
    ['definitions'],
  ],
  [
    'text',
    `# text <JSON>: a text without its quotes, anything else unchanged
text() {
  digits "$(printf %s "$1" | jq -rc 'if type == "string" then ltrimstr("\\u0001") else . end')"
}`,
    ['digits'],
  ],
  [
    'digits',
    `# digits <JSON>: with long numbers as the answer has them
digits() {
  printf '%s\\n' "$1" | sed 's/"\\\\u0001\\([0-9.eE+-]*\\)"/\\1/g'
}`,
  ],
  [
    'holds',
    `# holds <JSON>: of a value, a comparison and what it is compared with; a text that is JSON is also what it says
holds() {
  printf %s "$1" | jq -e "$comparison"'
    . as [$one, $how, $wanted] | [$one, ($one | strings | fromjson?)] | compares($how; $wanted)' >/dev/null
}`,
    ['comparison'],
  ],
  [
    'finds',
    `# finds <file> <filter> <JSON>: whether the last answer has what the filter finds, as it is compared
finds() {
  jq -Rse --argjson is "$3" "$definitions $comparison $2 | compares(\\$is[0]; \\$is[1])" <"$work/$1" >/dev/null
}`,
    ['definitions', 'comparison'],
  ],
  [
    'again',
    `# again <times> <seconds>: waits before it is sent again; stops where it was sent often enough
again() {
  if [ "$attempt" -ge "$1" ]; then
    answered
    stop "$title: the answer is not as wanted, after $((attempt + 1)) attempts."
  fi
  attempt=$((attempt + 1))
  sleep "$2"
}`,
  ],
  [
    'turn',
    `# turn <next page as JSON> <most pages>: stops where a page that is not the last one leads nowhere, or back
turn() {
  case $1 in '' | null | '""') stop "$title: page $((index + 1)) is not the last one, and leads to no other." ;; esac
  case $seen in *" $1
"*) stop "$title: page $((index + 1)) leads to a page that was asked for." ;; esac
  seen="$seen $1
"
  index=$((index + 1)) how=optional-
  [ "$index" -lt "$2" ] || stop "$title: page $2 is still not the last one."
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
    ['uri'],
  ],
  [
    'json',
    `# json <text>: escaped for the quotes of JSON
json() {
  printf %s "$1" | jq -Rs . | sed 's/^"//; s/"$//'
}`,
  ],
];

/** Lines in front of everything. */
export const SCRIPT_START = ['set -euf', 'umask 077', PREPARATION].join('\n');

/** The functions that the commands call, and those that these need. */
export function scriptFunctions(commands: string): string {
  const isCalled = (name: string): boolean =>
    new RegExp(`(?:\\$\\(|^|if |&& |\\|\\| |[({] ?)${name} `, 'm').test(commands);
  const called = FUNCTIONS.filter(([name]) => isCalled(name));
  const needed = new Set(called.flatMap(([name, , needs = []]) => [name, ...needs]));
  return [ANSWERS, ...FUNCTIONS.flatMap(([name, text]) => (needed.has(name) ? [text] : []))].join('\n\n');
}
