/**
 * What is known about a value of a script without running it: the text that it will be, or where it comes from in
 * the response, step by step, and the extraction that takes the same.
 *
 * A chain takes a part of a body either by path or by regular expression. Where a script does both, the expression
 * is applied to the whole body instead, and the part is marked as near: a person has to look at it. Regular
 * expressions are taken apart no further than into groups, classes and escapes.
 */
import type { CallExpression, Expression, Function as FunctionNode, SpreadElement } from 'acorn';
import { defined } from '../../../../core/defined';
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { memberPath } from '../../../../core/language/memberPath';
import { compileRegex } from '../../../../core/regex';
import { clockText, type Clock, type Moment } from './moment';

/** A value of a script. */
export type ScriptValue =
  /** A text with the references of a chain, such as `Bearer {{token}}`; near without what the script replaces in it. */
  | { readonly kind: 'text'; readonly text: string; readonly isNear?: true }
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly ScriptValue[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, ScriptValue> }
  /** A text in base64 whose own text is put together from variables, and the text in front of it. */
  | { readonly kind: 'encoded'; readonly before: string; readonly text: string }
  /** A number that a built-in makes. */
  | { readonly kind: 'made'; readonly text: string }
  | ({ readonly kind: 'clock' } & Clock)
  | { readonly kind: 'date'; readonly at: Moment }
  /** A random number of this range, its end exclusive. */
  | { readonly kind: 'random'; readonly from: number; readonly to: number }
  | { readonly kind: 'part'; readonly part: ResponsePart }
  /** How many items or characters a part has. */
  | { readonly kind: 'length'; readonly part: ResponsePart }
  /** Whether a part is there. */
  | { readonly kind: 'presence'; readonly part: ResponsePart }
  /** The list that `match` gives. */
  | { readonly kind: 'matches'; readonly part: ResponsePart; readonly regex: ScriptRegex }
  /** The list that `split` gives, without empty texts where it is filtered. */
  | {
      readonly kind: 'pieces';
      readonly part: ResponsePart;
      readonly separator: string;
      readonly isFilled?: true;
    }
  /** The index of the item of this list (JSONPath) at which a loop is. */
  | { readonly kind: 'index'; readonly list: string }
  | { readonly kind: 'regex'; readonly regex: ScriptRegex }
  /** One or the other, as a condition will have it; those that the script prefers come first. */
  | { readonly kind: 'either'; readonly values: readonly ScriptValue[] }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** Something of the tool: `pm.response.headers`. */
  | { readonly kind: 'api'; readonly path: string }
  | { readonly kind: 'unknown' };

/** A value of which nothing is known. */
export const UNKNOWN: ScriptValue = { kind: 'unknown' };

/** A text. */
export function textValue(text: string): ScriptValue {
  return { kind: 'text', text };
}

/** A part of the response; absent parts are unknown. */
export function partValue(part: ResponsePart | undefined): ScriptValue {
  return part === undefined ? UNKNOWN : { kind: 'part', part };
}

/** The value as it goes into a text; absent when it is known only when the script runs. */
export function valueText(value: ScriptValue | undefined): string | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return String(value.value);
    case 'made':
      return value.text;
    case 'clock':
      return clockText(value);
    default:
      return undefined;
  }
}

/** The values that a value may be, those that the script prefers first, without the variable itself. */
export function alternativesOf(value: ScriptValue, self: string): readonly ScriptValue[] {
  return value.kind === 'either'
    ? value.values.flatMap((one) => alternativesOf(one, self)).filter((one) => valueText(one) !== self)
    : [value];
}

/** What is made of each of several values; those of which nothing is known are left out. */
export function ofEach(
  values: readonly ScriptValue[],
  make: (value: ScriptValue) => ScriptValue,
): ScriptValue {
  const [only = UNKNOWN, ...others] = values.map(make).filter(({ kind }) => kind !== 'unknown');
  return others.length === 0 ? only : { kind: 'either', values: [only, ...others] };
}

/** The part of a response that a value is, unless it is a default; absent for any other value. */
export function partOf(value: ScriptValue): ResponsePart | undefined {
  const values = alternativesOf(value, '').filter((one) => valueText(one) === undefined);
  const [only] = values;
  return values.length === 1 && only?.kind === 'part' ? only.part : undefined;
}

