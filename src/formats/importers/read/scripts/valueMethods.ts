/** Members and methods of values of a script: `jsonData.items[0].id`, `text.match(/…/)[1]`, `location.split('/').pop()`. */
import type { Expression, Function as FunctionNode, PrivateIdentifier, Super } from 'acorn';
import { memberPath } from '../../../../core/language/memberPath';
import { dateMethod, dayOfTime } from './madeValues';
import {
  itemWhere,
  matchInPart,
  memberOfPart,
  partValue,
  textValue,
  UNKNOWN,
  valueText,
  type ResponsePart,
  type ScriptValue,
} from './scriptValue';

/** A member or item of a value that is not of the tool. */
export function memberValue(value: ScriptValue, step: string | number): ScriptValue {
  switch (value.kind) {
    case 'part':
      // A cookie is an object with its value in old scripts.
      return value.part.from === 'cookie' && step === 'value'
        ? value
        : step === 'length'
          ? lengthOf(value.part)
          : partValue(memberOfPart(value.part, step));
    case 'matches':
      return typeof step === 'number' ? partValue(matchInPart(value.part, value.regex, step)) : UNKNOWN;
    case 'pieces':
      return typeof step === 'number' ? partValue(piece(value, step)) : UNKNOWN;
    case 'list':
      return typeof step === 'number' ? (value.items[step] ?? UNKNOWN) : UNKNOWN;
    case 'object':
      return value.members.get(String(step)) ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** What a method of a value that is not of the tool gives. */
export function methodValue(value: ScriptValue, method: string, args: readonly ScriptValue[]): ScriptValue {
  const [first = UNKNOWN] = args;
  switch (value.kind) {
    case 'part':
      return partMethod(value.part, method, first);
    case 'regex':
      return method === 'exec' && first.kind === 'part'
        ? { kind: 'matches', part: first.part, regex: value.regex }
        : UNKNOWN;
    case 'pieces':
      return piecesMethod(value, method, first);
    case 'text':
      return textMethod(value.text, method, args);
    case 'date':
      return dateMethod(value.at, method, args);
    case 'made':
    case 'clock': {
      const text = /^(?:toString|toFixed)$/.test(method) && args.length === 0 ? valueText(value) : undefined;
      return text === undefined ? UNKNOWN : textValue(text);
    }
    default:
      return UNKNOWN;
  }
}

/** Only JSON has items that can be counted. */
function lengthOf(part: ResponsePart): ScriptValue {
  const { path, regex, item, decode } = part;
  const isJson = path !== undefined && regex === undefined && item === undefined && decode === undefined;
  return isJson ? { kind: 'length', part } : UNKNOWN;
}

function partMethod(part: ResponsePart, method: string, first: ScriptValue): ScriptValue {
  return PART_METHODS.get(method)?.(part, first) ?? UNKNOWN;
}

/** What a method gives of a part of the response; absent when that cannot be said. */
type PartMethod = (part: ResponsePart, first: ScriptValue) => ScriptValue | undefined;

const same: PartMethod = (part) => partValue(part);
const nearlySame: PartMethod = (part) => partValue({ ...part, isNear: true });

const PART_METHODS: ReadonlyMap<string, PartMethod> = new Map<string, PartMethod>([
  ['toString', same],
  ['trim', same],
  ['valueOf', same],
  ['replace', nearlySame],
  ['replaceAll', nearlySame],
  ['match', matched],
  [
    'split',
    (part, first) => {
      const separator = valueText(first);
      return separator === undefined ? undefined : { kind: 'pieces', part, separator };
    },
  ],
  ['find', (part, first) => (first.kind === 'function' ? partValue(foundItem(part, first.node)) : undefined)],
  [
    'filter',
    (part, first) => {
      const found = first.kind === 'function' ? foundItem(part, first.node) : undefined;
      // Of those that are found a chain takes the first.
      return found === undefined ? undefined : { kind: 'list', items: [partValue(found)] };
    },
  ],
  [
    'hasOwnProperty',
    (part, first) => {
      const name = valueText(first);
      const member = name === undefined ? undefined : memberOfPart(part, name);
      return member === undefined ? undefined : { kind: 'presence', part: member };
    },
  ],
  ['pop', (part) => partValue(memberOfPart(part, -1))],
  ['at', (part, first) => (isLast('at', first) ? partValue(memberOfPart(part, -1)) : undefined)],
]);

function matched(part: ResponsePart, first: ScriptValue): ScriptValue | undefined {
  const text = valueText(first);
  const written = text === undefined ? undefined : { source: text, flags: '' };
  const regex = first.kind === 'regex' ? first.regex : written;
  return regex === undefined ? undefined : { kind: 'matches', part, regex };
}

function isLast(method: string, first: ScriptValue): boolean {
  return method === 'pop' || (method === 'at' && first.kind === 'constant' && first.value === -1);
}

function textMethod(text: string, method: string, args: readonly ScriptValue[]): ScriptValue {
  const [one, two] = args;
  switch (method) {
    case 'toString':
    case 'trim':
      return textValue(text);
    case 'replace':
    case 'replaceAll': {
      // What a reference will be is not known, and neither is what is replaced in it.
      const [pattern, replacement] = [valueText(one), valueText(two)];
      const isPlain = !text.includes('{{') && pattern !== undefined && replacement !== undefined;
      return isPlain
        ? textValue(text.split(pattern).join(replacement))
        : { kind: 'text', text, isNear: true };
    }
    case 'toLowerCase':
    case 'toUpperCase':
      return text.includes('{{') ? UNKNOWN : textValue(text[method]());
    case 'split':
    case 'slice':
    case 'substring':
    case 'substr':
      return dayIn(text, method, args);
    case 'concat': {
      const parts = args.map(valueText);
      return parts.every((part) => part !== undefined) ? textValue(text + parts.join('')) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** The day of an ISO time: `split('T')` and its first text, or the first ten characters. */
function dayIn(text: string, method: string, args: readonly ScriptValue[]): ScriptValue {
  const day = dayOfTime(text);
  if (day === undefined) {
    return UNKNOWN;
  }
  if (method === 'split') {
    return valueText(args[0]) === 'T' ? { kind: 'list', items: [textValue(day)] } : UNKNOWN;
  }
  const [start, end] = args.map(valueText);
  return start === '0' && end === '10' ? textValue(day) : UNKNOWN;
}

type Pieces = Extract<ScriptValue, { readonly kind: 'pieces' }>;

function piecesMethod(pieces: Pieces, method: string, first: ScriptValue): ScriptValue {
  const isFilter = method === 'filter' && first.kind === 'api' && first.path === 'Boolean';
  if (isFilter) {
    return { ...pieces, isFilled: true };
  }
  const isTail = method === 'slice' && first.kind === 'constant' && first.value === -1;
  const last = isTail || isLast(method, first) ? partValue(piece(pieces, -1)) : UNKNOWN;
  return isTail ? { kind: 'list', items: [last] } : last;
}

/** One of the texts between separators, counting from 0, or with -1 the last. */
function piece({ part, separator, isFilled }: Pieces, index: number): ResponsePart | undefined {
  const mark = literal(separator);
  if (index === -1 && mark !== undefined) {
    // Without what comes before the piece, the empty text at the end would be a second match.
    const source = isFilled === true ? `([^${mark}]+)${mark}*$` : `(?:^|${mark})([^${mark}]*)$`;
    return matchInPart(part, { source, flags: '' }, 1);
  }
  const found =
    mark === undefined || index < 0 || isFilled === true
      ? undefined
      : matchInPart(part, { source: `^(?:[^${mark}]*${mark}){${index}}([^${mark}]*)`, flags: '' }, 1);
  // The claims of a token are between its first and its second dot (RFC 7519 §3).
  return found !== undefined && separator === '.' && index === 1 ? { ...found, token: part } : found;
}

/** A separator of one character as an expression has it, inside classes too. */
function literal(separator: string): string | undefined {
  return /^\S$/.test(separator) ? separator.replace(/[\\^$.|?*+()[\]{}-]/, '\\$&') : undefined;
}

/** The item that `find` gives for a function; absent when it asks for more than one equal member. */
function foundItem(part: ResponsePart, { params, body }: FunctionNode): ResponsePart | undefined {
  const [item] = params;
  const test = returnedBy(body);
  if (item?.type !== 'Identifier' || test?.type !== 'BinaryExpression' || !/^={2,3}$/.test(test.operator)) {
    return undefined;
  }
  const names = memberNames(test.left, item.name);
  const operand = test.right.type === 'Literal' ? literalInPath(test.right.value) : undefined;
  return names === undefined || operand === undefined
    ? undefined
    : itemWhere(part, memberPath(names).slice(1), operand);
}

/** What a function of one expression or one `return` gives; absent for any other. */
function returnedBy(body: FunctionNode['body']): Expression | null | undefined {
  if (body.type !== 'BlockStatement') {
    return body;
  }
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? only.argument : undefined;
}

/** The names in `item.owner.id`; absent when it is something else. */
function memberNames(
  node: Expression | Super | PrivateIdentifier,
  item: string,
): readonly string[] | undefined {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) {
    return undefined;
  }
  const { name } = node.property;
  if (node.object.type === 'Identifier') {
    return node.object.name === item ? [name] : undefined;
  }
  const before = memberNames(node.object, item);
  return before === undefined ? undefined : [...before, name];
}

/** RFC 9535 §2.3.5.1: strings are quoted like names. Absent for values that no path can express. */
export function literalInPath(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return memberPath([`${value} `]).slice(2, -3) + "'";
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null ? 'null' : undefined;
  }
}
