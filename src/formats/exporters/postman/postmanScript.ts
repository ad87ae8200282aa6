/**
 * The test script of a request in Postman: what the chain extracts, and what it expects.
 *
 * Checks of status and headers come first: a body that is not JSON ends the script. Extractions come
 * next, because a value is kept even when the body is not as expected.
 */
import type { JsonType, JsonValue } from '../../../core/json/json';
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { ChainRequest, Check, Extraction, Operator } from '../../../core/model';
import { jsonTexts } from '../../../core/prepare/references';
import type { Remark } from '../exportLog';
import { pathExpression, scriptRegex, scriptLiteral, type Absence } from '../scriptText';

/** What a script is written with. */
export interface ScriptContext {
  readonly remark: Remark;
  /** A text and JSON with references, as Postman replaces them. */
  readonly text: (text: string) => string;
  readonly json: (value: JsonValue) => string;
}

/** The lines of the script; none when there is nothing to do. */
export function testScript(
  { extract, expect }: Pick<ChainRequest, 'extract' | 'expect'>,
  context: ScriptContext,
): readonly string[] {
  const ofHead = [
    ...statusChecks(expect.status ?? []),
    ...expect.headers.flatMap((check) => checkLines(check, headerOf, context)),
    ...(expect.maxDurationMs === undefined
      ? []
      : [test('duration', `pm.expect(pm.response.responseTime).to.be.below(${expect.maxDurationMs + 1})`)]),
  ];
  const ofBody = [
    ...extract.flatMap((rule) => extractionLine(rule, context.remark)),
    ...expect.body.flatMap((check) => checkLines(check, bodyOf, context)),
  ];
  const readsJson =
    extract.some(({ from, select }) => from === 'body' && select?.kind === 'path') ||
    expect.body.some(({ path }) => path !== undefined);
  return readsJson && ofBody.length > 0
    ? [...ofHead, 'const body = pm.response.json();', ...ofBody]
    : [...ofHead, ...ofBody];
}

function extractionLine(rule: Extraction, remark: Remark): readonly string[] {
  const value = extractedValue(rule);
  if (value === undefined || rule.all) {
    remark(`Postman cannot take ${rule.variable} from ${describeExtraction(rule)}.`);
    return [];
  }
  const set = `pm.collectionVariables.set(${scriptLiteral(rule.variable)}, ${value});`;
  return [rule.optional ? `if (${value} !== undefined) { ${set} }` : set];
}

function extractedValue({ from, name = '', select, decode, optional }: Extraction): string | undefined {
  if (decode !== undefined) {
    return undefined;
  }
  const absence = optional ? 'is undefined' : 'throws';
  if (from === 'body') {
    return selectedOfBody(select, absence);
  }
  const text = TEXTS[from]?.(scriptLiteral(name));
  switch (select?.kind) {
    case undefined:
      return text;
    case 'regex':
      return text === undefined
        ? undefined
        : matched(from === 'status' ? `String(${text})` : text, select.regex, absence);
    default:
      return undefined;
  }
}

/** The URL that answered is not known to scripts. */
const TEXTS: Readonly<Record<Extraction['from'], ((name: string) => string) | undefined>> = {
  body: undefined,
  header: (name) => `pm.response.headers.get(${name})`,
  cookie: (name) => `pm.cookies.get(${name})`,
  status: () => 'pm.response.code',
  url: undefined,
};

function selectedOfBody(select: Extraction['select'], absence: Absence): string | undefined {
  switch (select?.kind) {
    case undefined:
      return 'pm.response.text()';
    case 'path':
      return pathExpression('body', select.path, absence);
    case 'regex':
      return matched('pm.response.text()', select.regex, absence);
    case 'css': {
      const found = `require("cheerio").load(pm.response.text())(${scriptLiteral(select.css)}).first()`;
      return select.attribute === undefined
        ? `${found}.text().trim()`
        : `${found}.attr(${scriptLiteral(select.attribute)})`;
    }
    case 'xpath':
      return undefined;
  }
}

function matched(text: string, source: string, absence: Absence): string | undefined {
  const regex = scriptRegex(source);
  if (regex === undefined) {
    return undefined;
  }
  const { literal, group } = regex;
  return absence === 'throws'
    ? `${text}.match(${literal})[${group}]`
    : `${text}?.match(${literal})?.[${group}]`;
}

