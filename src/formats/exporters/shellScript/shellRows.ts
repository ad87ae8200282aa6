/** Rows of data of a shell script: a subshell for each, which changes nothing for the next one. */
import type { ExportedChain } from '../exportedChain';
import { standAlone } from '../outgoingRows';
import type { ConditionContext } from './checkConditions';
import { memberLine } from './memberLine';
import { posixWord } from './posixWord';
import { jsonWord } from './scriptTexts';

/** Puts commands that are sent for each row behind those that are sent once. */
type Rows = (once: readonly string[], each: readonly string[]) => readonly string[];

/** The rows of a chain; absent for one that runs once. */
export function shellRows(
  { data, columns, constants, parts, pathTo }: ExportedChain,
  { texts, remark }: ConditionContext,
): Rows | undefined {
  const file = parts.at(-1)?.file;
  if (data === undefined || file === undefined || !standAlone(data)) {
    return undefined;
  }
  if (typeof data !== 'string' || !/\.csv$/i.test(data)) {
    remark('jq before 1.7 reads numbers of rows as JavaScript does: beyond 2^53 they lose digits.');
  }
  // A row that lacks a column has what the column hides.
  const hidden = Object.fromEntries([...constants].filter(([name]) => columns.has(name)));
  const rows =
    typeof data === 'string'
      ? `$(jq ${readerFor(data)} <${posixWord([pathTo(file, data)])}) || stop 'The rows of data cannot be read.'`
      : `$(printf '%s\\n' ${data.map((row) => jsonWord({ ...hidden, ...row }, texts, remark)).join(' \\\n  ')})`;
  return (once, each) => [
    ...once,
    ['# Rows of data, one a line', `rows=${rows}`].join('\n'),
    [
      '[ ! -f "$work/cookies" ] || cp "$work/cookies" "$work/shared"',
      'number=0 failed=0',
      'while IFS= read -r item <&4; do',
      'number=$((number + 1))',
      `printf 'Row %s\\n' "$number"`,
      'set +e',
      '(',
      'set -e',
      'rm -f "$work/cookies"',
      '[ ! -f "$work/shared" ] || cp "$work/shared" "$work/cookies"',
      ...[...columns].map((name) => memberLine(name, [name], texts)),
    ].join('\n'),
    ...each,
    [')', '[ "$?" = 0 ] || failed=1', 'set -e', 'done 4<<END', '$rows', 'END', 'exit "$failed"'].join('\n'),
  ];
}

/** The arguments of jq that read a data file, which its name tells. */
function readerFor(file: string): string {
  const name = file.toLowerCase();
  return name.endsWith('.csv') ? `-Rsc ${READ_CSV}` : name.endsWith('.jsonl') ? '-c .' : "-c '.[]'";
}

/** Reads what RFC 4180 says; the first line names the columns. */
const READ_CSV = String.raw`'ltrimstr("\ufeff") | rtrimstr("\n") + "\n"
  | reduce match("(?:\"(?<quoted>(?:[^\"]|\"\")*)\"|(?<plain>[^\",\\r\\n]*))(?<end>,|\\r\\n|\\n|\\r)"; "g") as $cell ([[]];
    ($cell.captures | map({(.name): .string}) | add) as $is
    | .[-1] += [($is.quoted | values | gsub("\"\""; "\"")) // $is.plain // ""]
    | if $is.end == "," then . else . + [[]] end)
  | map(select(length > 1 or (length == 1 and .[0] != "")))
  | .[0] as $names | .[1:][] | [$names, .] | transpose | map({(.[0]): .[1]}) | add'`;
