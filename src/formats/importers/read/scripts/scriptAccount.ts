/**
 * What a script does, entered as it is followed: variables that it sets, what it checks, and everything that
 * cannot be carried over. Parts of the response become extractions, texts become constants.
 */
import type { CallExpression, Expression, MemberExpression, Node, SpreadElement } from 'acorn';
import { defined } from '../../../../core/defined';
import type {
  WrittenExpectation,
  WrittenExtraction,
  WrittenField,
} from '../../../../core/files/writtenChain';
import type { Remark } from '../../shape/remark';
import { inOrder, isSamePlace } from './alternatives';
import type { JsonObject } from '../../../../core/json/json';
import { ScriptChecks } from './checks';
import { isOwnSetter, isSetter, scopeDepth, type ScriptTexts } from './postmanApi';
import { ScriptFlowAccount, type ScriptFlow } from './scriptFlow';
import { ScriptLoops, type Surrounding } from './scriptLoops';
import { nodesIn } from './scriptSyntax';
import {
  alternativesOf,
  extractionOf,
  isNothing,
  textValue,
  UNKNOWN,
  valueText,
  type ScriptScope,
  type ScriptValue,
  type Evaluator,
} from './scriptValue';

/** What a script says, as members of a chain. */
export interface ScriptReading {
  /** Members of `extract`. */
  readonly extractions: readonly WrittenExtraction[];
  readonly constants: readonly ScriptConstant[];
  /** Member `expect`; absent when the script checks nothing that a chain can check. */
  readonly expect?: WrittenExpectation;
  /** Headers that the script adds to the request and, switched off, those that it removes; absent when there are none. */
  readonly headers?: readonly WrittenField[];
  /** Requests that the script sends itself; absent when there are none. */
  readonly calls?: readonly ScriptCall[];
  /** What the script decides about sending its request; absent when that is nothing. */
  readonly flow?: ScriptFlow;
  /** What cannot be carried over. */
  readonly remarks: readonly Remark[];
  /** Those of them that are about code of which nothing is known, and which may set what requests need. */
  readonly unknownCode?: readonly string[];
}

/** A request that a script sends itself. */
export interface ScriptCall {
  /** As the `request` of an item of Postman. */
  readonly request: JsonObject;
  readonly extractions: readonly WrittenExtraction[];
  readonly expect?: WrittenExpectation;
}

/** A variable that a script sets to a text which is known without a response. */
export interface ScriptConstant {
  readonly name: string;
  /** May hold references. */
  readonly text: string;
  /** The script sets it under a condition, for example where it has no value yet. */
  readonly isDefault?: true;
  /** Only the request of the script sees it. */
  readonly isOwn?: true;
}

/** A piece of a script that cannot be carried over. */
interface LostPiece {
  readonly start: number;
  readonly end: number;
  readonly why: string;
  /** Nothing is known of this code. */
  readonly isUnknown?: true;
  /** It only checks the response. */
  readonly isCheck?: true;
}

/** What a script does; `lost` in the order of the script. */
export type ScriptEffects = Omit<ScriptReading, 'remarks' | 'unknownCode'> & {
  readonly lost: readonly LostPiece[];
};

/** Keeps account of what one script does. */
export class ScriptAccount {
  private variables;
  private checks = this.newChecks();
  private readonly calls: ScriptCall[] = [];
  private readonly loops = new ScriptLoops();
  private readonly entered = new Set<Node>();
  private readonly lost: LostPiece[] = [];
  private readonly headers: WrittenField[] = [];
  /** Variables that this script set. Scripts often set one in several scopes, so that nothing is lost without the others. */
  private readonly setHere = new Set<string>();
  /** How many conditions hold around the statement. */
  private conditions = 0;
  /** A part of the script may have been left early, or it waits for a response of its own. */
  private isAside = false;
  private readonly flow;

  constructor(
    private readonly texts: ScriptTexts,
    private readonly scope: ScriptScope,
    private readonly evaluate: Evaluator,
  ) {
    this.variables = new ScriptVariables(texts, scope);
    this.flow = new ScriptFlowAccount(texts, (node, why) => this.lose(node, why));
  }

