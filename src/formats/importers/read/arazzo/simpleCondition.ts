/**
 * Simple conditions (Arazzo 1.1 §4.6.14): literals, runtime expressions, comparisons and what joins them. Read into a
 * tree by precedence: `||` binds less than `&&`, and that less than `!` and comparisons.
 */
import { numberFromText, type JsonValue } from '../../../../core/json/json';

/** What is compared. */
export type Operand = { readonly literal: JsonValue } | { readonly expression: string };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A condition as a tree. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: 'value'; readonly value: Operand };

/** Reads a condition; absent when it is not written as the standard says. */
export function readCondition(text: string): Condition | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || tokens.length === 0) {
    return undefined;
  }
  const reader = new ConditionReader(tokens);
  const condition = reader.either(0);
  return reader.isDone() ? condition : undefined;
}

type Token = Operand | string;

const TOKEN =
  /\s*(?:(\|\||&&|==|!=|<=|>=|[<>!()])|'((?:[^']|'')*)'|"([^"]*)"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|(true|false|null)\b|(\$(?:[^\s()<>=!&|'"[]|\[[^\]]*\])+))/y;

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const rest = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const found = TOKEN.exec(rest);
    if (found === null) {
      return undefined;
    }
    const [, mark, single, double, number, word, expression] = found;
    if (mark !== undefined) {
      tokens.push(mark);
    } else if (expression !== undefined) {
      tokens.push({ expression });
    } else if (number !== undefined) {
      tokens.push({ literal: numberFromText(number) });
    } else {
      tokens.push({
        literal: word === undefined ? (single?.replaceAll("''", "'") ?? double ?? '') : (WORDS[word] ?? null),
      });
    }
  }
  return tokens;
}

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='] satisfies Comparison[];

/** Conditions inside each other; more are not written by people. */
const MAX_DEPTH = 100;

class ConditionReader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  isDone(): boolean {
    return this.at === this.tokens.length;
  }

  either(depth: number): Condition | undefined {
    return this.list('||', 'or', () => this.all(depth));
  }

  private all(depth: number): Condition | undefined {
    return this.list('&&', 'and', () => this.one(depth));
  }

  private list(mark: string, kind: 'and' | 'or', read: () => Condition | undefined): Condition | undefined {
    const parts = [read()];
    while (this.take(mark)) {
      parts.push(read());
    }
    const sound = parts.filter((part) => part !== undefined);
    return sound.length < parts.length ? undefined : parts.length === 1 ? parts[0] : { kind, parts: sound };
  }

  private one(depth: number): Condition | undefined {
    if (depth > MAX_DEPTH) {
      return undefined;
    }
    if (this.take('!')) {
      const part = this.one(depth + 1);
      return part && { kind: 'not', part };
    }
    if (this.take('(')) {
      const inside = this.either(depth + 1);
      return this.take(')') ? inside : undefined;
    }
    const left = this.operand();
    const operator = this.tokens[this.at];
    if (left === undefined || !isComparison(operator)) {
      return left && { kind: 'value', value: left };
    }
    this.at += 1;
    const right = this.operand();
    return right && { kind: 'compare', operator, left, right };
  }

  private operand(): Operand | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || typeof token === 'string') {
      return undefined;
    }
    this.at += 1;
    return token;
  }

  private take(mark: string): boolean {
    const isThere = this.tokens[this.at] === mark;
    this.at += isThere ? 1 : 0;
    return isThere;
  }
}

function isComparison(token: Token | undefined): token is Comparison {
  return typeof token === 'string' && COMPARISONS.includes(token);
}