function statusChecks(accepted: readonly (number | string)[]): readonly string[] {
  const [only, ...more] = accepted;
  if (only === undefined) {
    return [];
  }
  if (more.length === 0 && /^2xx$/i.test(String(only))) {
    return [test('status', 'pm.response.to.be.success')];
  }
  const numbers = accepted.filter((one) => /^\d+$/.test(String(one))).map(Number);
  if (numbers.length === accepted.length) {
    return [
      test(
        'status',
        more.length === 0
          ? `pm.response.to.have.status(${numbers[0] ?? 0})`
          : `pm.expect(pm.response.code).to.be.oneOf([${numbers.join(', ')}])`,
      ),
    ];
  }
  const pattern = accepted.map((one) => String(one).replaceAll(/x/gi, '\\d')).join('|');
  return [test('status', `pm.expect(String(pm.response.code)).to.match(/^(?:${pattern})$/)`)];
}

function headerOf({ name = '' }: Check): string {
  return `pm.response.headers.get(${scriptLiteral(name)})`;
}

/** Absent where no script finds the part. */
function bodyOf({ path }: Check, absence: Absence): string | undefined {
  return path === undefined ? 'pm.response.text()' : pathExpression('body', path, absence);
}

type PartOf = (check: Check, absence: Absence) => string | undefined;

function checkLines(check: Check, partOf: PartOf, context: ScriptContext): readonly string[] {
  const subject = check.path ?? check.name ?? 'body';
  return check.operators.flatMap((operator) => {
    const isAbsent = operator.operator === 'exists' && !operator.value;
    const part = partOf(check, isAbsent ? 'is undefined' : 'throws');
    const assertion = part === undefined ? undefined : assertionOf(check, part, operator, context);
    if (assertion === undefined) {
      context.remark(`Postman cannot check ${subject}: ${operator.operator}.`);
      return [];
    }
    return [test(`${subject} ${operator.operator}`, assertion)];
  });
}

function assertionOf(
  check: Check,
  part: string,
  operator: Operator,
  context: ScriptContext,
): string | undefined {
  const wanted = operand(operator.value, context);
  switch (operator.operator) {
    case 'exists':
      return check.name !== undefined && operator.value
        ? `pm.response.to.have.header(${scriptLiteral(check.name)})`
        : `pm.expect(${part}).to.${operator.value ? 'not.be' : 'be'}.undefined`;
    case 'matches': {
      const regex = scriptRegex(operator.value);
      return regex === undefined ? undefined : `pm.expect(String(${part})).to.match(${regex.literal})`;
    }
    case 'type':
      return typeAssertion(part, operator.value);
    case 'schema': {
      const whole = check.path === undefined ? 'pm.response' : `pm.expect(${part})`;
      return `${whole}.to.have.jsonSchema(${wanted})`;
    }
    default:
      return `pm.expect(${part}).to.${COMPARISONS[operator.operator]}(${wanted})`;
  }
}

/** Words of Chai. */
const COMPARISONS = {
  equals: 'eql',
  notEquals: 'not.eql',
  contains: 'include',
  lessThan: 'be.below',
  greaterThan: 'be.above',
} as const;

function typeAssertion(part: string, type: JsonType): string {
  return type === 'integer'
    ? `pm.expect(Number.isInteger(${part})).to.be.true`
    : `pm.expect(${part}).to.be.${/^[ao]/.test(type) ? 'an' : 'a'}(${scriptLiteral(type)})`;
}

/** What is compared with: variables are looked up when the script runs. */
function operand(value: JsonValue, { text, json }: ScriptContext): string {
  const references = jsonTexts(value).filter((one) => one.text.includes('{{'));
  if (references.length === 0) {
    return scriptLiteral(value);
  }
  if (typeof value !== 'string') {
    return `JSON.parse(pm.variables.replaceIn(${scriptLiteral(json(value))}))`;
  }
  const written = text(value);
  const whole = /^\{\{([^{}$]+)\}\}$/.exec(written)?.[1];
  return whole === undefined
    ? `pm.variables.replaceIn(${scriptLiteral(written)})`
    : `pm.variables.get(${scriptLiteral(whole)})`;
}

function test(name: string, assertion: string): string {
  return `pm.test(${scriptLiteral(name)}, () => { ${assertion}; });`;
}
