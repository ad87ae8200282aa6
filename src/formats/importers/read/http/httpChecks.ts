/** httpYac's checks (`?? status == 200`) as the expectation of a request. */
import type {
  WrittenBodyCheck,
  WrittenExpectation,
  WrittenHeaderCheck,
  WrittenOperators,
} from '../../../../core/files/writtenChain';
import { parseJson, type JsonValue } from '../../../../core/json/json';
import type { TextReader } from './httpTexts';
import { lostCheck, type Remark } from '../../shape/remark';

/** Reads the checks of a request; `remark` gets those that cannot be carried over. */
export function readChecks(
  checks: readonly string[],
  reader: TextReader,
  remark: (remark: Remark) => void,
): WrittenExpectation {
  const read = checks.map((check) => ({ check, said: readCheck(reader.read(check)) }));
  read
    .filter(({ said }) => said === undefined)
    .forEach(({ check }) => remark(lostCheck(`This check is not carried over: ${check}`)));
  const said = read.flatMap((one) => one.said ?? []);
  const headers = said.flatMap(({ header }) => header ?? []);
  const body = said.flatMap(({ body: one }) => one ?? []);
  return {
    ...(Object.assign({}, ...said.map(({ whole }) => whole ?? {})) as WrittenExpectation),
    ...(headers.length === 0 ? {} : { headers }),
    ...(body.length === 0 ? {} : { body }),
  };
}

interface Said {
  readonly whole?: WrittenExpectation;
  readonly header?: WrittenHeaderCheck;
  readonly body?: WrittenBodyCheck;
}

function readCheck(check: string): Said | undefined {
  const [, subject = '', name = '', operator = '', operand = ''] = CHECK.exec(check) ?? [];
  return SUBJECTS.get(subject)?.({ name, operator, operand });
}

/** What a check says of its subject; empty texts for what it leaves out. */
interface CheckWords {
  readonly name: string;
  readonly operator: string;
  readonly operand: string;
}

function statusCheck({ name, operator, operand }: CheckWords): Said | undefined {
  const status = Number(operand);
  const isStatus = operator === '==' && Number.isInteger(status) && status >= 100 && status <= 999;
  return isStatus && name === '' ? { whole: { status } } : undefined;
}

function durationCheck({ operator, operand }: CheckWords): Said | undefined {
  const limit = Number(operand);
  return operator.startsWith('<') && limit > 0 ? { whole: { maxDurationMs: limit } } : undefined;
}

function headerCheck({ name, operator, operand }: CheckWords): Said | undefined {
  const said = OPERATORS.get(operator)?.(operand);
  return said === undefined || name === '' ? undefined : { header: { name, ...said } };
}

function bodyCheck({ name, operator, operand }: CheckWords): Said | undefined {
  const said = OPERATORS.get(operator)?.(valueOf(operand));
  if (said === undefined || (name !== '' && !name.startsWith('$'))) {
    return undefined;
  }
  return { body: { ...(name === '' ? {} : { path: name }), ...said } };
}

const SUBJECTS: ReadonlyMap<string, (words: CheckWords) => Said | undefined> = new Map([
  ['status', statusCheck],
  ['duration', durationCheck],
  ['header', headerCheck],
  ['body', bodyCheck],
  ['jsonpath', bodyCheck],
]);

/** https://httpyac.github.io/guide/assert.html */
const CHECK =
  /^(status|duration|header|body|jsonpath)(?:\s+(?!(?:==|!=|[<>]=?|contains|includes|matches|exists)(?:\s|$))(\S+))?\s+(==|!=|<=?|>=?|contains|includes|matches|exists)\s*(.*)$/;

type Operator = (value: JsonValue) => WrittenOperators | undefined;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', (value: JsonValue) => ({ equals: value })],
  ['!=', (value: JsonValue) => ({ notEquals: value })],
  ['contains', (value: JsonValue) => ({ contains: value })],
  ['includes', (value: JsonValue) => ({ contains: value })],
  ['exists', () => ({ exists: true })],
  ['<', (value: JsonValue) => (typeof value === 'number' ? { lessThan: value } : undefined)],
  ['>', (value: JsonValue) => (typeof value === 'number' ? { greaterThan: value } : undefined)],
]);

/** A number or word of JSON as such, all else as a text. */
function valueOf(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    // No JSON: it is compared as the text that it is.
    return text;
  }
}
