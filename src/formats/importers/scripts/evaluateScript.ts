/**
 * Follows a script statement by statement and keeps account of what it does.
 *
 * The work is bounded, for functions are followed into each of their calls: a script that would take longer is
 * read as far as the bound goes, and what comes then is reported.
 */
import type {
  CallExpression,
  Expression,
  Node,
  Pattern,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import type { JsonObject } from '../../../core/json';
import { ScriptChecks } from './checks';
import { createEvaluator } from './evaluateExpression';
import { isHarmless, isSetter } from './postmanApi';
import type { ScriptTexts } from './postmanApi';
import type { ScriptConstant, ScriptReading } from './readScript';
import { extractionOf } from './responsePart';
import { createScriptScope } from './scriptScope';
import { lineOf } from './scriptSyntax';
import { UNKNOWN, valueText } from './scriptValue';
import type { ScriptValue } from './scriptValue';

/** A piece of a script that cannot be carried over. */
export interface LostPiece {
  readonly start: number;
  readonly end: number;
  readonly line: number;
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
  private readonly extractions = new Map<string, JsonObject>();
  private readonly checks = new ScriptChecks((variable) => this.extractions.get(variable));
  private readonly constants: ScriptConstant[] = [];
  private readonly lost: LostPiece[] = [];
  private steps = 0;
  private callDepth = 0;
  /** How many conditions hold around the statement. */
  private conditions = 0;

  constructor(private readonly texts: ScriptTexts) {
    this.evaluate = createEvaluator(this.scope, texts);
  }

  effects(): ScriptEffects {
    const expect = this.checks.expectation();
    return {
      extractions: [...this.extractions.values()],
      constants: this.constants,
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
    switch (statement.type) {
      case 'ExpressionStatement':
        this.expression(statement.expression);
        return;
      case 'VariableDeclaration':
        this.declaration(statement);
        return;
      case 'BlockStatement':
        this.block(statement.body);
        return;
      case 'IfStatement':
        this.underCondition([statement.consequent, ...(statement.alternate ? [statement.alternate] : [])]);
        return;
      case 'TryStatement':
        this.block(statement.block.body);
        this.underCondition([
          ...(statement.handler ? [statement.handler.body] : []),
          ...(statement.finalizer ? [statement.finalizer] : []),
        ]);
        return;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.underCondition([statement.body]);
        return;
      case 'SwitchStatement':
        this.underCondition(statement.cases.flatMap(({ consequent }) => consequent));
        return;
      case 'LabeledStatement':
        this.statement(statement.body);
        return;
      default:
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
    if (pattern.type === 'Identifier') {
      this.scope.declare(pattern.name, value);
    } else if (pattern.type === 'ObjectPattern') {
      for (const property of pattern.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier' && !property.computed) {
          this.bind(property.value, this.evaluate.member(value, property.key.name));
        }
      }
    } else if (pattern.type === 'ArrayPattern') {
      pattern.elements.forEach((element, index) => {
        if (element !== null) {
          this.bind(element, this.evaluate.member(value, index));
        }
      });
    } else if (pattern.type === 'AssignmentPattern') {
      this.bind(pattern.left, value);
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
      return;
    }
    const object = left.type === 'MemberExpression' ? left.object : undefined;
    const target =
      object === undefined || object.type === 'Super' ? UNKNOWN : this.evaluate.expression(object);
    if (target.kind === 'api' && target.path === 'tests') {
      if (this.conditions > 0 || !this.checks.takeComparison(right, this.evaluate)) {
        this.lose(whole, 'this check is not carried over');
      }
    } else if (target.kind === 'api') {
      this.lose(whole, 'not carried over');
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
    const written = valueText(name);
    if (written === undefined || written === '' || written.includes('{{')) {
      this.lose(call, 'the name of this variable is known only when the script runs');
      return;
    }
    const variable = this.texts.nameOf(written);
    const known = this.settled(value, `{{${variable}}}`);
    const text = valueText(known);
    if (known.kind === 'part') {
      this.extractions.set(variable, extractionOf(variable, known.part, this.conditions > 0));
      if (known.part.isNear === true) {
        this.lose(call, `the extraction of ${variable} takes nearly the same, please check it`);
      }
    } else if (text === undefined) {
      this.lose(call, 'this value is known only when the script runs');
    } else if (text !== `{{${variable}}}`) {
      this.constants.push({ name: variable, text });
      if (text.includes('{{$')) {
        // A random value is made once: what is put together from it later has to be put together from the variable.
        this.scope.rename(text, `{{${variable}}}`);
      }
    }
  }

  /** Of several values the one that is not the variable itself: `get('x') || 'default'`. */
  private settled(value: ScriptValue, self: string): ScriptValue {
    if (value.kind !== 'either') {
      return value;
    }
    const others = value.values.filter((one) => valueText(one) !== self);
    const [only, ...more] = others.map((one) => this.settled(one, self));
    return only !== undefined && more.length === 0 ? only : UNKNOWN;
  }

  private check(expression: Expression): void {
    if (this.evaluate.isCheck(expression)) {
      if (this.conditions > 0 || !this.checks.takeAssertion(expression, this.evaluate)) {
        this.lose(expression, 'this check is not carried over');
      }
    }
  }

  private lose(node: Node, why: string): void {
    this.lost.push({ start: node.start, end: node.end, line: lineOf(node), why });
  }
}

function isStatement(node: Program['body'][number]): node is Statement {
  return !/^(?:Import|Export)/.test(node.type);
}
