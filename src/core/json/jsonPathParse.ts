/**
 * From the text of a JSONPath to a query: the adapter of json-p3, which knows the grammar and the types
 * of RFC 9535. Number literals are read from their text, so that a filter may name a 64-bit identifier.
 */
import { JSONPathEnvironment, JSONPathError, jsonpath, type JSONPathQuery } from 'json-p3';
import { defined } from '../defined';
import { numberFromText } from './json';
import { plainQuery } from './jsonPathPlain';
import type {
  Comparable,
  Condition,
  FilterQuery,
  PathSelector,
  Query,
  RegexTest,
  Segment,
} from './jsonPathQuery';
import { part, phrase, type Message } from '../message';
import { compileRegex } from '../regex';
import type { WorkBudget } from '../workBudget';

/** A query, or one sentence about what is wrong with its text and where. */
export type ParsedPath =
  { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly message: Message };

/** Parses a path. Texts too long or nested too deep to be written by a person are refused. */
export function parsePath(path: string): ParsedPath {
  if (path.length > MAX_PATH_LENGTH) {
    return { ok: false, message: phrase`The path is longer than ${MAX_PATH_LENGTH} characters.` };
  }
  if (!path.startsWith('$')) {
    return {
      ok: false,
      message: phrase`The path \`${path}\` does not begin with \`$\`; write for example \`$.id\`.`,
    };
  }
  if (nestingOf(path) > MAX_NESTING) {
    return { ok: false, message: phrase`The path nests more than ${MAX_NESTING} brackets.` };
  }
  try {
    return { ok: true, query: plainQuery(path) ?? queryOf(grammar().compile(path)) };
  } catch (error) {
    if (error instanceof JSONPathError) {
      return { ok: false, message: explain(path, error) };
    }
    if (error instanceof UnusablePatternError) {
      return { ok: false, message: error.reason };
    }
    throw error;
  }
}

const MAX_PATH_LENGTH = 4000;
const MAX_NESTING = 50;

let knownGrammar: JSONPathEnvironment | undefined;

function grammar(): JSONPathEnvironment {
  knownGrammar ??= new JSONPathEnvironment({ strict: true });
  return knownGrammar;
}

class UnusablePatternError extends Error {
  constructor(readonly reason: Message) {
    super('a pattern cannot be used');
  }
}

