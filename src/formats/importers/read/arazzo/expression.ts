/**
 * Runtime expressions (Arazzo 1.1 §4.7): `$inputs.id`, `$steps.login.outputs.token#/value`, `$response.body#/id`. Members
 * may follow with dots and brackets as well, as people write them in conditions.
 */
import type { ExtractionRule } from '../../shape/imported';
import { readRuntimePart } from '../openapi/runtimeExpression';

/** What an expression means. `steps` are the steps of its pointer. */
export type Expression =
  | { readonly kind: 'input' | 'output'; readonly name: string; readonly steps: readonly string[] }
  | { readonly kind: 'step'; readonly step: string; readonly name: string; readonly steps: readonly string[] }
  | {
      readonly kind: 'workflow';
      readonly workflow: string;
      readonly field: 'inputs' | 'outputs';
      readonly name: string;
      readonly steps: readonly string[];
    }
  | { readonly kind: 'response'; readonly rule: ExtractionRule }
  | { readonly kind: 'request'; readonly place: 'header' | 'query' | 'path'; readonly name: string }
  | { readonly kind: 'requestBody'; readonly steps: readonly string[] }
  | { readonly kind: 'method' };

/** Reads an expression, without braces around it; absent when it is none. */
export function readExpression(text: string): Expression | undefined {
  const [, path = '', pointer] = /^([^#]*)(?:#(.*))?$/s.exec(text) ?? [];
  const steps = pointerSteps(pointer ?? '');
  const [, source = '', rest = ''] =
    /^\$(inputs|outputs|steps|workflows|request|response)\.(.+)$/s.exec(path) ?? [];
  switch (source) {
    case 'inputs':
    case 'outputs':
      return NAME.test(rest)
        ? { kind: source === 'inputs' ? 'input' : 'output', name: rest, steps }
        : undefined;
    case 'steps': {
      const [, step, name] = /^([\w-]+)\.outputs\.([\w.-]+)$/.exec(rest) ?? [];
      return step === undefined || name === undefined ? undefined : { kind: 'step', step, name, steps };
    }
    case 'workflows':
      return workflowExpression(rest, steps);
    case 'request':
      return requestExpression(rest, steps);
    case 'response':
      return responsePart(memberSteps(path, 'response.body', pointer) ?? text);
    default:
      return text === '$method' ? { kind: 'method' } : responsePart(text);
  }
}

const NAME = /^[\w.-]+$/;

function workflowExpression(rest: string, steps: readonly string[]): Expression | undefined {
  const [, workflow, field, name] = /^([\w-]+)\.(inputs|outputs)\.([\w.-]+)$/.exec(rest) ?? [];
  return workflow === undefined || name === undefined
    ? undefined
    : { kind: 'workflow', workflow, field: field === 'inputs' ? 'inputs' : 'outputs', name, steps };
}

function requestExpression(rest: string, steps: readonly string[]): Expression | undefined {
  const [, place, name] = /^(header|query|path)\.(.+)$/s.exec(rest) ?? [];
  if (name !== undefined) {
    return { kind: 'request', place: place === 'header' || place === 'query' ? place : 'path', name };
  }
  return rest === 'body' ? { kind: 'requestBody', steps } : undefined;
}

function responsePart(text: string): Expression | undefined {
  const part = readRuntimePart(text);
  return part.kind === 'response' ? { kind: 'response', rule: part.rule } : undefined;
}

/** `$response.body.items[0].id` with a pointer in place of the members; absent when it has none. */
function memberSteps(path: string, source: string, pointer: string | undefined): string | undefined {
  const members = path.slice(source.length + 1);
  if (!path.startsWith(`$${source}`) || !/^[.[]/.test(members)) {
    return undefined;
  }
  const steps = memberNames(members);
  return `$${source}#${steps.map((step) => `/${escapeStep(step)}`).join('')}${pointer ?? ''}`;
}

/** The names in `.items[0]['order id']`. */
export function memberNames(members: string): readonly string[] {
  return [...members.matchAll(MEMBER)].map(
    ([, plain, single, double, index]) => plain ?? single ?? double ?? index ?? '',
  );
}

/** A member by its name or index. */
export const MEMBER = /\.([A-Za-z_][\w-]*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))\]/g;

/** A name as a step of a JSON pointer. */
export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The steps of a JSON pointer (RFC 6901); a first `/` that is missing is forgiven. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .replace(/^(?!\/)/, '/')
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A text with the expressions in it apart. */
export type TextPiece = string | { readonly expression: string };

/** The pieces of a text: it is an expression as a whole, or has some in braces. */
export function textPieces(text: string): readonly TextPiece[] {
  if (/^\$[a-z]\S*$/i.test(text)) {
    return [{ expression: text }];
  }
  return text
    .split(/(\{\$[a-z][^{}]*\})/i)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\$/.test(piece) ? { expression: piece.slice(1, -1) } : piece));
}
