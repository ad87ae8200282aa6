/**
 * The part of the GraphQL language this sample understands: one operation with variables, fields
 * with arguments (strings or variables) and nested selections. Written out here because a GraphQL
 * library would be ten times the size of the rest.
 */

/** A selected field. */
export interface Selection {
  readonly name: string;
  /** The name in the answer: the alias, or the field's own name. */
  readonly as: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly fields: readonly Selection[];
}

/** The value of an argument: written out, or the name of a variable. */
export type Argument =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'variable'; readonly name: string };

/** An operation. */
export interface Operation {
  readonly type: 'query' | 'mutation';
  readonly fields: readonly Selection[];
}

const MAX_DEPTH = 16;
const TOKEN = /[\s,]*(?:#[^\n]*\n[\s,]*)*("(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\$|[{}():!=[\]]|$)/y;

/** Parses a document of one operation; throws SyntaxError when it is none. */
export function parseOperation(text: string): Operation {
  const tokens = new Tokens(text);
  const keyword = tokens.peek() === '{' ? 'query' : tokens.name();
  if (keyword !== 'query' && keyword !== 'mutation') {
    throw new SyntaxError(`Expected query or mutation, found "${keyword}".`);
  }
  while (tokens.peek() !== '{') {
    skipHead(tokens);
  }
  const operation: Operation = { type: keyword, fields: parseFields(tokens, 0) };
  tokens.expect('');
  return operation;
}

// Name and variable definitions say nothing this sample needs: every variable is a string or an id.
function skipHead(tokens: Tokens): void {
  if (tokens.take() === '') {
    throw new SyntaxError('Expected a selection in braces.');
  }
}

function parseFields(tokens: Tokens, depth: number): readonly Selection[] {
  if (depth > MAX_DEPTH) {
    throw new SyntaxError('The selection is nested too deeply.');
  }
  const fields: Selection[] = [];
  tokens.expect('{');
  while (!tokens.skip('}')) {
    fields.push(parseField(tokens, depth));
  }
  return fields;
}

function parseField(tokens: Tokens, depth: number): Selection {
  const first = tokens.name();
  const name = tokens.skip(':') ? tokens.name() : first;
  const values = tokens.skip('(') ? parseArguments(tokens) : new Map<string, Argument>();
  const fields = tokens.peek() === '{' ? parseFields(tokens, depth + 1) : [];
  return { name, as: first, arguments: values, fields };
}

function parseArguments(tokens: Tokens): ReadonlyMap<string, Argument> {
  const values = new Map<string, Argument>();
  while (!tokens.skip(')')) {
    const name = tokens.name();
    tokens.expect(':');
    values.set(name, tokens.skip('$') ? { kind: 'variable', name: tokens.name() } : tokens.text());
  }
  return values;
}

class Tokens {
  private position = 0;
  private next: string;
  constructor(private readonly source: string) {
    this.next = this.read();
  }

  peek(): string {
    return this.next;
  }

  take(): string {
    const token = this.next;
    this.next = token === '' ? '' : this.read();
    return token;
  }

  skip(mark: string): boolean {
    return this.next === mark && this.take() === mark;
  }

  expect(mark: string): void {
    const token = this.take();
    if (token !== mark) {
      throw new SyntaxError(`Expected "${mark}", found "${token}".`);
    }
  }

  name(): string {
    const token = this.take();
    if (!/^[A-Za-z_]/.test(token)) {
      throw new SyntaxError(`Expected a name, found "${token}".`);
    }
    return token;
  }

  text(): Argument {
    const token = this.take();
    if (!token.startsWith('"')) {
      throw new SyntaxError(`Expected a string or a variable, found "${token}".`);
    }
    const value: unknown = JSON.parse(token);
    return { kind: 'text', text: String(value) };
  }

  private read(): string {
    TOKEN.lastIndex = this.position;
    const match = TOKEN.exec(this.source);
    if (match === null) {
      throw new SyntaxError(`Unexpected character at position ${this.position}.`);
    }
    this.position = TOKEN.lastIndex;
    return match[1] ?? '';
  }
}
