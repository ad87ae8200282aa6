/**
 * What a script checks, as the expectation of a request: `pm.response.to.have.status(201)`,
 * `pm.expect(jsonData.state).to.eql('open')`, and the old `tests['…'] = responseCode.code === 200`.
 *
 * Many words of a sentence of Chai are only there to be read, some change what others mean (`not`, `length`), and one that
 * is not known makes it a sentence that is not understood. Only checks that say the same in a chain are carried over.
 */
import type { BinaryExpression, Expression, MemberExpression } from 'acorn';
import { defined } from '../../../../core/defined';
import type {
  WrittenBodyCheck,
  WrittenExpectation,
  WrittenExtraction,
  WrittenHeaderCheck,
  WrittenOperators,
} from '../../../../core/files/writtenChain';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../../core/json/json';
import { jsonTexts, referencedVariables } from '../../../../core/prepare/references';
import { compileRegex } from '../../../../core/regex';
import { jsonOf } from './madeValues';
import {
  joinFlags,
  memberOfPart,
  partOf,
  valueText,
  type ResponsePart,
  type ScriptRegex,
  type ScriptValue,
  type Evaluator,
} from './scriptValue';

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
    return sentence !== undefined && this.allOf(() => this.takeSentence(sentence, evaluate));
  }

  /** Takes what is true: `a === b`, `a === 1 && b === 2`, `data.hasOwnProperty('id')`, likewise. */
  takeCondition(node: Expression, evaluate: Evaluator): boolean {
    return this.allOf(() => this.takeTruth(node, evaluate));
  }

  private takeSentence({ subject, clauses }: CheckSentence, evaluate: Evaluator): boolean {
    let value = subject;
    for (const clause of clauses) {
      const isTaken =
        value === undefined
          ? clauses.length === 1 && isPlain(clause) && this.takeOfResponse(clause.word)
          : this.takeOfValue(value, clause);
      if (!isTaken) {
        return false;
      }
      // What comes behind a property is about its value.
      const [name] = clause.word.args ?? [];
      value =
        value !== undefined && clause.word.name === 'property'
          ? evaluate.member(value, valueText(name) ?? '')
          : value;
    }
    return true;
  }

  private takeTruth(node: Expression, evaluate: Evaluator): boolean {
    switch (node.type) {
      case 'LogicalExpression':
        return node.operator === '&&'
          ? this.takeTruth(node.left, evaluate) && this.takeTruth(node.right, evaluate)
          : node.operator === '||' && this.takeStatus(statusesIn(node, evaluate) ?? null);
      case 'BinaryExpression':
        return node.left.type !== 'PrivateIdentifier' && this.takeComparison(node, node.left, evaluate);
      default: {
        const value = evaluate.expression(node);
        return value.kind === 'presence' && this.takeOfPart(value.part, { exists: true });
      }
    }
  }

  private takeComparison(
    { operator, right: other }: BinaryExpression,
    left: Expression,
    evaluate: Evaluator,
  ): boolean {
    const word = COMPARISONS.get(operator);
    const [value, operand] = [evaluate.expression(left), evaluate.expression(other)];
    if (operator === 'in') {
      const member = evaluate.member(operand, valueText(value) ?? '');
      return member.kind === 'part' && this.takeOfPart(member.part, { exists: true });
    }
    return (
      word !== undefined &&
      this.takeOfValue(value, { word: { name: word, args: [operand] }, isNegated: false, isOfLength: false })
    );
  }

  /** Takes back what was taken of something of which not everything can be. */
  private allOf(take: () => boolean): boolean {
    const { headers, body, durations } = this;
    const before = [headers.length, body.length, durations.length] as const;
    const { status } = this;
    if (take()) {
      return true;
    }
    [headers.length, body.length, durations.length] = before;
    this.status = status;
    return false;
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
    const [first, second] = args.map(jsonOf);
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
      case 'jsonSchema': {
        const schema = jsonOf(args[0]) ?? null;
        return isObject(schema) && args.length === 1 && this.takeOfBody('$', { schema });
      }
      case 'json':
        return args.length === 0 && this.takeOfHeader('Content-Type', { contains: 'json' });
      default:
        return this.takeStatus(STATUSES.get(name) ?? null);
    }
  }

  private takeOfValue(subject: ScriptValue, clause: CheckClause): boolean {
    const { word, isNegated, isOfLength } = clause;
    switch (subject.kind) {
      case 'api':
        return /responseTime$/.test(subject.path) && isPlain(clause) && this.takeDuration(word);
      case 'presence': {
        const isThere = operatorsOf(word)?.equals;
        return (
          typeof isThere === 'boolean' &&
          isPlain(clause) &&
          this.takeOfPart(subject.part, { exists: isThere })
        );
      }
      case 'length':
        return !isNegated && this.takeSchema(subject.part, lengthSchema(word));
      default:
    }
    const part = partOf(subject);
    if (part === undefined) {
      return false;
    }
    if (isOfLength) {
      return !isNegated && this.takeSchema(part, lengthSchema(word));
    }
    if (word.name === 'property' || word.name === 'empty') {
      return word.name === 'empty'
        ? this.takeSchema(part, isNegated ? NOT_EMPTY : EMPTY)
        : this.takeProperty(part, clause);
    }
    if (isNegated) {
      return word.name === 'undefined' && this.takeOfPart(part, { exists: true });
    }
    if (part.from === 'status' && word.name === 'oneOf') {
      return this.takeStatus(jsonOf(word.args?.[0]) ?? null);
    }
    const operators = operatorsOf(word);
    return operators !== undefined && this.takeOfPart(part, operators);
  }

  /** `to.have.property('id')`, with a value too. */
  private takeProperty(part: ResponsePart, { word: { args = [] }, isNegated }: CheckClause): boolean {
    const [name, value] = args;
    const member = memberOfPart(part, valueText(name) ?? '');
    const operand = jsonOf(value);
    if (member === undefined || valueText(name) === undefined || args.length > 2) {
      return false;
    }
    return value === undefined
      ? this.takeOfPart(member, { exists: !isNegated })
      : !isNegated && operand !== undefined && this.takeOfPart(member, { equals: operand });
  }

  /** Takes a schema of a part that is JSON. */
  private takeSchema(part: ResponsePart, schema: JsonObject | undefined): boolean {
    return schema !== undefined && part.path !== undefined && this.takeOfPart(part, { schema });
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
        return (
          part.regex === undefined &&
          part.decode === undefined &&
          this.takeOfHeader(part.name ?? '', operators)
        );
      case 'body':
        return (
          part.regex === undefined &&
          part.decode === undefined &&
          part.xpath === undefined &&
          this.takeOfBody(part.path, operators)
        );
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

/** What a word says of a value, and how. */
interface CheckClause {
  readonly word: CheckWord;
  readonly isNegated: boolean;
  /** It is about how long the value is. */
  readonly isOfLength: boolean;
}

/** A check. Without subject it is about the response. */
interface CheckSentence {
  readonly subject?: ScriptValue;
  readonly clauses: readonly CheckClause[];
}

function isPlain({ isNegated, isOfLength }: CheckClause): boolean {
  return !isNegated && !isOfLength;
}

/** What Postman calls statuses (`pm.response.to.be.notFound`). */
const STATUSES: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['accepted', 202],
  ['badRequest', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['notFound', 404],
  ['rateLimited', 429],
]);