  /** Everything so far; of `setters` those that were never entered are lost. */
  effects(setters: Iterable<CallExpression>): ScriptEffects {
    for (const call of setters) {
      if (!this.entered.has(call)) {
        this.lose(call, 'it is not known when this is done');
      }
    }
    const expect = this.checks.expectation();
    const flow = this.flow.effects();
    const extractions = this.variables.extractions();
    const last = this.calls.at(-1);
    if (last !== undefined && extractions.length > 0) {
      // There is no other response that a script which sends requests can wait for.
      this.calls.splice(-1, 1, { ...last, extractions: inOrder([...last.extractions, ...extractions]) });
    }
    const calls = this.calls.flatMap((call) => {
      const [isUseful, sure] = [call.extractions.length > 0, soleOnes(call.extractions)];
      return isUseful ? [{ ...call, extractions: sure }] : [];
    });
    return {
      extractions: last === undefined ? extractions : [],
      ...(calls.length === 0 ? {} : { calls }),
      constants: this.variables.constants(),
      ...defined({ expect, flow }),
      ...(this.headers.length === 0 ? {} : { headers: this.headers }),
      lost: this.lost,
    };
  }

  /** A request that the script sends, and what is done with its response. */
  sent(request: JsonObject, follow: () => void): void {
    const { variables, checks, conditions } = this;
    this.variables = new ScriptVariables(this.texts, this.scope);
    this.checks = this.newChecks();
    this.conditions = 0;
    this.isAside = true;
    follow();
    const extractions = this.variables.extractions();
    const expect = this.checks.expectation();
    this.calls.push({ request, extractions, ...defined({ expect }) });
    variables.add(this.variables.constants());
    [this.variables, this.checks, this.conditions] = [variables, checks, conditions];
  }

  private newChecks(): ScriptChecks {
    return new ScriptChecks((variable) => this.variables.extractionOf(variable));
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

  /** One or the other. What the first sets counts more: its condition asks for it. */
  either(first: () => void, other: () => void): void {
    this.variables.either(first, other);
  }

  /** A statement that ends a round of a loop. */
  exit(): void {
    this.isAside = true;
    this.loops.exit();
  }

  /** A call that skips the request, or says which one is next; `wait` are milliseconds before that. */
  order(call: CallExpression, change: 'skip' | 'next' | 'stop', wait?: Expression | SpreadElement): void {
    const branches = this.isAside ? undefined : this.loops.branches();
    const [target, delay] = [call.arguments[0], wait].map((one) => one && this.evaluate.argument(one));
    if (change === 'skip') {
      this.flow.skip(call, branches);
    } else if (wait !== undefined && !this.flow.pause(call, delay)) {
      this.lose(call, 'not carried over');
    } else {
      this.flow.next(call, change === 'stop' ? { kind: 'constant', value: null } : target, branches);
    }
  }

  /** A call that waits for milliseconds. */
  pause(call: CallExpression, milliseconds: Expression | SpreadElement | undefined): void {
    const value = milliseconds && this.evaluate.argument(milliseconds);
    if (this.isAside || this.conditions > 0 || !this.flow.pause(call, value)) {
      this.lose(call, 'not carried over');
    }
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
    } else if (this.conditions > 0 || !this.checks.takeCondition(right, this.evaluate)) {
      this.loseCheck(whole);
    }
  }

  /** A call that sets a variable. */
  setter(call: CallExpression): void {
    this.entered.add(call);
    const [first, value = UNKNOWN] = call.arguments.map((argument) => this.evaluate.argument(argument));
    const [name, path] = [valueText(first), this.evaluate.calledPath(call) ?? ''];
    if (isOwnSetter(path) || name === undefined) {
      this.variable(name, value, call, isOwnSetter(path));
      return;
    }
    const depth = scopeDepth(path);
    if ((this.texts.scopes?.get(name) ?? 0) <= depth) {
      if (this.variable(name, value, call)) {
        this.setHere.add(name);
        this.texts.scopes?.set(name, depth);
      }
    } else if (!this.setHere.has(name)) {
      this.lose(
        call,
        'not carried over, for an earlier script sets the variable in a scope that hides this one',
      );
    }
  }

  /** A call that adds headers to the request, or removes them. */
  header(call: CallExpression, change: 'add' | 'remove'): void {
    const args = call.arguments.map((argument) => this.evaluate.argument(argument));
    const rows = change === 'add' ? addedHeaders(args) : removedHeaders(args);
    if (rows === undefined || this.conditions > 0 || this.texts.takesHeaders !== true) {
      this.lose(call, 'not carried over');
    } else {
      this.headers.push(...rows);
    }
  }

