/**
 * Follows a script statement by statement and keeps account of what it does.
 *
 * The work is bounded, for functions are followed into each of their calls: a script that would take longer is
 * read as far as the bound goes, and what comes then is reported.
 */
import type {
  AnyNode,
  CallExpression,
  Expression,
  IfStatement,
  Node,
  Pattern,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import { calledMethod, createEvaluator } from './evaluateExpression';
import {
  globalValue,
  headerChange,
  isHarmless,
  isOfLanguage,
  isRowNumber,
  isSetter,
  orderChange,
  type ScriptTexts,
} from './postmanApi';
import { readTest } from './scriptConditions';
import { onlyCall, timerIn } from './scriptFlow';
import { boundNames, innerStatements, isStatement, nodesIn } from './scriptSyntax';
import { UNSURE, whereBehind, whereFalse, whereTrue, type Surrounding } from './scriptLoops';
import { countedNames, exits, isLoop, roundsOf, throughItems, type LoopStatement } from './loopRounds';
import { sentCall } from './sentCall';
import { ScriptAccount, settersIn, type ScriptEffects } from './scriptAccount';
import { createScriptScope, UNKNOWN, type ScriptScope, type ScriptValue } from './scriptValue';

/** Statements and calls that are followed. */
const MAX_STEPS = 20_000;
const MAX_CALL_DEPTH = 8;

/** Follows a program from its first statement to its last. */
export function evaluateScript(program: Program, texts: ScriptTexts): ScriptEffects {
  const follower = new Follower(texts);
  follower.shadow(program);
  follower.block(program.body.filter(isStatement));
  return follower.effects(program);
}

class Follower {
  private readonly scope = createScriptScope();
  private readonly evaluate;
  private readonly account;
  /** Variables that got a value under a condition. */
  private readonly unsure = new Set<string>();
  private steps = 0;
  private callDepth = 0;

  constructor(private readonly texts: ScriptTexts) {
    this.evaluate = createEvaluator(this.scope, texts);
    this.account = new ScriptAccount(texts, this.scope, this.evaluate);
  }

  /** Names of what failed and of functions in values: they mean nothing of the tool, wherever they stand. */
  shadow(program: Program): void {
    for (const node of nodesIn(program)) {
      const named =
        node.type === 'CatchClause' ? node.param : node.type === 'FunctionExpression' ? node.id : null;
      if (named?.type === 'Identifier') {
        this.scope.declare(named.name, UNKNOWN);
      }
    }
  }

  effects(program: Program): ScriptEffects {
    for (const node of nodesIn(program)) {
      const isChoice = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
      if (isChoice && this.asksForRow(node.test)) {
        this.account.lose(
          node.test,
          'a chain does not know the number of its row (make it a column of the data)',
        );
      }
    }
    return this.account.effects(this.steps > MAX_STEPS ? [] : settersIn(program, this.evaluate.calledPath));
  }

  private asksForRow(test: Expression): boolean {
    return [...nodesIn(test)].some((node) => {
      const isName = node.type === 'Identifier' || node.type === 'MemberExpression';
      const value = isName ? this.evaluate.expression(node) : UNKNOWN;
      return value.kind === 'api' && isRowNumber(value.path);
    });
  }

  block(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration') {
        this.scope.declare(statement.id.name, { kind: 'function', node: statement });
      }
    }
    for (const [index, statement] of statements.entries()) {
      const rest = whereBehind(statement, this.evaluate.expression);
      if (rest !== undefined) {
        this.account.under(rest, () => this.block(statements.slice(index + 1)));
        return;
      }
      this.statement(statement);
    }
  }

  private statement(statement: Statement): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) {
      if (this.steps === MAX_STEPS + 1) {
        this.account.lose(statement, 'the script is too long to be followed from here on');
      }
      return;
    }
    if (statement.type === 'ExpressionStatement') {
      this.expression(statement.expression);
      this.unknownEffect(statement.expression);
    } else if (statement.type === 'VariableDeclaration') {
      this.declaration(statement);
    } else if (statement.type === 'IfStatement') {
      this.choice(statement);
    } else if (isLoop(statement)) {
      this.loop(statement);
    } else {
      this.inner(statement);
    }
  }

  private inner(statement: Statement): void {
    if (/^(?:Break|Continue|Return|Throw)Statement$/.test(statement.type)) {
      this.account.exit();
    }
    if (statement.type === 'ThrowStatement') {
      this.account.loseCheck(statement);
    }
    if (statement.type === 'ReturnStatement' && statement.argument) {
      this.value(statement.argument);
    }
    const { sure, maybe } = innerStatements(statement);
    this.block(sure);
    this.account.under(UNSURE, () => this.block(maybe));
  }

  private choice({ test, consequent, alternate }: IfStatement): void {
    const where = (holds: boolean, branch: Statement) => (): void => {
      this.account.under(this.where(test, holds), () => this.block([branch]));
    };
    const consequence = where(true, consequent);
    if (alternate) {
      this.account.either(consequence, where(false, alternate));
    } else {
      consequence();
    }
  }

  /** What a condition is to what is done where it holds, or where it does not. */
  private where(test: Expression, holds: boolean): Surrounding {
    const surrounding = (holds ? whereTrue : whereFalse)(test, this.evaluate.expression);
    if (surrounding.kind !== 'unsure') {
      return surrounding;
    }
    const reader = {
      ...this.evaluate,
      nameOf: this.texts.nameOf,
      isKnown: (name: string) => !this.unsure.has(name),
    };
    const [met, unmet] = [holds, !holds].map((one) => readTest(test, one, reader));
    return { kind: 'unsure', branch: { met, unmet } };
  }

  private loop(loop: LoopStatement): void {
    this.scope.enter();
    if (loop.type === 'ForStatement' && loop.init?.type === 'VariableDeclaration') {
      this.declaration(loop.init);
    }
    for (const name of countedNames(loop)) {
      if (this.scope.get(name) !== undefined) {
        this.scope.assign(name, UNKNOWN, false);
      }
    }
    const { surrounding, bound } = roundsOf(loop, this.evaluate.expression);
    bound.forEach(([pattern, value]) => this.bind(pattern, value));
    this.account.under(surrounding, () => this.block([loop.body]));
    this.scope.leave();
  }

  private declaration({ declarations }: VariableDeclaration): void {
    for (const { id, init } of declarations) {
      this.bind(id, init === undefined || init === null ? UNKNOWN : this.value(init));
    }
  }

  private bind(pattern: Pattern, value: ScriptValue): void {
    for (const [name, bound] of boundNames(pattern, value, this.evaluate.member)) {
      this.scope.declare(name, bound);
    }
  }

  /** What an expression gives, and what it does on the way where it is a call. */
  private value(expression: Expression): ScriptValue {
    if (expression.type === 'AwaitExpression') {
      return this.value(expression.argument);
    }
    if (expression.type === 'CallExpression' || expression.type === 'NewExpression') {
      this.expression(expression);
    }
    return this.evaluate.expression(expression);
  }

  private expression(expression: Expression): void {
    switch (expression.type) {
      case 'CallExpression':
        this.effectOf(expression);
        return;
      case 'AssignmentExpression':
        this.assignment(expression.left, expression.right, expression);
        return;
      case 'SequenceExpression':
        expression.expressions.forEach((one) => this.expression(one));
        return;
      case 'LogicalExpression': {
        this.under(this.where(expression.left, expression.operator === '&&'), expression.right);
        return;
      }
      case 'ConditionalExpression':
        this.under(this.where(expression.test, true), expression.consequent);
        this.under(this.where(expression.test, false), expression.alternate);
        return;
      case 'UnaryExpression':
        this.expression(expression.argument);
        return;
      case 'NewExpression': {
        const timer = timerIn(expression);
        if (timer !== undefined && rootName(timer) === 'setTimeout') {
          this.account.pause(timer, timer.arguments[1]);
        } else {
          this.called(expression.arguments);
        }
        return;
      }
      case 'AwaitExpression':
        this.expression(expression.argument);
        return;
      case 'ChainExpression':
        this.expression(expression.expression);
        return;
      case 'MemberExpression':
        this.account.check(expression);
        return;
      default:
    }
  }

  private under(surrounding: Surrounding, expression: Expression): void {
    this.account.under(surrounding, () => this.expression(expression));
  }

  private assignment(left: Pattern, right: Expression, whole: Node): void {
    const value = this.account.settled(this.value(right));
    if (left.type === 'Identifier') {
      if (this.account.isConditional()) {
        this.unsure.add(left.name);
      }
      this.scope.assign(left.name, value, this.account.isConditional());
    } else if (left.type === 'MemberExpression' && left.object.type !== 'Super') {
      const target = this.evaluate.expression(left.object);
      if (target.kind === 'api') {
        this.account.toolAssignment(target.path, left, { right, value, whole });
      } else if (isForeign(left, this.scope)) {
        this.account.loseUnknown(whole);
      } else {
        this.forget(left);
      }
    }
  }

  /** Lists and objects of the script that are changed in a way that is not followed. */
  private forget(node: Node): void {
    const root = rootOf(node);
    const value = root.type === 'Identifier' ? this.scope.get(root.name) : undefined;
    if (root.type === 'Identifier' && (value?.kind === 'list' || value?.kind === 'object')) {
      this.scope.assign(root.name, UNKNOWN, false);
    }
  }

  /** A call for its effect of something that the script has got from somewhere else. */
  private unknownEffect(expression: Expression): void {
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
    const root = call.type === 'CallExpression' ? rootOf(call) : undefined;
    const isUnknown =
      root?.type === 'Identifier' &&
      (this.scope.get(root.name)?.kind === 'unknown' || (root.name === 'require' && this.requiresFile(call)));
    if (call.type === 'CallExpression' && isUnknown && !hasFunction(call) && !CHANGES.test(methodOf(call))) {
      this.account.loseUnknown(call);
    }
  }

  /** Whether something begins with a file of the collection that is required: `require('./sign')(req)`. */
  private requiresFile(node: Node): boolean {
    return [...nodesIn(node)].some(
      (one) =>
        one.type === 'CallExpression' &&
        one.callee.type === 'Identifier' &&
        one.callee.name === 'require' &&
        this.evaluate.expression(one).kind === 'unknown',
    );
  }

  /** A request that the script sends; false where that cannot be carried over. */
  private sends(call: CallExpression): boolean {
    const sent = sentCall(call, this.evaluate);
    if (sent === undefined) {
      return false;
    }
    const { request, callback, args } = sent;
    if (request === undefined || this.texts.takesCalls !== true) {
      this.account.loseUnknown(call);
    } else {
      this.account.sent(request, () => this.follow(callback, args));
    }
    return true;
  }

  private effectOf(call: CallExpression): void {
    if (this.sends(call)) {
      return;
    }
    const path = this.evaluate.calledPath(call);
    const change = headerChange(path ?? '');
    const order = orderChange(path ?? '');
    if (path === undefined) {
      this.ownCall(call);
    } else if (order !== undefined) {
      this.account.order(call, order);
    } else if (path === 'bru.sleep') {
      this.account.pause(call, call.arguments[0]);
    } else if (isSetter(path)) {
      this.account.setter(call);
    } else if (change !== undefined) {
      this.account.header(call, change);
    } else if (path === 'pm.test') {
      this.follow(call.arguments.map((argument) => this.evaluate.argument(argument))[1], []);
    } else if (path === 'client.assert') {
      this.account.condition(call);
    } else if (path.startsWith('pm.expect') || path.startsWith('pm.response.to.')) {
      this.account.check(call);
    } else if (!isHarmless(path)) {
      this.account.lose(call, 'not carried over');
    } else if (/^_\.(?:forEach|each|map)$/.test(path)) {
      const [list, ...others] = call.arguments.map((argument) => this.evaluate.argument(argument));
      this.rounds(list ?? UNKNOWN, others, false);
    } else {
      this.called(call.arguments);
    }
  }

  /** A call of a function of the script, or of one that is handed a function of the script. */
  private ownCall(call: CallExpression): void {
    const args = call.arguments.map((argument) => this.evaluate.argument(argument));
    const callee = call.callee.type === 'Super' ? UNKNOWN : this.evaluate.expression(call.callee);
    if (callee.kind === 'function') {
      this.follow(callee, args);
      return;
    }
    if (this.evaluate.isCheck(call)) {
      this.account.check(call);
      return;
    }
    const { object, method } = calledMethod(call, this.evaluate.expression);
    if (isForeign(call, this.scope)) {
      const timer = rootName(call);
      const late = timer === 'setTimeout' ? onlyCall(call.arguments[0]) : undefined;
      if (late !== undefined && orderChange(this.evaluate.calledPath(late) ?? '') === 'next') {
        this.account.order(late, 'next', call.arguments[1]);
        return;
      }
      if (timer === 'setTimeout' && isIdle(call.arguments[0])) {
        this.account.pause(call, call.arguments[1]);
      } else if (TIMERS.test(timer)) {
        this.account.lose(call, 'not carried over');
      } else {
        this.account.loseUnknown(call);
      }
    } else if (CHANGES.test(method)) {
      this.forget(call.callee);
    }
    if (object.kind === 'function' && (method === 'call' || method === 'apply')) {
      this.follow(object, method === 'call' ? args.slice(1) : []);
    } else {
      this.rounds(object, args, !/^(?:forEach|map)$/.test(method));
    }
  }

  /** Functions that are called with the items of something, one after the other. */
  private rounds(list: ScriptValue, functions: readonly ScriptValue[], canExit: boolean): void {
    for (const called of functions) {
      if (called.kind === 'function') {
        const { body, params } = called.node;
        const { surrounding, bound } = throughItems(list, params, canExit || exits(body));
        const values = bound.map(([, value]) => value);
        this.account.under(surrounding, () => this.follow(called, values));
      }
    }
  }

  /** Functions that are handed to something else, which calls them or not. */
  private called(args: CallExpression['arguments']): void {
    this.rounds(
      UNKNOWN,
      args.map((argument) => this.evaluate.argument(argument)),
      true,
    );
  }

  private follow(value: ScriptValue | undefined, args: readonly ScriptValue[]): void {
    if (value?.kind !== 'function' || this.callDepth >= MAX_CALL_DEPTH || this.steps > MAX_STEPS) {
      return;
    }
    this.callDepth += 1;
    this.steps += 1;
    this.scope.enter();
    value.node.params.forEach((param, index) => this.bind(param, args[index] ?? UNKNOWN));
    const { body } = value.node;
    if (body.type === 'BlockStatement') {
      this.block(body.body);
    } else {
      this.expression(body);
    }
    this.scope.leave();
    this.callDepth -= 1;
  }
}

