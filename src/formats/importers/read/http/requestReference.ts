/**
 * References to the answer of another request: REST Client's `{{login.response.body.$.token}}` and
 * `{{login.response.headers.ETag}}`, and httpYac's `{{login.token}}`, where a name means the body.
 */
import type { ExtractionRule } from '../../shape/imported';
import { memberPath } from '../../../../core/language/memberPath';

/** A part of an answer. */
export interface RequestReference {
  /** Name of the request. */
  readonly request: string;
  /** Members of its extraction, but for the variable. */
  readonly rule: ExtractionRule;
  /** What a variable for it is called best. */
  readonly proposal: string;
}

/** Reads the text between braces; absent when it is something else. `names` are those of requests. */
export function requestReference(written: string, names: ReadonlySet<string>): RequestReference | undefined {
  const [, request, rest = ''] = /^([A-Za-z_][\w-]*)([.[].*)$/s.exec(written) ?? [];
  if (request === undefined) {
    return undefined;
  }
  const [, part, path = ''] = /^\.response\.(body|headers)(?:[.]?(.*))?$/s.exec(rest) ?? [];
  if (part === 'headers') {
    return headerReference(request, path);
  }
  if (part === 'body') {
    return bodyReference(request, path);
  }
  const isOfBody = names.has(request) && !/^\.(?:request|response)\b/.test(rest);
  return isOfBody ? bodyReference(request, rest.replace(/^\./, '')) : undefined;
}

function headerReference(request: string, path: string): RequestReference | undefined {
  const [, bare, quoted] = /^(?:([\w-]+)|\[["']([\w-]+)["']\])$/.exec(path) ?? [];
  const name = bare ?? quoted;
  return name === undefined
    ? undefined
    : { request, rule: { from: 'header', name }, proposal: `${request}_${name}` };
}

function bodyReference(request: string, written: string): RequestReference | undefined {
  const path = written.trim();
  if (path === '' || path === '*' || path === '$') {
    return { request, rule: { from: 'body' }, proposal: request };
  }
  if (path.startsWith('//')) {
    return { request, rule: { from: 'body', xpath: path }, proposal: `${request}_${lastWord(path)}` };
  }
  const read = path.startsWith('$') ? path : stepsPath(path);
  return read === undefined
    ? undefined
    : { request, rule: { from: 'body', path: read }, proposal: `${request}_${lastWord(path)}` };
}

/** `items[0]["order id"]` as a JSONPath; absent when a script is needed for it. */
function stepsPath(path: string): string | undefined {
  const steps: (string | number)[] = [];
  const step = new RegExp(/\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/y);
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null) {
      return undefined;
    }
    const [, bare, index, double, single] = found;
    steps.push(index === undefined ? (bare ?? double ?? single ?? '') : Number(index));
  }
  return memberPath(steps);
}

function lastWord(path: string): string {
  return path.match(/[A-Za-z_][\w-]*/g)?.at(-1) ?? 'value';
}
