/**
 * What a script checks, as the expectation of a request: `pm.response.to.have.status(201)`,
 * `pm.expect(jsonData.state).to.eql('open')`, and the old `tests['…'] = responseCode.code === 200`.
 *
 * Only checks that say the same in a chain are taken; `not` and what is computed are left to the reader.
 */
import type { Expression } from 'acorn';
import type { JsonObject, JsonValue } from '../../../core/json';
import { isArray } from '../../../core/json';
import { jsonTexts, referencedVariables } from '../../../core/references';
import type { Evaluator } from './evaluateExpression';
import type { ResponsePart } from './responsePart';
import type { ScriptValue } from './scriptValue';

/** The checks of a script. */
export interface Checks {
  /** Takes `pm.expect(…)…` or `pm.response.to…`; false when it cannot be said in a chain. */
  readonly assertion: (node: Expression, evaluate: Evaluator) => boolean;
  /** Takes `a === b`, likewise. */
  readonly comparison: (node: Expression, evaluate: Evaluator) => boolean;
  /** Member `expect` of a request; absent without checks. */
  readonly expectation: () => JsonObject | undefined;
}

/**
 * Begins without checks.
 *
 * @param extracted the extraction that the script has made of a variable so far
 */
export function createChecks(extracted: (variable: string) => JsonObject | undefined): Checks {
  const statuses: JsonValue[] = [];
  const headers: JsonObject[] = [];
  const body: JsonObject[] = [];
  const durations: number[] = [];

  const add = (part: ResponsePart, operators: JsonObject): boolean => {
    const own = jsonTexts(operators).flatMap(({ text }) => referencedVariables(text));
    const rules = own.map(extracted).filter((rule) => rule !== undefined);
    if (rules.length > 0) {
      // A value compared with itself needs no check; with another one of this response, a chain cannot compare it.
      return rules.every((rule) => rule['from'] === part.from && rule['path'] === part.path);
    }
    switch (part.from) {
      case 'status':
        return addStatus(operators['equals'] ?? null);
      case 'header':
        headers.push({ name: part.name ?? '', ...operators });
        return true;
      case 'body':
        if (part.regex !== undefined) {
          return false;
        }
        body.push({
          ...(part.path === undefined || part.path === '$' ? {} : { path: part.path }),
          ...operators,
        });
        return true;
      default:
        return false;
    }
  };
  const addStatus = (status: JsonValue): boolean => {
    const isStatus =
      isHttpStatus(status) || (isArray(status) && status.length > 0 && status.every(isHttpStatus));
    if (isStatus || status === '2xx') {
      statuses.push(status);
    }
    return isStatus || status === '2xx';
  };
  const onResponse = ({ name, args }: Word): boolean => {
    const [first, second] = args ?? [];
    switch (name) {
      case 'status':
        return first?.kind === 'constant' && addStatus(first.value);
      case 'ok':
      case 'success':
        return addStatus('2xx');
      case 'header': {
        const header = operand(first);
        const value = operand(second);
        return (
          typeof header === 'string' &&
          add({ from: 'header', name: header }, value === undefined ? { exists: true } : { equals: value })
        );
      }
      default:
        return false;
    }
  };
  const onValue = (subject: ScriptValue, word: Word): boolean => {
    if (subject.kind === 'api' && /responseTime$/.test(subject.path)) {
      const [limit] = word.args ?? [];
      const isLimit =
        BELOW.has(word.name) &&
        limit?.kind === 'constant' &&
        typeof limit.value === 'number' &&
        limit.value > 0;
      durations.push(...(isLimit ? [Number(limit.value)] : []));
      return isLimit;
    }
    const isChoice = word.name === 'oneOf' && (subject.kind !== 'part' || subject.part.from !== 'status');
    const operators = subject.kind === 'part' && !isChoice ? operatorsOf(word) : undefined;
    return subject.kind === 'part' && operators !== undefined && add(subject.part, operators);
  };
  return {
    assertion(node, evaluate) {
      const sentence = readSentence(node, evaluate);
      const word = sentence?.words.at(-1);
      if (sentence === undefined || word === undefined || sentence.words.some(({ name }) => name === 'not')) {
        return false;
      }
      return sentence.subject === undefined ? onResponse(word) : onValue(sentence.subject, word);
    },
    comparison(node, evaluate) {
      if (
        node.type !== 'BinaryExpression' ||
        !/^={2,3}$/.test(node.operator) ||
        node.left.type === 'PrivateIdentifier'
      ) {
        return false;
      }
      const [left, right] = [evaluate.expression(node.left), operand(evaluate.expression(node.right))];
      return left.kind === 'part' && right !== undefined && add(left.part, { equals: right });
    },
    expectation() {
      const status = statuses.at(-1);
      const parts = {
        ...(status === undefined ? {} : { status }),
        ...(headers.length === 0 ? {} : { headers }),
        ...(body.length === 0 ? {} : { body }),
        ...(durations.length === 0 ? {} : { maxDurationMs: Math.min(...durations) }),
      };
      return Object.keys(parts).length === 0 ? undefined : parts;
    },
  };
}