  /** A variable that is set to a value; gives whether that is carried over. */
  private variable(written: string | undefined, value: ScriptValue, call: Node, isOwn = false): boolean {
    const why = this.variables.set(written, this.loops.settled(value), {
      ...(this.conditions > 0 ? { isDefault: true } : {}),
      ...(isOwn ? { isOwn } : {}),
    });
    if (why !== undefined) {
      this.lose(call, why);
    }
    return why === undefined;
  }

  /** `client.assert(response.status === 200, 'Created')`. */
  condition(call: CallExpression): void {
    const [condition] = call.arguments;
    const isTaken =
      condition !== undefined &&
      condition.type !== 'SpreadElement' &&
      this.conditions === 0 &&
      this.checks.takeCondition(condition, this.evaluate);
    if (!isTaken) {
      this.loseCheck(call);
    }
  }

  /** An expression that may be a check. */
  check(expression: Expression): void {
    if (this.evaluate.isCheck(expression)) {
      if (this.conditions > 0 || !this.checks.takeAssertion(expression, this.evaluate)) {
        this.loseCheck(expression);
      }
    }
  }

  /** A piece that cannot be carried over. */
  lose(node: Node, why: string): void {
    this.lost.push({ start: node.start, end: node.end, why });
  }

  /** A check that cannot be carried over. */
  loseCheck({ start, end }: Node): void {
    this.lost.push({ start, end, why: 'this check is not carried over', isCheck: true });
  }

  /** Code of which nothing is known. */
  loseUnknown({ start, end }: Node): void {
    this.lost.push({ start, end, why: 'not carried over', isUnknown: true });
  }
}

/** Rules that are the only ones of their variables have to find something: a script sends a request for its response. */
function soleOnes(rules: readonly WrittenExtraction[]): readonly WrittenExtraction[] {
  return rules.map(({ optional, ...rule }) => {
    const isSole = rules.filter(({ variable }) => variable === rule.variable).length === 1;
    return isSole || optional === undefined ? rule : { ...rule, optional };
  });
}

/** The rows of a call that adds headers; absent when only running the script would show them. */
function addedHeaders([first, second]: readonly ScriptValue[]): readonly WrittenField[] | undefined {
  const members = first?.kind === 'object' ? first.members : undefined;
  const isRow = members?.has('key') === true && members.has('value');
  const pairs =
    members === undefined
      ? [[valueText(first), valueText(second)] as const]
      : isRow
        ? [[valueText(members.get('key')), valueText(members.get('value'))] as const]
        : [...members].map(([name, value]) => [name, valueText(value)] as const);
  const rows = pairs.flatMap(([name, value]) =>
    isHeaderName(name) && value !== undefined ? [{ name, value }] : [],
  );
  return rows.length === pairs.length ? rows : undefined;
}

/** Rows, switched off, for the names that a call removes; absent when only running the script would show them. */
function removedHeaders([first, ...others]: readonly ScriptValue[]): readonly WrittenField[] | undefined {
  const names = (first?.kind === 'list' ? first.items : [first]).map(valueText);
  return others.length === 0 && names.every(isHeaderName)
    ? names.map((name) => ({ name, value: '', disabled: true }))
    : undefined;
}

