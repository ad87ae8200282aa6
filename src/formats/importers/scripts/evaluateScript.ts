/**
 * Follows a script statement by statement and keeps account of what it does.
 *
 * The work is bounded, for functions are followed into each of their calls: a script that would take longer is
 * read as far as the bound goes, and what comes then is reported.
 */
import type {
  CallExpression,
  Expression,
  MemberExpression,
  Node,
  Pattern,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import { ScriptChecks } from './checks';
import { createEvaluator } from './evaluateExpression';
import { isHarmless, isSetter } from './postmanApi';
import type { ScriptTexts } from './postmanApi';
import type { ScriptReading } from './readScript';
import { boundNames } from './boundNames';
import { innerStatements } from './innerStatements';
import { createScriptScope } from './scriptScope';
import { UNKNOWN, valueText } from './scriptValue';
import type { ScriptValue } from './scriptValue';
import { ScriptVariables } from './scriptVariables';

/** A piece of a script that cannot be carried over. */
export interface LostPiece {
  readonly start: number;
  readonly end: number;
  readonly why: string;
}

/** What a script does; `lost` in the order of the script. */
export type ScriptEffects = Omit<ScriptReading, 'remarks'> & { readonly lost: readonly LostPiece[] };

/** Statements and calls that are followed. */
const MAX_STEPS = 20_000;
const MAX_CALL_DEPTH = 8;

/** Follows a program from its first statement to its last. */
export function evaluateScript(program: Program, texts: ScriptTexts): ScriptEffects {
  const follower = new Follower(texts);
  follower.block(program.body.filter(isStatement));
  return follower.effects();
}

class Follower {
  private readonly scope = createScriptScope();
  private readonly evaluate;
  private readonly variables;
  private readonly checks = new ScriptChecks((variable) => this.variables.extractionOf(variable));
  private readonly lost: LostPiece[] = [];
  private steps = 0;
  private callDepth = 0;
  /** How many conditions hold around the statement. */
  private conditions = 0;

  constructor(texts: ScriptTexts) {
    this.variables = new ScriptVariables(texts, this.scope);
    this.evaluate = createEvaluator(this.scope, texts);
  }

  effects(): ScriptEffects {
    const expect = this.checks.expectation();
    return {
      extractions: this.variables.extractions(),
      constants: this.variables.constants(),
      ...(expect === undefined ? {} : { expect }),
      lost: this.lost,
    };
  }

  block(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration') {
        this.scope.declare(statement.id.name, { kind: 'function', node: statement });
      }
    }
    statements.forEach((statement) => this.statement(statement));
  }

  private statement(statement: Statement): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) {
      if (this.steps === MAX_STEPS + 1) {
        this.lose(statement, 'the script is too long to be followed from here on');
      }
      return;
    }
    if (statement.type === 'ExpressionStatement') {
      this.expression(statement.expression);
    } else if (statement.type === 'VariableDeclaration') {
      this.declaration(statement);
    } else {
      const { sure, maybe } = innerStatements(statement);
      this.block(sure);
      this.underCondition(maybe);
    }
  }

  private underCondition(statements: readonly Statement[]): void {
    this.conditions += 1;
    this.block(statements);
    this.conditions -= 1;
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
    if (expression.type === 'CallExpression') {
      this.effectOf(expression);
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
      case 'LogicalExpression':
      case 'ConditionalExpression':
        this.conditions += 1;
        (expression.type === 'LogicalExpression'
          ? [expression.right]
          : [expression.consequent, expression.alternate]
        ).forEach((one) => this.expression(one));
        this.conditions -= 1;
        return;
      case 'AwaitExpression':
        this.expression(expression.argument);
        return;
      case 'ChainExpression':
        this.expression(expression.expression);
        return;
      case 'MemberExpression':
        this.check(expression);
        return;
      default:
    }
  }

  private assignment(left: Pattern, right: Expression, whole: Node): void {
    const value = this.value(right);
    if (left.type === 'Identifier') {
      this.scope.assign(left.name, value, this.conditions > 0);
    } else if (left.type === 'MemberExpression' && left.object.type !== 'Super') {
      const target = this.evaluate.expression(left.object);
      if (target.kind === 'api') {
        this.toolAssignment(target.path, left, { right, value, whole });
      }
    }
  }

  /** A member of something of the tool that gets a value: `tests['created'] = …`, `exports.token = …`. */
  private toolAssignment(
    path: string,
    { property, computed }: MemberExpression,
    {
      right,
      value,
      whole,
    }: { readonly right: Expression; readonly value: ScriptValue; readonly whole: Node },
  ): void {
    if (path === 'exported') {
      this.variable(property.type === 'Identifier' && !computed ? property.name : undefined, value, whole);
    } else if (path !== 'tests') {
      this.lose(whole, 'not carried over');
    } else if (this.conditions > 0 || !this.checks.takeComparison(right, this.evaluate)) {
      this.lose(whole, 'this check is not carried over');
    }
  }

  private effectOf(call: CallExpression): void {
    const path = this.evaluate.calledPath(call);
    if (path === undefined) {
      this.ownCall(call);
    } else if (isSetter(path)) {
      this.setter(call);
    } else if (path === 'pm.test') {
      this.follow(call.arguments.map((argument) => this.evaluate.argument(argument))[1], []);
    } else if (path === 'client.assert') {
      this.condition(call);
    } else if (path.startsWith('pm.expect') || path.startsWith('pm.response.to.')) {
      this.check(call);
    } else if (!isHarmless(path)) {
      this.lose(call, 'not carried over');
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
      this.check(call);
      return;
    }
    this.conditions += 1;
    args.forEach((argument) => this.follow(argument, []));
    this.conditions -= 1;
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

  private setter(call: CallExpression): void {
    const [name, value = UNKNOWN] = call.arguments.map((argument) => this.evaluate.argument(argument));
    this.variable(valueText(name), value, call);
  }

  /** A variable that is set to a value. */
  private variable(written: string | undefined, value: ScriptValue, call: Node): void {
    const why = this.variables.set(written, value, this.conditions > 0);
    if (why !== undefined) {
      this.lose(call, why);
    }
  }

  /** `client.assert(response.status === 200, 'Created')`. */
  private condition(call: CallExpression): void {
    const [condition] = call.arguments;
    const isTaken =
      condition !== undefined &&
      condition.type !== 'SpreadElement' &&
      this.conditions === 0 &&
      this.checks.takeComparison(condition, this.evaluate);
    if (!isTaken) {
      this.lose(call, 'this check is not carried over');
    }
  }

  private check(expression: Expression): void {
    if (this.evaluate.isCheck(expression)) {
      if (this.conditions > 0 || !this.checks.takeAssertion(expression, this.evaluate)) {
        this.lose(expression, 'this check is not carried over');
      }
    }
  }

  private lose(node: Node, why: string): void {
    this.lost.push({ start: node.start, end: node.end, why });
  }
}

function isStatement(node: Program['body'][number]): node is Statement {
  return !/^(?:Import|Export)/.test(node.type);
}
