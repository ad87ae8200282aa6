/**
 * What a script checks, as the expectation of a request: `pm.response.to.have.status(201)`,
 * `pm.expect(jsonData.state).to.eql('open')`, and the old `tests['…'] = responseCode.code === 200`.
 *
 * What a sentence of Chai says is in its last word. Most others are only there to be read, and one that changes the
 * meaning (`not`, `length`, `any`) makes it a sentence that is not understood. Only checks that say the same in a
 * chain are carried over.
 */
import type { Expression, MemberExpression } from 'acorn';
import { defined } from '../../../../core/defined';
import type {
  WrittenBodyCheck,
  WrittenExpectation,
  WrittenExtraction,
  WrittenHeaderCheck,
  WrittenOperators,
} from '../../../../core/files/writtenChain';
import { isArray, type JsonValue } from '../../../../core/json/json';
import { jsonTexts, referencedVariables } from '../../../../core/prepare/references';
import type { Evaluator } from './evaluateExpression';
import { partOf, type ResponsePart, type ScriptValue } from './scriptValue';

/** The extraction that a script has made of a variable so far. */
type ExtractedSoFar = (variable: string) => WrittenExtraction | undefined;

/** The checks of a script, one after the other. */
export class ScriptChecks {
  private status: WrittenExpectation['status'];
  private readonly headers: WrittenHeaderCheck[] = [];
  private readonly body: WrittenBodyCheck[] = [];
  private readonly durations: number[] = [];

  constructor(private readonly extracted: ExtractedSoFar) {}

  /** Takes `pm.expect(…)…` or `pm.response.to…`; false when it cannot be said in a chain. */
  takeAssertion(node: Expression, evaluate: Evaluator): boolean {
    const sentence = readSentence(node, evaluate);
    if (sentence === undefined) {
      return false;
    }
    const { subject, word } = sentence;
    return subject === undefined ? this.takeOfResponse(word) : this.takeOfValue(subject, word);
  }

  /** Takes `a === b`, likewise. */
  takeComparison(node: Expression, evaluate: Evaluator): boolean {
    if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) {
      return false;
    }
    if (node.left.type === 'PrivateIdentifier') {
      return false;
    }
    const left = evaluate.expression(node.left);
    const right = operandOf(evaluate.expression(node.right));
    return left.kind === 'part' && right !== undefined && this.takeOfPart(left.part, { equals: right });
  }

  /** Member `expect` of a request; absent without checks. */
  expectation(): WrittenExpectation | undefined {
    const { status, headers, body, durations } = this;
    const parts = {
      ...defined({ status }),
      ...(headers.length === 0 ? {} : { headers }),
      ...(body.length === 0 ? {} : { body }),
      ...(durations.length === 0 ? {} : { maxDurationMs: Math.min(...durations) }),
    };
    return Object.keys(parts).length === 0 ? undefined : parts;
  }

  private takeOfResponse({ name, args = [] }: CheckWord): boolean {
    const [first, second] = args.map(operandOf);
    switch (name) {
      case 'status':
        return this.takeStatus(first ?? null);
      case 'ok':
      case 'success':
        return this.takeStatus('2xx');
      case 'header':
        return (
          typeof first === 'string' &&
          args.length <= 2 &&
          this.takeOfPart(
            { from: 'header', name: first },
            second === undefined ? { exists: true } : { equals: second },
          )
        );
      default:
        return false;
    }
  }

  private takeOfValue(subject: ScriptValue, word: CheckWord): boolean {
    if (subject.kind === 'api') {
      return /responseTime$/.test(subject.path) && this.takeDuration(word);
    }
    const part = partOf(subject);
    if (part === undefined) {
      return false;
    }
    const choice = choiceOf(word);
    if (choice !== undefined) {
      return part.from === 'status' && this.takeStatus(choice);
    }
    const operators = operatorsOf(word);
    return operators !== undefined && this.takeOfPart(part, operators);
  }

  private takeDuration(word: CheckWord): boolean {
    const limit = operatorsOf(word)?.lessThan;
    const isLimit = typeof limit === 'number' && limit > 0;
    this.durations.push(...(isLimit ? [limit] : []));
    return isLimit;
  }

  private takeOfPart(part: ResponsePart, operators: WrittenOperators): boolean {
    const names = jsonTexts(operators).flatMap(({ text }) => referencedVariables(text));
    const rules = names.map(this.extracted).filter((rule) => rule !== undefined);
    if (rules.length > 0) {
      // A value compared with itself needs no check; with another one of this response, a chain cannot compare it.
      return rules.every((rule) => rule.from === part.from && rule.path === part.path);
    }
    switch (part.from) {
      case 'status':
        return this.takeStatus(operators.equals ?? null);
      case 'header':
        return part.regex === undefined && this.takeOfHeader(part.name ?? '', operators);
      case 'body':
        return part.regex === undefined && this.takeOfBody(part.path, operators);
      default:
        return false;
    }
  }

  private takeOfHeader(name: string, operators: WrittenOperators): boolean {
    this.headers.push({ name, ...operators });
    return true;
  }

  private takeOfBody(path: string | undefined, operators: WrittenOperators): boolean {
    this.body.push({ ...(path === undefined || path === '$' ? {} : { path }), ...operators });
    return true;
  }

  private takeStatus(status: JsonValue): boolean {
    const isList = isArray(status) && status.length > 0 && status.every(isHttpStatus);
    if (status !== '2xx' && !isHttpStatus(status) && !isList) {
      return false;
    }
    this.status = status;
    return true;
  }
}

