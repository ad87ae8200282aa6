/**
 * What a script does, entered as it is followed: variables that it sets, what it checks, and everything that
 * cannot be carried over.
 */
import type { CallExpression, Expression, MemberExpression, Node } from 'acorn';
import { defined } from '../../../../core/defined';
import { ScriptChecks } from './checks';
import type { Evaluator } from './evaluateExpression';
import type { ScriptTexts } from './postmanApi';
import type { ScriptReading } from './scriptReading';
import { ScriptLoops, type Surrounding } from './scriptLoops';
import { type ScriptScope, UNKNOWN, valueText, type ScriptValue } from './scriptValue';
import { ScriptVariables } from './scriptVariables';

/** A piece of a script that cannot be carried over. */
export interface LostPiece {
  readonly start: number;
  readonly end: number;
  readonly why: string;
}

/** What a script does; `lost` in the order of the script. */
export type ScriptEffects = Omit<ScriptReading, 'remarks'> & { readonly lost: readonly LostPiece[] };

/** Keeps account of what one script does. */
export class ScriptAccount {
  private readonly variables;
  private readonly checks = new ScriptChecks((variable) => this.variables.extractionOf(variable));
  private readonly loops = new ScriptLoops();
  private readonly entered = new Set<Node>();
  private readonly lost: LostPiece[] = [];
  /** How many conditions hold around the statement. */
  private conditions = 0;

  constructor(
    texts: ScriptTexts,
    scope: ScriptScope,
    private readonly evaluate: Evaluator,
  ) {
    this.variables = new ScriptVariables(texts, scope);
  }

  /** Everything so far; of `setters` those that were never entered are lost. */
  effects(setters: Iterable<CallExpression>): ScriptEffects {
    for (const call of setters) {
      if (!this.entered.has(call)) {
        this.lose(call, 'it is not known when this is done');
      }
    }
    const expect = this.checks.expectation();
    return {
      extractions: this.variables.extractions(),
      constants: this.variables.constants(),
      ...defined({ expect }),
      lost: this.lost,
    };
  }

  isConditional(): boolean {
    return this.conditions > 0;
  }

  /** What may be done or not, and what is done in rounds. */
  under(surrounding: Surrounding, follow: () => void): void {
    this.conditions += 1;
    this.loops.within(surrounding, follow);
    this.conditions -= 1;
  }

  /** A statement that ends a round of a loop. */
  exit(): void {
    this.loops.exit();
  }

  /** The value after the loops that are followed. */
  settled(value: ScriptValue): ScriptValue {
    return this.loops.settled(value);
  }

  /** A member of something of the tool that gets a value: `tests['created'] = …`, `exports.token = …`. */
  toolAssignment(
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

  /** A call that sets a variable. */
  setter(call: CallExpression): void {
    this.entered.add(call);
    const [name, value = UNKNOWN] = call.arguments.map((argument) => this.evaluate.argument(argument));
    this.variable(valueText(name), value, call);
  }

  /** A variable that is set to a value. */
  private variable(written: string | undefined, value: ScriptValue, call: Node): void {
    const why = this.variables.set(written, this.loops.settled(value), this.conditions > 0);
    if (why !== undefined) {
      this.lose(call, why);
    }
  }

  /** `client.assert(response.status === 200, 'Created')`. */
  condition(call: CallExpression): void {
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

  /** An expression that may be a check. */
  check(expression: Expression): void {
    if (this.evaluate.isCheck(expression)) {
      if (this.conditions > 0 || !this.checks.takeAssertion(expression, this.evaluate)) {
        this.lose(expression, 'this check is not carried over');
      }
    }
  }

  /** A piece that cannot be carried over. */
  lose(node: Node, why: string): void {
    this.lost.push({ start: node.start, end: node.end, why });
  }
}