function isHeaderName(name: string | undefined): name is string {
  return name !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/** Why a value cannot be carried over, as a part of a sentence. */
type Loss = string;

const NOT_KNOWN: Loss = 'this value is known only when the script runs';

/** Whether a text is only set without another value, and who sees it. */
type SetHow = Omit<ScriptConstant, 'name' | 'text'>;

/** Keeps account of the variables of one script. */
class ScriptVariables {
  #extractions: readonly WrittenExtraction[] = [];
  readonly #constants: ScriptConstant[] = [];

  constructor(
    private readonly texts: ScriptTexts,
    private readonly scope: ScriptScope,
  ) {}

  /** What the script takes from the response. */
  extractions(): readonly WrittenExtraction[] {
    return this.#extractions;
  }

  /** Follows one or the other; what `first` sets comes last, where it counts. */
  either(first: () => void, other: () => void): void {
    const before = this.#extractions;
    first();
    const ofFirst = this.#extractions.filter((rule) => !before.some((one) => isSamePlace(one, rule)));
    this.#extractions = before;
    other();
    this.#extractions = inOrder([...this.#extractions, ...ofFirst]);
  }

  constants(): readonly ScriptConstant[] {
    return this.#constants;
  }

  /** Constants that are set in between. */
  add(constants: readonly ScriptConstant[]): void {
    this.#constants.push(...constants);
  }

  /** The rule by which a variable was last taken from the response; absent for others. */
  extractionOf(variable: string): WrittenExtraction | undefined {
    return this.#extractions.findLast((rule) => rule.variable === variable);
  }

  /**
   * Sets a variable.
   *
   * @param written its name in the script; absent when only running the script would show it
   * @returns what is lost; absent when nothing is
   */
  set(written: string | undefined, value: ScriptValue, how: SetHow): Loss | undefined {
    if (written === undefined || written === '' || written.includes('{{')) {
      return 'the name of this variable is known only when the script runs';
    }
    const variable = this.texts.nameOf(written);
    const all = alternativesOf(value, `{{${variable}}}`);
    const asDefault = { ...how, isDefault: true } as const;
    if (all.length < 2) {
      const loss = this.#setOne(variable, all[0] ?? UNKNOWN, value.kind === 'either' ? asDefault : how);
      if (value.kind === 'either' && loss === undefined && all[0]?.kind !== 'part') {
        this.scope.rename(value, `{{${variable}}}`);
      }
      return loss;
    }
    const defaults = all.filter(({ kind }) => kind !== 'part');
    const [only] = defaults;
    if (defaults.length > 1 || defaults.length === all.length || only?.kind === 'unknown') {
      return NOT_KNOWN;
    }
    // What the script prefers comes first there, and last among extractions, where it counts.
    const values = all.filter((one) => !isNothing(one)).toReversed();
    return values.flatMap((one) => this.#setOne(variable, one, asDefault) ?? [])[0];
  }

  #setOne(variable: string, value: ScriptValue, how: SetHow): Loss | undefined {
    if (value.kind === 'encoded') {
      const inner = this.texts.nameOf(`${variable}_text`);
      return (
        this.#setText(inner, value.text, how) ??
        this.#setText(variable, `${value.before}{{$base64 ${inner}}}`, how)
      );
    }
    if (value.kind !== 'part') {
      const near =
        value.kind === 'text' && value.isNear
          ? `what the script replaces in ${variable} is not carried over`
          : undefined;
      return value.kind === 'constant' && value.value === null
        ? 'not carried over'
        : (this.#setText(variable, valueText(value), how) ?? near);
    }
    this.#extractions = inOrder([
      ...this.#extractions,
      extractionOf(variable, value.part, how.isDefault === true),
    ]);
    return value.part.isNear === true
      ? `the extraction of ${variable} takes nearly the same, please check it`
      : undefined;
  }

  #setText(variable: string, text: string | undefined, how: SetHow): Loss | undefined {
    const reference = `{{${variable}}}`;
    if (text === undefined) {
      return NOT_KNOWN;
    }
    if (text !== reference) {
      this.#constants.push({ name: variable, text, ...how });
      if (text.includes('{{$')) {
        // A random value is made once: what is put together from it later has to be put together from the variable.
        this.scope.rename(textValue(text), reference);
      }
    }
    return undefined;
  }
}

/** All such calls, in the order of the text; `pathOf` gives the path of a call of the tool. */
export function* settersIn(
  root: Node,
  pathOf: (call: CallExpression) => string | undefined,
): Generator<CallExpression> {
  for (const node of nodesIn(root)) {
    if (node.type === 'CallExpression' && isNamedLikeOne(node) && isSetter(pathOf(node) ?? '')) {
      yield node;
    }
  }
}

/** `pm.environment.set` and its like are a few steps long; what is longer is not looked into. */
function isNamedLikeOne({ callee }: CallExpression): boolean {
  const isSet =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name.startsWith('set');
  let steps = 0;
  for (
    let at: Node = callee;
    steps <= MAX_STEPS && 'object' in at && typeof at.object === 'object';
    at = at.object as Node
  ) {
    steps += 1;
  }
  return isSet && steps <= MAX_STEPS;
}

const MAX_STEPS = 4;