/** One word of a check; `args` when it is called. */
interface Word {
  readonly name: string;
  readonly args?: readonly ScriptValue[];
}

/** `pm.expect(subject).to.be.equal(1)`: without subject it is about the response. */
interface Sentence {
  readonly subject?: ScriptValue;
  readonly words: readonly Word[];
}

function readSentence(node: Expression, evaluate: Evaluator): Sentence | undefined {
  const words: Word[] = [];
  let at: Expression = node;
  for (;;) {
    const args: readonly ScriptValue[] | undefined =
      at.type === 'CallExpression' ? at.arguments.map((argument) => evaluate.argument(argument)) : undefined;
    const member: Expression = at.type === 'CallExpression' && at.callee.type !== 'Super' ? at.callee : at;
    if (
      member.type !== 'MemberExpression' ||
      member.property.type !== 'Identifier' ||
      member.object.type === 'Super'
    ) {
      return undefined;
    }
    const { name } = member.property;
    if (name === 'expect' && args !== undefined) {
      const [subject] = args;
      return subject === undefined ? undefined : { subject, words };
    }
    if (name === 'to' && evaluate.expression(member.object).kind === 'api') {
      return { words };
    }
    words.unshift(args === undefined ? { name } : { name, args });
    at = member.object;
  }
}

const EQUAL: ReadonlySet<string> = new Set(['eql', 'eqls', 'equal', 'equals', 'eq']);
const BELOW: ReadonlySet<string> = new Set(['below', 'lt', 'lessThan']);
const ABOVE: ReadonlySet<string> = new Set(['above', 'gt', 'greaterThan']);
const CONTAINS: ReadonlySet<string> = new Set(['include', 'includes', 'contain', 'contains']);
const TYPES: ReadonlySet<JsonValue> = new Set(['string', 'number', 'boolean', 'object', 'array', 'null']);

function operatorsOf({ name, args }: Word): JsonObject | undefined {
  if (args === undefined) {
    return name === 'true' || name === 'false'
      ? { equals: name === 'true' }
      : name === 'null'
        ? { equals: null }
        : undefined;
  }
  const value = operand(args[0]);
  if (value === undefined || args.length > 1) {
    return undefined;
  }
  if (EQUAL.has(name) || (name === 'oneOf' && isArray(value))) {
    return { equals: value };
  }
  if (name === 'a' || name === 'an') {
    return TYPES.has(value) ? { type: value } : undefined;
  }
  if (CONTAINS.has(name)) {
    return { contains: value };
  }
  const isNumber = typeof value === 'number';
  return BELOW.has(name) && isNumber
    ? { lessThan: value }
    : ABOVE.has(name) && isNumber
      ? { greaterThan: value }
      : undefined;
}

/** A value that is known: a text, a constant, or a list of such. */
function operand(value: ScriptValue | undefined): JsonValue | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return value.value;
    case 'list': {
      const items = value.items.map(operand);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    default:
      return undefined;
  }
}

function isHttpStatus(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}
