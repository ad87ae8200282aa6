/**
 * Whether a file or a folder is in a format, be it sound or not: told by what the file contains, never by its name. YAML
 * is not read for that.
 */
import { isArray } from '../../../core/json/json';
import { memberAt, memberOf, objectOf, textOf, type Foreign } from '../shape/externalJson';
import type { ImportSource } from '../shape/imported';
import { commentLine, requestLine, separatorTitle, variableLine } from './http/httpLines';

/** Whether a file was written by Postman, or for it. */
export function isPostman({ json }: ImportSource): boolean {
  const inside = objectOf(memberOf(json, 'collection')) ?? json;
  return (
    textOf(memberAt(inside, 'info', 'schema'))?.includes('getpostman.com') === true ||
    memberOf(inside, 'item') !== undefined ||
    memberAt(inside, 'info', '_postman_id') !== undefined ||
    isEnvironment(json) ||
    (memberOf(json, 'requests') !== undefined && memberOf(json, 'order') !== undefined)
  );
}

/** Whether a value is an exported environment, or the exported globals. */
export function isEnvironment(json: ImportSource['json']): boolean {
  const isMarked = textOf(memberOf(json, '_postman_variable_scope')) !== undefined;
  return isMarked || (memberOf(json, 'values') !== undefined && memberOf(json, 'name') !== undefined);
}

