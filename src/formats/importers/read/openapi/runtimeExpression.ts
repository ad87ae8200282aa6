/**
 * Runtime expressions (OpenAPI 3.1 §4.8.20.4): `$response.body#/id`, alone or in braces inside a text, as what a
 * chain extracts and the references to it.
 */
import type { ExtractionRule } from '../../shape/imported';
import { memberPath } from '../../../../core/language/memberPath';
import { escapeReferences } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';

/** A part of an exchange. */
export type RuntimePart =
  | {
      readonly kind: 'response';
      readonly rule: ExtractionRule;
      /** What the part is called: the last name that leads to it. */
      readonly name: string;
    }
  /** A parameter of the path of the request itself. */
  | { readonly kind: 'path'; readonly name: string }
  | { readonly kind: 'unknown' };

/** A text with its expressions apart. */
export type ExpressionPiece = string | RuntimePart;

/** The pieces of a value of a link: plain text, and expressions. */
export function readExpression(text: string): readonly ExpressionPiece[] {
  if (text.startsWith('$')) {
    return [readRuntimePart(text)];
  }
  return text.split(/(\{\$[^{}]+\})/).flatMap((piece): readonly ExpressionPiece[] => {
    if (piece === '') {
      return [];
    }
    return [/^\{\$.*\}$/s.test(piece) ? readRuntimePart(piece.slice(1, -1)) : escapeReferences(piece)];
  });
}

/** A single expression, without braces. */
export function readRuntimePart(expression: string): RuntimePart {
  const [, source, rest = ''] =
    /^\$(statusCode|url|response\.body|response\.header|request\.path)(?:[.#](.*))?$/s.exec(expression) ?? [];
  switch (source) {
    case 'statusCode':
      return { kind: 'response', rule: { from: 'status' }, name: 'status' };
    case 'url':
      return { kind: 'response', rule: { from: 'url' }, name: 'url' };
    case 'response.body':
      return bodyPart(rest);
    case 'response.header':
      return headerPart(rest);
    case 'request.path':
      return rest === '' ? UNKNOWN : { kind: 'path', name: rest };
    default:
      return UNKNOWN;
  }
}

const UNKNOWN: RuntimePart = { kind: 'unknown' };

function headerPart(name: string): RuntimePart {
  return name === '' || isReservedName(name)
    ? UNKNOWN
    : { kind: 'response', rule: { from: 'header', name }, name };
}

/** A pointer into the body (RFC 6901). Digits are items: nobody calls members so. */
function bodyPart(pointer: string): RuntimePart {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step));
  const name = steps.findLast((step) => typeof step === 'string');
  const path = steps.length === 0 ? {} : { path: memberPath(steps) };
  return {
    kind: 'response',
    rule: { from: 'body', ...path },
    name: name === undefined ? 'body' : String(name),
  };
}