/** The variables at a place of a script. */
export interface ScriptScope {
  /** Absent when the script has no variable of this name. */
  readonly get: (name: string) => ScriptValue | undefined;
  readonly declare: (name: string, value: ScriptValue) => void;
  /** A later value; under a condition it is the one or the other. */
  readonly assign: (name: string, value: ScriptValue, isConditional: boolean) => void;
  /** What now is the value of a variable of the chain is that variable wherever the script has it. */
  readonly rename: (known: ScriptValue, reference: string) => void;
  /** Begins a function. */
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Begins without variables. */
export function createScriptScope(): ScriptScope {
  const levels = [new Map<string, ScriptValue>()];
  const holder = (name: string): Map<string, ScriptValue> | undefined =>
    levels.findLast((level) => level.has(name));
  const declare = (name: string, value: ScriptValue): void => {
    levels.at(-1)?.set(name, value);
  };
  return {
    get: (name) => holder(name)?.get(name),
    declare,
    assign(name, value, isConditional) {
      const level = holder(name);
      const before = level?.get(name);
      if (level === undefined || before === undefined) {
        declare(name, value);
      } else {
        const isFirst = isNothing(before);
        level.set(name, isConditional ? (isFirst ? value : either(value, before)) : value);
      }
    },
    rename(known, reference) {
      for (const level of levels) {
        for (const [name, value] of level) {
          const isSameText = value.kind === 'text' && known.kind === 'text' && value.text === known.text;
          if (value === known || isSameText) {
            level.set(name, textValue(reference));
          }
        }
      }
    },
    enter: () => levels.push(new Map()),
    leave: () => levels.pop(),
  };
}

/** What a script begins with where it looks for something, or makes do with. */
export function isNothing(value: ScriptValue): boolean {
  const isEmpty =
    (value.kind === 'text' && value.text === '') || (value.kind === 'constant' && value.value === null);
  return value.kind === 'unknown' || isEmpty;
}

/** More alternatives than these say nothing any more. */
const MAX_ALTERNATIVES = 8;

function either(one: ScriptValue, other: ScriptValue): ScriptValue {
  const values = [one, other].flatMap((value) => (value.kind === 'either' ? value.values : [value]));
  return values.length > MAX_ALTERNATIVES ? UNKNOWN : { kind: 'either', values };
}

/** A part of a response. */
export interface ResponsePart {
  readonly from: 'body' | 'header' | 'cookie' | 'status' | 'url';
  /** Of a header or cookie. */
  readonly name?: string;
  /** JSONPath, once the body was read as JSON. */
  readonly path?: string;
  /** Expression whose first group is the part. */
  readonly regex?: string;
  /** XPath, once the body was read as XML. */
  readonly xpath?: string;
  /** What is decoded of the text that is found. */
  readonly decode?: NonNullable<WrittenExtraction['decode']>;
  /** The token whose claims this part of it is. */
  readonly token?: ResponsePart;
  /** The part is in an item of this list (JSONPath) at which a loop is; then `path` leads through all of them. */
  readonly item?: string;
  /** The extraction takes nearly the same as the script. */
  readonly isNear?: true;
}

/** A regular expression of a script. */
export interface ScriptRegex {
  readonly source: string;
  readonly flags: string;
}

/** A member or item of JSON. Absent for texts, which have none that a chain can take. */
export function memberOfPart(part: ResponsePart, step: string | number): ResponsePart | undefined {
  if (part.xpath !== undefined) {
    return { ...part, xpath: part.xpath + xpathStep(part.xpath, step) };
  }
  if (part.decode?.path !== undefined) {
    return { ...part, decode: { ...part.decode, path: part.decode.path + memberPath([step]).slice(1) } };
  }
  return part.decode !== undefined || part.path === undefined || part.regex !== undefined || step === 'length'
    ? undefined
    : { ...part, path: part.path + memberPath([step]).slice(1) };
}

/** A step through what `xml2Json` gives: elements by their names, attributes below `$`, the text of an element as `_`. */
function xpathStep(before: string, step: string | number): string {
  if (typeof step === 'number') {
    return `[${step + 1}]`;
  }
  const name = /^[A-Za-z_][\w.-]*$/.test(step) ? step : `*[name()='${step}']`;
  return step === '_' ? '' : step === '$' ? '/@' : before.endsWith('/@') ? name : `/${name}`;
}

/** What is decoded of a part; of a token its claims. Absent for what is decoded already. */
export function decodedPart({ token, ...part }: ResponsePart): ResponsePart | undefined {
  if (part.decode !== undefined) {
    return undefined;
  }
  return token === undefined ? { ...part, decode: { as: 'base64' } } : { ...token, decode: { as: 'jwt' } };
}

/** The items of a list for which a member has a value: `find(item => item.name === 'x')`. */
export function itemWhere(part: ResponsePart, member: string, operand: string): ResponsePart | undefined {
  return part.path === undefined || part.regex !== undefined
    ? undefined
    : { ...part, path: `${part.path}[?@${member} == ${operand}]` };
}

/** The body as JSON. */
export function asJson(part: ResponsePart): ResponsePart {
  if (part.decode !== undefined && part.decode.path === undefined) {
    return { ...part, decode: { ...part.decode, path: '$' } };
  }
  return part.from === 'body' && part.path === undefined && part.regex === undefined
    ? { ...part, path: '$' }
    : part;
}

/** What an expression finds in a part: its group, or with 0 the whole match. Absent when a chain cannot say it. */
export function matchInPart(
  part: ResponsePart,
  { source, flags }: ScriptRegex,
  group: number,
): ResponsePart | undefined {
  const chosen = captureGroup(source, group);
  const isTaken = part.decode !== undefined || part.xpath !== undefined;
  // In the whole body the item cannot be distinguished from the others.
  if (chosen === undefined || part.item !== undefined || isTaken) {
    return undefined;
  }
  const captured = joinFlags(chosen, flags);
  const isOfJson = part.path !== undefined;
  const own =
    isOfJson || part.isNear === true ? captured.replace(/[<>&](?![^[]*\])/g, asWrittenInJson) : captured;
  const regex =
    part.regex === undefined
      ? part.from === 'body'
        ? firstMatchOnly(own)
        : own
      : insideGroup(part.regex, own);
  if (regex === undefined || !compileRegex(regex).ok) {
    return undefined;
  }
  const { path: _path, ...rest } = part;
  return { ...rest, regex, ...(isOfJson || part.regex !== undefined ? { isNear: true } : {}) };
}

/** The extraction that takes a part into a variable. */
export function extractionOf(variable: string, part: ResponsePart, isOptional: boolean): WrittenExtraction {
  const { from, name, path, regex, xpath, decode } = part;
  return {
    variable,
    from,
    ...defined({ name }),
    ...(path === undefined || path === '$' ? {} : { path }),
    ...defined({
      regex,
      xpath,
      decode: decode?.as === 'jwt' && decode.path === '$' ? { as: 'jwt' } : decode,
    }),
    ...(isOptional ? { optional: true } : {}),
  };
}

/** Servers may write these as escapes in JSON. */
function asWrittenInJson(mark: string): string {
  const code = mark.charCodeAt(0).toString(16).padStart(4, '0');
  return `(?:${mark}|\\\\u${code})`;
}

/** The expression with its flags `i`, `m` and `s` written into it. */
export function joinFlags(source: string, flags: string): string {
  const own = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
  return own === '' ? source : `(?${own}:${source})`;
}

/** The expression with one group that takes part: the wanted one, or the whole for 0. */
function captureGroup(source: string, wanted: number): string | undefined {
  const groups = groupsOf(source);
  if (wanted > groups.length) {
    return undefined;
  }
  const others = groups.filter((_group, index) => index !== wanted - 1);
  const rest = others.reduceRight(
    (text, { start, inner }) => `${text.slice(0, start)}(?:${text.slice(inner)}`,
    source,
  );
  return wanted === 0 ? `(${rest})` : rest;
}

/** An expression that matches once, where `source` matches first. */
function firstMatchOnly(source: string): string {
  return source.startsWith('^') ? source : `^(?s:.*?)${source}`;
}

/** What `inner` finds inside the group of `outer`; absent when `outer` has none. */
function insideGroup(outer: string, inner: string): string | undefined {
  const [group] = groupsOf(outer);
  if (group === undefined) {
    return undefined;
  }
  const content = outer.slice(group.inner, group.end - 1);
  const open = /^(.*[^\\])[+*]\??$/s.exec(content)?.[1];
  const before = open === undefined || content === '.*' || content === '.+' ? '.*?' : `${open}*?`;
  const after = open === undefined || content.startsWith('.') ? '.*' : '';
  return outer.slice(0, group.start) + before + inner + after + outer.slice(group.end);
}

/** A group that takes part: from `(` to behind `)`, and where its content begins. */
interface Group {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
}

/** In the order of their numbers. */
function groupsOf(source: string): readonly Group[] {
  const open: { start: number; inner: number; isCapturing: boolean }[] = [];
  const groups: Group[] = [];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    if (token === ')') {
      const group = open.pop();
      if (group?.isCapturing === true) {
        groups.push({ start: group.start, inner: group.inner, end: index + 1 });
      }
    } else if (token.startsWith('(')) {
      const isCapturing = token === '(' || token.startsWith('(?<');
      open.push({ start: index, inner: index + token.length, isCapturing });
    }
  }
  return groups.sort((one, other) => one.start - other.start);
}

/** Escapes, classes, and what opens and closes groups. */
const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<[A-Za-z_$][\w$]*>|\?(?:<?[=!]|[a-z]*:))?|\)/gs;

/** Answers questions about the expressions of one script. */
export interface Evaluator {
  readonly expression: (expression: Expression) => ScriptValue;
  readonly argument: (argument: Expression | SpreadElement) => ScriptValue;
  readonly member: (value: ScriptValue, step: string | number) => ScriptValue;
  /** What a function gives that does nothing else; absent for any other value. */
  readonly result: (called: ScriptValue | undefined, args: readonly ScriptValue[]) => ScriptValue | undefined;
  /** `pm.environment.set` for a call of the tool; absent for one of the script's own. */
  readonly calledPath: (call: CallExpression) => string | undefined;
  /** Whether an expression begins with `pm.expect(` or `pm.response.to`. */
  readonly isCheck: (expression: Expression) => boolean;
}