/** The statuses of `code === 200 || code === 201`; absent when it says anything else. */
function statusesIn(node: Expression, evaluate: Evaluator): readonly JsonValue[] | undefined {
  if (node.type === 'LogicalExpression' && node.operator === '||') {
    const [left, right] = [statusesIn(node.left, evaluate), statusesIn(node.right, evaluate)];
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) {
    return undefined;
  }
  const value = node.left.type === 'PrivateIdentifier' ? undefined : evaluate.expression(node.left);
  const operand = jsonOf(evaluate.expression(node.right));
  const isStatus = value?.kind === 'part' && value.part.from === 'status';
  return isStatus && operand !== undefined ? [operand] : undefined;
}

/** Operators of a script as the words that say the same. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['==', 'eql'],
  ['===', 'eql'],
  ['<', 'below'],
  ['>', 'above'],
  ['<=', 'most'],
  ['>=', 'least'],
]);

/** Each keyword of a schema applies to values of one type only, so these hold for texts, lists and objects. */
const EMPTY: JsonObject = { maxItems: 0, maxLength: 0, maxProperties: 0 };
const NOT_EMPTY: JsonObject = { minItems: 1, minLength: 1, minProperties: 1 };

/** What a word says of how long a list or a text is. */
function lengthSchema({ name, args }: CheckWord): JsonObject | undefined {
  const limit = jsonOf(args?.[0]);
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || args?.length !== 1) {
    return undefined;
  }
  const least = { minItems: limit, minLength: limit };
  const most = { maxItems: limit, maxLength: limit };
  switch (OPERATORS.get(name)) {
    case 'equals':
      return { ...least, ...most };
    case 'greaterThan':
      return { minItems: limit + 1, minLength: limit + 1 };
    case 'lessThan':
      return { maxItems: limit - 1, maxLength: limit - 1 };
    case 'minimum':
      return least;
    case 'maximum':
      return most;
    default:
      return LENGTH.test(name) ? { ...least, ...most } : undefined;
  }
}

