/** What a scenario keeps of answers and expects of them: Artillery's captures, matches and its `expect` plugin. */
import escapeRegExp from 'lodash/escapeRegExp.js';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { isNumber, type JsonObject, type JsonValue } from '../../../core/json/json';
import type { ChainRequest, Check, Expectation, Extraction, Operator } from '../../../core/model';
import { reasonPhrase } from '../../../core/statusPhrases';
import { findReferences, wholeReference } from '../../../core/prepare/template';
import type { Remark } from '../exportLog';
import { scriptRegex } from '../scriptText';
import { capturePath, jmesLiteral, jmesPath, memberPath } from './artilleryPaths';
import type { ArtilleryTexts } from './artilleryTexts';

/** The members `capture`, `match` and `expect` of a request. */
export function writeChecks(
  { extract, expect, source }: Pick<ChainRequest, 'extract' | 'expect'> & { readonly source: ChainRequest },
  texts: ArtilleryTexts,
  remark: Remark,
): JsonObject {
  const captures = extract.flatMap((rule) => captureOf(rule, texts, remark));
  const checks = [
    ...expect.headers.flatMap((check) => checksOf(check, headerCheck, texts, remark)),
    ...expect.body.flatMap((check) => checksOf(check, bodyCheck, texts, remark)),
  ];
  const matches = checks.flatMap((check) => ('match' in check ? [check.match] : []));
  const expectations = checks.flatMap((check) => ('expect' in check ? [check.expect] : []));
  if (expect.maxDurationMs !== undefined) {
    remark('Artillery measures how long answers take and does not check it for a request.');
  }
  if (source.retry !== undefined) {
    remark('It is sent once: Artillery does not send again until a condition holds.');
  }
  return {
    ...(captures.length === 0 ? {} : { capture: captures }),
    ...(matches.length === 0 ? {} : { match: matches }),
    expect: [{ statusCode: statusCodes(expect, remark) }, ...expectations],
  };
}

function captureOf(rule: Extraction, { nameOf }: ArtilleryTexts, remark: Remark): readonly JsonObject[] {
  const where = placeOf(rule);
  if (where === undefined) {
    remark(`Artillery cannot take ${rule.variable} from ${describeExtraction(rule)}.`);
    return [];
  }
  if (rule.all) {
    remark(`Where only one is found, ${rule.variable} is that and no list.`);
  }
  if (rule.select?.kind === 'xpath') {
    remark('Artillery reads XML with the package artillery-xml-capture, which has to be installed.');
  }
  return [
    {
      ...where,
      ...(rule.all ? { multiple: false } : {}),
      as: nameOf(rule.variable),
      ...(rule.optional ? { strict: false } : {}),
    },
  ];
}

/** Which part of an answer; absent when Artillery has no word for it. */
function placeOf({ from, name = '', select, decode }: Extraction): JsonObject | undefined {
  if (decode !== undefined) {
    return undefined;
  }
  switch (from) {
    case 'body':
      return placeInBody(select);
    case 'header':
      return select === undefined ? { header: name.toLowerCase() } : placeInHeader(name, select);
    case 'cookie':
      return select === undefined ? placeInHeaders('set-cookie', `"${escaped(name)}=([^;"]*)`, 1) : undefined;
    case 'status':
    case 'url':
      return undefined;
  }
}

function placeInBody(select: Extraction['select']): JsonObject | undefined {
  switch (select?.kind) {
    case undefined:
      return { regexp: String.raw`[\s\S]+` };
    case 'path': {
      const json = capturePath(select.path);
      return json === undefined ? undefined : { json };
    }
    case 'regex': {
      const regex = scriptRegex(select.regex);
      return regex === undefined
        ? undefined
        : {
            regexp: regex.source,
            ...(regex.flags === '' ? {} : { flags: regex.flags }),
            ...(regex.group === 0 ? {} : { group: regex.group }),
          };
    }
    case 'css':
      return select.attribute === undefined
        ? undefined
        : { selector: select.css, attr: select.attribute, index: 0 };
    case 'xpath':
      return { xpath: select.xpath };
  }
}

