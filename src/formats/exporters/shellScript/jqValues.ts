/**
 * Extractions as filters of jq over the files that a script keeps of an answer. A filter gives a list of everything
 * that was found, as a chain does before it asks for exactly one.
 */
import type { Decoding, Extraction, Selector } from '../../../core/model';
import { scriptRegex } from '../scriptText';
import { jqPath, PATH_DEFINITIONS } from './jqPaths';

/** Where a value is taken from. */
export interface JqSource {
  /** A file in the folder of the script's answers. */
  readonly file: 'body' | 'head' | 'cookies' | 'end';
  /** Reads the file as one text. */
  readonly filter: string;
}

/** Functions that the filters call; they are in single quotes in the script. */
export const JQ_DEFINITIONS = [
  ...PATH_DEFINITIONS,
  // jq before 1.7 reads numbers as JavaScript does, so long ones are texts with a mark: their digits are identifiers.
  'def parsed: (if test("[0-9.]{16}") then',
  String.raw`  gsub("(?<text>\"(?:[^\"\\\\]|\\\\.)*\")|(?<number>-?[0-9][0-9.eE+-]{15,})"; .text // "\"\\u0001\(.number)\"")`,
  '  else . end) | fromjson?;',
  'def found($regex; $flags): match($regex; $flags) | if (.captures | length) == 0 then .string',
  '  else ([.captures[].string | values] | first // empty) end;',
  'def lines: split("\\n") | map(rtrimstr("\\r"));',
  'def header($name): split("\\r\\n\\r\\n") | map(select(startswith("HTTP/"))) | last // "" | lines[]',
  '  | capture("\\\\A(?<name>[^:]+):[ \\t]*(?<value>.*?)[ \\t]*\\\\z") | select((.name | ascii_downcase) == $name) | .value;',
  'def cookie($name): lines | [.[] | capture("\\\\Aset-cookie:[ \\t]*(?<name>[^=;]*)=(?<value>[^;]*)"; "i")',
  '  | select(.name == $name) | .value] as $set | [.[] | split("\\t") | select(length == 7 and .[5] == $name) | .[6]]',
  '  | ($set[-1:] + .[-1:]) | first // empty;',
  'def base64: gsub("-"; "+") | gsub("_"; "/") | . + "==="[: (4 - length % 4) % 4] | @base64d;',
];

/** The source of an extraction; absent when jq cannot read it. */
export function jqSource({ from, name = '', select, decode }: Extraction): JqSource | undefined {
  const place = placeOf(from, name);
  const chosen = selected(from, select);
  const decoded = decode === undefined ? [] : decoding(decode);
  return chosen === undefined || decoded === undefined
    ? undefined
    : { file: place.file, filter: `[${[place.filter, ...chosen, ...decoded].join(' | ')}]` };
}

function placeOf(from: Extraction['from'], name: string): JqSource {
  switch (from) {
    case 'body':
      return { file: 'body', filter: 'select(. != "")' };
    case 'header':
      return { file: 'head', filter: headerFilter(name) };
    case 'cookie':
      return { file: 'cookies', filter: `cookie(${JSON.stringify(name)})` };
    case 'status':
      return { file: 'end', filter: 'lines[0]' };
    case 'url':
      return { file: 'end', filter: 'lines[1]' };
  }
}

/** The lines of a header. */
export function headerFilter(name: string): string {
  return `header(${JSON.stringify(name.toLowerCase())})`;
}

function selected(from: Extraction['from'], select: Selector | undefined): readonly string[] | undefined {
  switch (select?.kind) {
    case undefined:
      return from === 'status' ? ['tonumber'] : [];
    case 'path':
      return inJson(select.path);
    case 'regex':
      return inText(select.regex);
    case 'css':
    case 'xpath':
      return undefined;
  }
}

function inJson(path: string): readonly string[] | undefined {
  const filter = jqPath(path);
  return filter === undefined ? undefined : ['parsed', filter];
}

function inText(text: string): readonly string[] | undefined {
  const regex = jqRegex(text);
  return regex && [`found(${JSON.stringify(regex.source)}; ${JSON.stringify(`g${regex.flags}`)})`];
}

/** jq has expressions of Oniguruma: what it takes for line ends, and where a dot fits, is stated. */
export function jqRegex(text: string): { readonly source: string; readonly flags: string } | undefined {
  const regex = scriptRegex(text);
  if (regex === undefined || regex.flags.includes('m')) {
    return undefined;
  }
  const source = regex.source.replace(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[\^$]/g, (part) =>
    part === '^' ? '\\A' : part === '$' ? '\\z' : part,
  );
  return {
    source,
    flags: `${regex.flags.includes('i') ? 'i' : ''}${regex.flags.includes('s') ? 'p' : ''}`,
  };
}

function decoding({ as, path }: Decoding): readonly string[] | undefined {
  const inner = path === undefined ? '.' : jqPath(path);
  const json = inner === undefined ? undefined : ['parsed', inner];
  switch (as) {
    case 'jwt':
      return json && ['split(" ") | last | split(".")[1] // empty', 'base64', ...json];
    case 'json':
      return json;
    case 'base64':
      return path === undefined ? ['base64'] : json && ['base64', ...json];
    case 'percent':
      return undefined;
  }
}