const LENGTH = /^length(?:Of)?$/;

/** Reads a sentence; absent when it is none. */
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
    return CONSTANTS.has(name) ? { equals: CONSTANTS.get(name) ?? null } : PRESENCE.get(name);
  }
  const [first] = args;
  const value = jsonOf(first);
  const operator = OPERATORS.get(name);
  if (operator === 'matches') {
    return first?.kind === 'regex' ? patternOf(first.regex) : undefined;
  }
  if (value === undefined || operator === undefined || args.length > 1) {
    return undefined;
  }
  switch (operator) {
    case 'type':
      return isType(value) ? { type: value } : undefined;
    case 'lessThan':
    case 'greaterThan':
      return typeof value === 'number' ? { [operator]: value } : undefined;
    case 'minimum':
    case 'maximum':
      return typeof value === 'number' ? { schema: { [operator]: value } } : undefined;
    case 'enum':
      return isArray(value) ? { schema: { enum: value } } : undefined;
    default:
      return { [operator]: value };
  }
}

function patternOf({ source, flags }: ScriptRegex): WrittenOperators | undefined {
  const matches = joinFlags(source, flags);
  return compileRegex(matches).ok ? { matches } : undefined;
}

/** An operator of a check, or a keyword of a schema. */
type CheckOperator =
  | ('equals' | 'contains' | 'lessThan' | 'greaterThan' | 'type' | 'matches')
  | ('minimum' | 'maximum' | 'enum');

const OPERATORS: ReadonlyMap<string, CheckOperator> = new Map([
  ...['eql', 'eqls', 'equal', 'equals', 'eq'].map((name) => [name, 'equals'] as const),
  ...['include', 'includes', 'contain', 'contains'].map((name) => [name, 'contains'] as const),
  ...['below', 'lt', 'lessThan'].map((name) => [name, 'lessThan'] as const),
  ...['above', 'gt', 'greaterThan'].map((name) => [name, 'greaterThan'] as const),
  ...['least', 'gte'].map((name) => [name, 'minimum'] as const),
  ...['most', 'lte'].map((name) => [name, 'maximum'] as const),
  ['oneOf', 'enum'],
  ['match', 'matches'],
  ['matches', 'matches'],
  ['a', 'type'],
  ['an', 'type'],
]);

const CONSTANTS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Words about whether there is a value. */
const PRESENCE: ReadonlyMap<string, WrittenOperators> = new Map<string, WrittenOperators>([
  ['exist', { exists: true, notEquals: null }],
  ['exists', { exists: true, notEquals: null }],
  ['undefined', { exists: false }],
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

/** What the words say one after the other; `not` and `length` hold for all that come behind them. */
function sentenceOf(words: readonly CheckWord[], subject?: ScriptValue): CheckSentence | undefined {
  const clauses: CheckClause[] = [];
  let [isNegated, isOfLength] = [false, false];
  for (const word of words) {
    const { name, args } = word;
    if (args === undefined && name === 'not') {
      isNegated = true;
    } else if (args === undefined && LENGTH.test(name)) {
      isOfLength = true;
    } else if (args !== undefined || !ONLY_READ.has(name)) {
      clauses.push({ word, isNegated, isOfLength: isOfLength || LENGTH.test(name) });
    }
  }
  return clauses.length === 0 ? undefined : { clauses, ...defined({ subject }) };
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