/** Functions of the language that only wait. */
const TIMERS = /^(?:set|clear)(?:Timeout|Interval|Immediate)$/;

/** Whether a function does nothing but show something. */
function isIdle(called: CallExpression['arguments'][number] | undefined): boolean {
  const isFunction = called?.type === 'FunctionExpression' || called?.type === 'ArrowFunctionExpression';
  return (
    isFunction &&
    [...nodesIn(called.body)].every(
      (node) =>
        !/^(?:Assignment|Await|New|Update)Expression$/.test(node.type) &&
        (node.type !== 'CallExpression' || /^(?:console|clearTimeout|clearInterval)$/.test(rootName(node))),
    )
  );
}

function rootName(node: Node): string {
  const root = rootOf(node);
  return root.type === 'Identifier' ? root.name : '';
}

/** Methods that change a list. */
const CHANGES = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|append)$/;

/** What `this.lib.refresh(…)[0]` begins with. */
function rootOf(node: Node): AnyNode {
  let at = node as AnyNode;
  for (;;) {
    if (at.type === 'CallExpression' || at.type === 'NewExpression') {
      at = at.callee;
    } else if (at.type === 'MemberExpression') {
      at = at.object;
    } else if (at.type === 'ChainExpression') {
      at = at.expression;
    } else {
      return at;
    }
  }
}

/** Whether something begins with a name that neither the script nor the language nor the tool defines, or with `this`. */
function isForeign(node: Node, scope: ScriptScope): boolean {
  const root = rootOf(node);
  return (
    root.type === 'ThisExpression' ||
    (root.type === 'Identifier' &&
      scope.get(root.name) === undefined &&
      globalValue(root.name).kind === 'unknown' &&
      !isOfLanguage(root.name))
  );
}

function hasFunction({ arguments: args }: CallExpression): boolean {
  return args.some(({ type }) => type === 'FunctionExpression' || type === 'ArrowFunctionExpression');
}

function methodOf({ callee }: CallExpression): string {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : '';
}