/** An expression is applied to all headers as JSON: it is led to the one that is meant, and must stay in it. */
function placeInHeader(name: string, select: NonNullable<Extraction['select']>): JsonObject | undefined {
  if (select.kind !== 'regex' || /[\^$"]/.test(select.regex)) {
    return undefined;
  }
  const regex = scriptRegex(select.regex);
  if (regex === undefined || regex.flags !== '') {
    return undefined;
  }
  const source = regex.group === 0 ? `(${regex.source})` : regex.source;
  return placeInHeaders(name.toLowerCase(), `[^"]*?${source}`, 1);
}

function placeInHeaders(header: string, expression: string, group: number): JsonObject {
  const before = header === 'set-cookie' ? String.raw`\[(?:"(?:[^"\\]|\\.)*",)*?` : '"';
  return { header, regexp: `"${escaped(header)}":${before}${expression}`, group };
}

function escaped(text: string): string {
  return escapeRegExp(text).replaceAll('/', '\\/');
}

/** Every code that is accepted; of a class those that are registered. */
function statusCodes({ status }: Expectation, remark: Remark): readonly number[] {
  const accepted = (status ?? ['2xx', '3xx']).map(String);
  if (status?.some((one) => /x/i.test(String(one))) === true) {
    remark('Of a class of status codes those are accepted that are registered.');
  }
  const codes = accepted.flatMap((one) =>
    /^\d+$/.test(one) ? [Number(one)] : REGISTERED.filter((code) => fits(String(code), one)),
  );
  return [...new Set(codes)];
}

const REGISTERED = Array.from({ length: 500 }, (_, index) => index + 100).filter(
  (code) => reasonPhrase(code) !== '',
);

function fits(code: string, pattern: string): boolean {
  return [...pattern].every((digit, index) => digit.toLowerCase() === 'x' || digit === code[index]);
}

/** How Artillery checks a condition: an expectation of its plugin, or a match, which knows variables. */
type Written = { readonly expect: JsonObject } | { readonly match: JsonObject };

type WriteCheck = (check: Check, operator: Operator, written: WrittenOperand) => Written | undefined;

/** What is compared with, its references written. */
interface WrittenOperand {
  readonly value: JsonValue;
  /** Artillery compares it rightly: lists and objects are never equal to it. */
  readonly isComparable: boolean;
}

function checksOf(
  check: Check,
  write: WriteCheck,
  { json, isScalar }: ArtilleryTexts,
  remark: Remark,
): readonly Written[] {
  return check.operators.flatMap((operator) => {
    const whole = typeof operator.value === 'string' ? wholeReference(operator.value) : undefined;
    const isComparable = typeof operator.value === 'string' && (whole === undefined || isScalar(whole.name));
    const written = write(check, operator, { value: json(operator.value, remark), isComparable });
    if (written === undefined) {
      remark(`Artillery cannot check ${check.path ?? check.name ?? 'body'}: ${operator.operator}.`);
      return [];
    }
    return [written];
  });
}

function headerCheck(
  { name = '' }: Check,
  { operator }: Operator,
  { value }: WrittenOperand,
): Written | undefined {
  const header = name.toLowerCase();
  switch (operator) {
    case 'equals':
      return typeof value === 'string' ? { expect: { headerEquals: [header, value] } } : undefined;
    case 'exists':
      return value === true ? { expect: { hasHeader: header } } : undefined;
    default:
      return undefined;
  }
}

function bodyCheck(
  { path = '' }: Check,
  operator: Operator,
  { value, isComparable }: WrittenOperand,
): Written | undefined {
  if (operator.operator === 'exists') {
    const member = memberPath(path);
    return member === undefined
      ? undefined
      : { expect: { [operator.value ? 'hasProperty' : 'notHasProperty']: member } };
  }
  if (hasReferences(operator.value)) {
    const json = capturePath(path);
    return operator.operator === 'equals' && json !== undefined && isComparable
      ? { match: { json, value } }
      : undefined;
  }
  const part = jmesPath(path);
  const condition = part === undefined ? undefined : conditionOf(part, operator);
  return condition === undefined ? undefined : { expect: { jmespath: condition } };
}

function conditionOf(part: string, { operator, value }: Operator): string | undefined {
  switch (operator) {
    case 'equals':
      return `${part} == ${jmesLiteral(value)}`;
    case 'notEquals':
      return `${part} != ${jmesLiteral(value)}`;
    case 'contains':
      return `contains(${part}, ${jmesLiteral(value)})`;
    case 'lessThan':
    case 'greaterThan':
      return isNumber(value)
        ? `${part} ${operator === 'lessThan' ? '<' : '>'} ${jmesLiteral(value)}`
        : undefined;
    case 'type':
      return value === 'integer' ? `${part} == floor(${part})` : `type(${part}) == '${value}'`;
    default:
      return undefined;
  }
}

function hasReferences(value: JsonValue): boolean {
  return findReferences(JSON.stringify(value)).length > 0;
}
