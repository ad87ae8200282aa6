/** What is known of the rounds of a loop: which list it goes through, and what its variables are in each. */
import type {
  AnyNode,
  DoWhileStatement,
  Expression,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Node,
  Pattern,
  PrivateIdentifier,
  Statement,
  VariableDeclaration,
  WhileStatement,
} from 'acorn';
import { countedIn, itemOf, listPath, type Surrounding } from './scriptLoops';
import { UNKNOWN, type ScriptValue } from './scriptValue';
import { nodesIn } from './scriptSyntax';

/** A statement that repeats another one. */
export type LoopStatement =
  ForStatement | ForInStatement | ForOfStatement | WhileStatement | DoWhileStatement;

/** The rounds of a loop. */
export interface LoopRounds {
  readonly surrounding: Surrounding;
  /** What its variables are in a round. */
  readonly bound: readonly (readonly [pattern: Pattern, value: ScriptValue])[];
}

/** Whether a statement is a loop. */
export function isLoop(statement: Statement): statement is LoopStatement {
  return /^(?:For(?:In|Of)?|While|DoWhile)Statement$/.test(statement.type);
}

/** The rounds of a loop. */
export function roundsOf(loop: LoopStatement, valueOf: (node: Expression) => ScriptValue): LoopRounds {
  switch (loop.type) {
    case 'ForOfStatement':
      return throughItems(valueOf(loop.right), [patternOf(loop.left)], exits(loop.body));
    case 'ForInStatement': {
      const list = listPath(valueOf(loop.right));
      // The members of an object have no last one.
      return list === undefined
        ? unsure([patternOf(loop.left)])
        : throughIndexes(list, patternOf(loop.left), true);
    }
    case 'ForStatement': {
      const counter = counterOf(loop);
      const counted = counter === undefined ? undefined : countedIn(counter.end);
      const list = counted === undefined ? undefined : listPath(valueOf(counted));
      return counter === undefined || list === undefined
        ? unsure([])
        : throughIndexes(list, counter.variable, exits(loop.body));
    }
    case 'WhileStatement':
    case 'DoWhileStatement':
      return unsure([]);
  }
}

/** The rounds of a function that is called with each item and its index. */
export function throughItems(
  list: ScriptValue,
  [item, index]: readonly Pattern[],
  canExit: boolean,
): LoopRounds {
  const path = listPath(list);
  return path === undefined
    ? unsure([item, index].flatMap((pattern) => pattern ?? []))
    : {
        surrounding: { kind: 'loop', list: path, exits: canExit },
        bound: [
          ...(item === undefined ? [] : [[item, itemOf(list) ?? UNKNOWN] as const]),
          ...(index === undefined ? [] : [[index, { kind: 'index', list: path }] as const]),
        ],
      };
}

function throughIndexes(list: string, variable: Pattern, canExit: boolean): LoopRounds {
  return {
    surrounding: { kind: 'loop', list, exits: canExit },
    bound: [[variable, { kind: 'index', list }]],
  };
}

function unsure(patterns: readonly Pattern[]): LoopRounds {
  return {
    surrounding: { kind: 'unsure' },
    bound: patterns.map((pattern) => [pattern, UNKNOWN] as const),
  };
}

function patternOf(left: VariableDeclaration | Pattern): Pattern {
  const [declared] = left.type === 'VariableDeclaration' ? left.declarations : [];
  return left.type === 'VariableDeclaration' ? (declared?.id ?? NO_NAME) : left;
}

/** A pattern that names nothing. */
const NO_NAME: Pattern = { type: 'ArrayPattern', start: 0, end: 0, elements: [] };

/** `i` and `list.length` in `for (let i = 0; i < list.length; i++)`. */
function counterOf({
  init,
  test,
  update,
}: ForStatement): { readonly variable: Pattern; readonly end: Expression } | undefined {
  const [first] = init?.type === 'VariableDeclaration' ? init.declarations : [];
  const isFromFirst = first?.init?.type === 'Literal' && first.init.value === 0;
  if (!isFromFirst || test?.type !== 'BinaryExpression' || update?.type !== 'UpdateExpression') {
    return undefined;
  }
  const isUpwards = test.operator === '<' && update.operator === '++';
  return isUpwards && areNamed(first.id, [test.left, update.argument])
    ? { variable: first.id, end: test.right }
    : undefined;
}

function areNamed(pattern: Pattern, nodes: readonly (Expression | PrivateIdentifier)[]): boolean {
  return (
    pattern.type === 'Identifier' &&
    nodes.every((node) => node.type === 'Identifier' && node.name === pattern.name)
  );
}

/** Whether a round may end early or be the last one. Remembered, for functions are followed at each of their calls. */
export function exits(body: Node): boolean {
  return known(body).exits;
}

/** Variables that count or add up in a loop, so that they are others in each round. */
export function countedNames(loop: Node): ReadonlySet<string> {
  return known(loop).counted;
}

interface LoopTraits {
  readonly exits: boolean;
  readonly counted: ReadonlySet<string>;
}

const traits = new WeakMap<Node, LoopTraits>();

function known(node: Node): LoopTraits {
  const found = traits.get(node) ?? traitsOf(node);
  traits.set(node, found);
  return found;
}

function traitsOf(root: Node): LoopTraits {
  const counted = new Set<string>();
  let canExit = false;
  for (const node of nodesIn(root)) {
    canExit ||= /^(?:Break|Continue|Return|Throw)Statement$/.test(node.type);
    const target = changedBy(node);
    if (target !== undefined) {
      counted.add(target);
    }
  }
  return { exits: canExit, counted };
}

/** The variable that `i++` and `text += part` change. */
function changedBy(node: AnyNode): string | undefined {
  const target =
    node.type === 'UpdateExpression'
      ? node.argument
      : node.type === 'AssignmentExpression' && node.operator !== '='
        ? node.left
        : undefined;
  return target?.type === 'Identifier' ? target.name : undefined;
}
