/**
 * A script as a syntax tree, and walks over it: the adapter of acorn. Scripts are never run.
 *
 * Scripts are untrusted: their size is limited, and what cannot be read is reported with the reason.
 */
import { parse, type AnyNode, type Node, type Pattern, type Program, type Statement } from 'acorn';
import type { ScriptValue } from './scriptValue';

/** A script that was read, or one sentence why not. */
type ParsedScript =
  { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly message: string };

/** UTF-16 code units. */
const MAX_LENGTH = 500_000;

/** Reads a script as test tools run it: `await` and `return` are allowed outside functions. */
export function parseScript(text: string): ParsedScript {
  if (text.length > MAX_LENGTH) {
    return { ok: false, message: 'it is too long' };
  }
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
    return { ok: true, program };
  } catch (error) {
    // Of a text that is nested deeper than its stack the parser says so in a SyntaxError, too.
    if (error instanceof SyntaxError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}

/** Remembers the scripts of a collection that come back: people repeat some in many requests, and most in none. */
export function createScriptParser(): (text: string) => ParsedScript {
  const seen = new Set<string>();
  const known = new Map<string, ParsedScript>();
  return (text) => {
    const parsed = known.get(text) ?? parseScript(text);
    if (!seen.has(text)) {
      seen.add(text);
    } else if (known.size < MAX_REMEMBERED && text.length < MAX_REMEMBERED_LENGTH) {
      known.set(text, parsed);
    }
    return parsed;
  };
}

/** Trees take some fifty times the memory of their texts. */
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 5000;

/** Whether a part of a program is a statement; the others are imports and exports. */
export function isStatement(node: Program['body'][number]): node is Statement {
  return !/^(?:Import|Export)/.test(node.type);
}

/** A node and all those inside it, in the order of the text. */
export function* nodesIn(root: Node): Generator<AnyNode> {
  const left = [root as AnyNode];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    // The last one goes onto the stack first. A collection has thousands of scripts, so no lists are made.
    const members: readonly unknown[] = Object.values(node);
    for (let index = members.length - 1; index >= 0; index -= 1) {
      pushNodes(members[index], left);
    }
  }
}

function pushNodes(member: unknown, left: AnyNode[]): void {
  if (Array.isArray(member)) {
    for (let index = member.length - 1; index >= 0; index -= 1) {
      pushNodes(member[index], left);
    }
  } else if (isNode(member)) {
    left.push(member);
  }
}

/** A node, of whatever kind. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Statements in the order in which they are followed. */
interface InnerStatements {
  readonly sure: readonly Statement[];
  readonly maybe: readonly Statement[];
}

/** The statements inside a statement; empty when it contains none. */
export function innerStatements(statement: Statement): InnerStatements {
  switch (statement.type) {
    case 'BlockStatement':
      return { sure: statement.body, maybe: [] };
    case 'LabeledStatement':
      return { sure: [statement.body], maybe: [] };
    case 'TryStatement':
      return {
        sure: statement.block.body,
        maybe: [statement.handler?.body, statement.finalizer].flatMap((block) => block ?? []),
      };
    case 'SwitchStatement':
      return { sure: [], maybe: statement.cases.flatMap(({ consequent }) => consequent) };
    default:
      return { sure: [], maybe: [] };
  }
}

/** Gives a member or item of a value. */
type MemberOf = (value: ScriptValue, step: string | number) => ScriptValue;

/** Names with their values; parts that are named by what is known only at run time are left out. */
export function* boundNames(
  pattern: Pattern,
  value: ScriptValue,
  memberOf: MemberOf,
): Generator<readonly [name: string, value: ScriptValue]> {
  switch (pattern.type) {
    case 'Identifier':
      yield [pattern.name, value];
      return;
    case 'AssignmentPattern':
      yield* boundNames(pattern.left, value, memberOf);
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier' && !property.computed) {
          yield* boundNames(property.value, memberOf(value, property.key.name), memberOf);
        }
      }
      return;
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element !== null) {
          yield* boundNames(element, memberOf(value, index), memberOf);
        }
      }
      return;
    default:
  }
}