/** Brackets inside one another, and negations, which the parser follows recursively. */
function nestingOf(path: string): number {
  let open = 0;
  let deepest = 0;
  for (const [bracket] of path.matchAll(/[([]|[)\]]|!(?!=)/g)) {
    open += bracket === ')' || bracket === ']' ? -1 : 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

function queryOf({ segments }: JSONPathQuery): Query {
  return segments.map((segment): Segment => {
    const text = segment.toString();
    return { descendants: text.startsWith('..'), selectors: segment.selectors.map(selectorOf), text };
  });
}

type ParsedSelector = JSONPathQuery['segments'][number]['selectors'][number];

function selectorOf(selector: ParsedSelector): PathSelector {
  if (selector instanceof jsonpath.selectors.NameSelector) {
    return { kind: 'name', name: selector.name };
  }
  if (selector instanceof jsonpath.selectors.IndexSelector) {
    return { kind: 'index', index: selector.index };
  }
  if (selector instanceof jsonpath.selectors.SliceSelector) {
    const { start, stop, step = 1 } = selector;
    return {
      kind: 'slice',
      ...defined({ start, end: stop }),
      step,
    };
  }
  if (selector instanceof jsonpath.selectors.WildcardSelector) {
    return { kind: 'wildcard' };
  }
  if (selector instanceof jsonpath.selectors.FilterSelector) {
    return { kind: 'filter', condition: conditionOf(selector.expression.expression) };
  }
  throw new Error(`no selector of RFC 9535: ${selector.toString()}`);
}

type Expression = InstanceType<typeof jsonpath.expressions.LogicalExpression>['expression'];
type Infix = InstanceType<typeof jsonpath.expressions.InfixExpression>;
type Call = InstanceType<typeof jsonpath.expressions.FunctionExtension>;

function conditionOf(expression: Expression): Condition {
  if (expression instanceof jsonpath.expressions.PrefixExpression) {
    return { kind: 'not', condition: conditionOf(expression.right) };
  }
  if (expression instanceof jsonpath.expressions.InfixExpression) {
    return infixOf(expression);
  }
  if (expression instanceof jsonpath.expressions.FilterQuery) {
    return { kind: 'exists', query: filterQueryOf(expression) };
  }
  if (expression instanceof jsonpath.expressions.FunctionExtension) {
    return regexOf(expression);
  }
  throw new Error(`no condition of RFC 9535: ${expression.toString()}`);
}

function infixOf({ operator, left, right }: Infix): Condition {
  if (operator === '&&' || operator === '||') {
    return { kind: operator === '&&' ? 'and' : 'or', left: conditionOf(left), right: conditionOf(right) };
  }
  return { kind: 'compare', operator, left: comparableOf(left), right: comparableOf(right) };
}

function regexOf(call: Call): Condition {
  const [text, pattern] = call.args;
  if ((call.name !== 'match' && call.name !== 'search') || text === undefined || pattern === undefined) {
    throw new Error(`no test of RFC 9535: ${call.name}`);
  }
  if (pattern instanceof jsonpath.expressions.StringLiteral) {
    const compiled = compileRegex(translated(pattern.value));
    if (!compiled.ok) {
      throw new UnusablePatternError(compiled.message);
    }
  }
  return {
    kind: 'regex',
    matches: call.name === 'match' ? matchesWhole : occursIn,
    text: comparableOf(text),
    pattern: comparableOf(pattern),
    isPatternKnown: pattern instanceof jsonpath.expressions.StringLiteral,
  };
}

function comparableOf(expression: Expression): Comparable {
  if (expression instanceof jsonpath.expressions.NumberLiteral) {
    return { kind: 'literal', value: numberFromText(expression.token.value) };
  }
  if (
    expression instanceof jsonpath.expressions.StringLiteral ||
    expression instanceof jsonpath.expressions.BooleanLiteral
  ) {
    return { kind: 'literal', value: expression.value };
  }
  if (expression instanceof jsonpath.expressions.NullLiteral) {
    return { kind: 'literal', value: null };
  }
  if (expression instanceof jsonpath.expressions.FilterQuery) {
    return { kind: 'value', query: filterQueryOf(expression) };
  }
  if (expression instanceof jsonpath.expressions.FunctionExtension) {
    return resultOf(expression);
  }
  throw new Error(`nothing that RFC 9535 compares: ${expression.toString()}`);
}

function resultOf({ name, args: [argument] }: Call): Comparable {
  if (argument !== undefined && name === 'length') {
    return { kind: 'length', of: comparableOf(argument) };
  }
  if (argument instanceof jsonpath.expressions.FilterQuery && (name === 'count' || name === 'value')) {
    return { kind: name, query: filterQueryOf(argument) };
  }
  throw new Error(`no function of RFC 9535: ${name}`);
}

function filterQueryOf(query: InstanceType<typeof jsonpath.expressions.FilterQuery>): FilterQuery {
  return { from: query instanceof jsonpath.expressions.RootQuery ? '$' : '@', query: queryOf(query.path) };
}

const occursIn: RegexTest = (text, pattern, budget) => fits(text, translated(pattern), budget);
const matchesWhole: RegexTest = (text, pattern, budget) => fits(text, `^(?:${translated(pattern)})$`, budget);

/** What a search does at one character takes less than a visit of a value. */
const SEARCH_STEPS_PER_STEP = 16;

/** RFC 9535 §2.4.6: a pattern that is none fits nothing. */
function fits(text: string, pattern: string, budget: WorkBudget): boolean {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    return false;
  }
  budget.spend((compiled.regex.size * text.length) / SEARCH_STEPS_PER_STEP);
  return compiled.regex.occursIn(text);
}

/** RFC 9485 §5.3: outside of a character class the dot leaves out both line ends. */
function translated(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./g, (part) => (part === '.' ? '[^\\n\\r]' : part));
}

function explain(path: string, { message, token }: JSONPathError): Message {
  const what = message
    .replace(/ \('[^]*':-?\d+\)$/, '')
    .replace(/'?(?:TOKEN_)([A-Z_]+)'?/g, (_, kind: string) => kind.toLowerCase().replaceAll('_', ' '));
  const hint = /\[\(@|\[\?\(@.*=~/.test(path)
    ? phrase` Scripts and \`=~\` of older dialects are not part of RFC 9535.`
    : '';
  return phrase`The path \`${part(path, 80)}\` is not valid at character ${token.index + 1}: ${what}.${hint}`;
}