function isHttpStatus(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}

/** The word that says what is checked; `args` when it is called. */
interface CheckWord {
  readonly name: string;
  readonly args?: readonly ScriptValue[];
}

/** A check. Without subject it is about the response. */
interface CheckSentence {
  readonly subject?: ScriptValue;
  readonly word: CheckWord;
}

/** Reads a sentence; absent when it is none, or says more than its last word. */
function readSentence(node: Expression, evaluate: Evaluator): CheckSentence | undefined {
  const words: CheckWord[] = [];
  for (let at = wordOf(node, evaluate); at !== undefined; at = wordOf(at.before, evaluate)) {
    const { name, args, before } = at;
    if (name === 'expect' && args !== undefined) {
      return sentenceOf(words, args[0]);
    }
    if (name === 'to' && evaluate.expression(before).kind === 'api') {
      return sentenceOf(words);
    }
    words.unshift(args === undefined ? { name } : { name, args });
  }
  return undefined;
}

/** The operators of a check that say what a word says; absent when there are none. */
function operatorsOf({ name, args }: CheckWord): WrittenOperators | undefined {
  if (args === undefined) {
    return CONSTANTS.has(name) ? { equals: CONSTANTS.get(name) ?? null } : undefined;
  }
  const value = operandOf(args[0]);
  const operator = OPERATORS.get(name);
  if (value === undefined || operator === undefined || args.length > 1) {
    return undefined;
  }
  switch (operator) {
    case 'type':
      return isType(value) ? { type: value } : undefined;
    case 'lessThan':
    case 'greaterThan':
      return typeof value === 'number' ? { [operator]: value } : undefined;
    default:
      return { [operator]: value };
  }
}

/** A value that is known: a text, a constant, or a list of such. */
function operandOf(value: ScriptValue | undefined): JsonValue | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return value.value;
    case 'list': {
      const items = value.items.map(operandOf);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    default:
      return undefined;
  }
}

/** The statuses of `oneOf([200, 204])`; absent for any other word. */
function choiceOf({ name, args }: CheckWord): readonly JsonValue[] | undefined {
  const value = name === 'oneOf' ? operandOf(args?.[0]) : undefined;
  return value !== undefined && isArray(value) ? value : undefined;
}

const OPERATORS: ReadonlyMap<string, 'equals' | 'contains' | 'lessThan' | 'greaterThan' | 'type'> = new Map([
  ...['eql', 'eqls', 'equal', 'equals', 'eq'].map((name) => [name, 'equals'] as const),
  ...['include', 'includes', 'contain', 'contains'].map((name) => [name, 'contains'] as const),
  ...['below', 'lt', 'lessThan'].map((name) => [name, 'lessThan'] as const),
  ...['above', 'gt', 'greaterThan'].map((name) => [name, 'greaterThan'] as const),
  ['a', 'type'],
  ['an', 'type'],
]);

const CONSTANTS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Scripts have no type `integer`. */
function isType(value: JsonValue): value is NonNullable<WrittenOperators['type']> {
  return ['string', 'number', 'boolean', 'object', 'array', 'null'].some((type) => type === value);
}

/** https://www.chaijs.com/api/bdd/, "Language Chains", and `deep`, which is how a chain compares anyway. */
const ONLY_READ: ReadonlySet<string> = new Set([
  ...['to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'at', 'of', 'same', 'but'],
  ...['does', 'still', 'also', 'deep'],
]);

function sentenceOf(words: readonly CheckWord[], subject?: ScriptValue): CheckSentence | undefined {
  const word = words.at(-1);
  const isPlain = words.slice(0, -1).every(({ name, args }) => args === undefined && ONLY_READ.has(name));
  return word === undefined || !isPlain ? undefined : { word, ...defined({ subject }) };
}

/** The last word of an expression, and the text before it. */
function wordOf(
  node: Expression,
  evaluate: Evaluator,
): (CheckWord & { readonly before: Expression }) | undefined {
  const isCall = node.type === 'CallExpression';
  const member = isCall ? node.callee : node;
  if (isCall && member.type === 'Identifier') {
    const args = node.arguments.map((argument) => evaluate.argument(argument));
    return evaluate.calledPath(node) === 'pm.expect' ? { name: 'expect', args, before: member } : undefined;
  }
  if (member.type !== 'MemberExpression' || !isNamed(member) || member.object.type === 'Super') {
    return undefined;
  }
  const word = { name: member.property.name, before: member.object };
  return isCall ? { ...word, args: node.arguments.map((argument) => evaluate.argument(argument)) } : word;
}

function isNamed(
  node: MemberExpression,
): node is MemberExpression & { property: { type: 'Identifier'; name: string } } {
  return node.property.type === 'Identifier' && !node.computed;
}