/** Whether a file is a request or an environment of Postman's YAML by itself; it is not read for that. */
export function isPostmanYaml({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return (
    json === undefined &&
    (/^["']?\$kind["']?[ \t]*:[ \t]*["']?http-request\b/m.test(text) ||
      (/^name[ \t]*:/m.test(text) &&
        /^values[ \t]*:\s*\n\s*- +(?:key|value|enabled|type)[ \t]*:/m.test(text)))
  );
}

/** The folders that are Postman collections, by the paths of all files: those with a definition or a request. */
export function postmanRoots(paths: readonly string[]): readonly string[] {
  const folders = paths.flatMap((path) => {
    const [, folder] = /^(.*\/)?(?:\.resources\/definition|[^/]+\.request)\.ya?ml$/i.exec(path) ?? [];
    const isOne = /(?:^|\/)(?:\.resources\/definition|[^/]+\.request)\.ya?ml$/i.test(path);
    return isOne ? [(folder ?? '').replace(/\/$/, '')] : [];
  });
  // Postman keeps each collection of a workspace in a folder of `postman/collections`.
  return [...new Set(folders.map((folder) => /^(?:.*?\/)?collections\/[^/]+/.exec(folder)?.[0] ?? folder))];
}

/** Whether a file holds recorded calls, sound or not. */
export function isHar({ json }: ImportSource): boolean {
  if (json !== undefined && isArray(json)) {
    return json.some((item) => isCall(item) || isCall(memberOf(item, 'request')));
  }
  return memberOf(json, 'log') !== undefined || isCall(json);
}

/** Whether a value is a request with an address. */
export function isCall(value: Foreign): boolean {
  return textOf(memberOf(value, 'url')) !== undefined && textOf(memberOf(value, 'method')) !== undefined;
}

/** Whether a file says that it is one; YAML is not read for that. */
export function isOpenapi({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^(?:["']?(?:openapi|swagger)["']?|swaggerVersion)[ \t]*:/m.test(text)
    : OPENAPI_MARKS.some((mark) => memberOf(json, mark) !== undefined);
}

const OPENAPI_MARKS = ['openapi', 'swagger', 'swaggerVersion'];

/** Whether a file says that it is one; YAML is not read for that. */
export function isArazzo({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined ? /^["']?arazzo["']?[ \t]*:/m.test(text) : memberOf(json, 'arazzo') !== undefined;
}

/** Whether a file says that it is an export; YAML is not read for that. */
export function isInsomnia({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^(?:type:\s*["']?\w+\.insomnia\.rest\/|__export_format:|_type:\s*["']?export\b)/m.test(text)
    : memberOf(json, '__export_format') !== undefined ||
        memberOf(json, '_type') === 'export' ||
        /^\w+\.insomnia\.rest\//.test(textOf(memberOf(json, 'type')) ?? '');
}

/** Whether a file is the main one of a collection; YAML is not read for that. */
export function isOpenCollection({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^["']?opencollection["']?[ \t]*:/m.test(text)
    : memberOf(json, 'opencollection') !== undefined;
}

/** The folders that are collections, by the paths of all files: those with a main file. */
export function openCollectionRoots(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const [, root] = /^(?:(.*)\/)?opencollection\.ya?ml$/.exec(path) ?? [];
    return OPEN_COLLECTION_MAIN.test(path) ? [root ?? ''] : [];
  });
}

/** The main file of a collection, and where it lies. */
export const OPEN_COLLECTION_MAIN = /(?:^|\/)opencollection\.ya?ml$/;

/** Whether a file is a request or an environment by itself: it begins with a block that only these have. */
export function isBru({ json, text }: ImportSource): boolean {
  return (
    json === undefined && /^\s*(?:meta|vars(?::secret)?|get|post|put|patch|delete) *[{[] *\r?\n/.test(text)
  );
}

/** The folders that are collections, by the paths of all files: those with a configuration and `.bru` files. */
export function bruRoots(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const [, root] = /^(.*\/)?bruno\.json$/.exec(path) ?? [];
    const isRoot = /(?:^|\/)bruno\.json$/.test(path);
    const hasFiles = paths.some((one) => one.startsWith(root ?? '') && one.endsWith('.bru'));
    return isRoot && hasFiles ? [(root ?? '').replace(/\/$/, '')] : [];
  });
}

/** Whether a file is written for REST Client, JetBrains' HTTP Client or httpYac. */
export function isHttpFile({ json, text }: ImportSource): boolean {
  if (json !== undefined || !HAS_ADDRESS.test(text)) {
    return false;
  }
  const first = withoutBlocks(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('<'))
    .find((line) => separatorTitle(line) === undefined && !isTold(line));
  return first !== undefined && (requestLine(first) !== undefined || isCommand(first, text));
}

/** A line that may be a request, for a quick look. */
const HAS_ADDRESS = /^[ \t]*(?:[A-Z-]{2,20}[ \t]+\S|https?:\/\/|\/\w|\{\{|curl[ \t])/im;

function isTold(line: string): boolean {
  return commentLine(line) !== undefined || variableLine(line) !== undefined;
}

/** A cURL command in place of a request, which separators tell from a script. */
function isCommand(line: string, text: string): boolean {
  return /^\s*curl\s/i.test(line) && /^###/m.test(text);
}

/** Without scripts, remarks over several lines and parts of queries, which may come first. */
function withoutBlocks(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/^[ \t]*[<>][ \t]*\{%[\s\S]*?(?:%\}|$(?![\s\S]))/gm, '')
    .replace(/^[ \t]*\{\{(?:[+@~^*]\S*)?[ \t]*\r?\n[\s\S]*?(?:^[ \t]*\}\}[ \t]*$|$(?![\s\S]))/gm, '')
    .replace(/^[ \t]*fragment[ \t][\s\S]*?(?:\r?\n[ \t]*\r?\n|$(?![\s\S]))/gm, '');
}

/** Whether a text begins like a cURL command. */
export function isCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl(?:\.exe)?\s/i.test(text);
}

/** Whether a file is a list of commands with cURL among them: a script, or what people collect in notes. */
export function isCurlFile({ json, text }: ImportSource): boolean {
  return json === undefined && text.length <= MAX_CURL_LENGTH && CURL_LINE.test(text);
}

/** Looked at are texts up to this length, in UTF-16 code units. */
const MAX_CURL_LENGTH = 10_000_000;

/** A command at the beginning of a line, or after a prefix that is allowed there. */
const CURL_LINE =
  /^[ \t]*(?:[$>%] +|[^\r\n]{0,300}?(?:\||&&|;|\$\(|`|\b(?:then|do|else|sudo|time|exec)\b) *)?(?:[\w./\\:]*[/\\])?curl(?:\.exe)?[ \t]/im;
