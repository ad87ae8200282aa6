/**
 * Regular expressions of users, matched in time linear in the text: the adapter of re2js.
 *
 * Expressions and texts both come from strangers (a cloned chain, a response), and JavaScript's own
 * engine can be made to run for years by either. RE2 has no look-around and no back-references; an
 * expression that needs them is refused with words that say so.
 */
import { RE2JS, RE2JSException } from 're2js';
import { part, phrase, type Message } from './message';
import { expandedSize } from './regexSize';
import { WorkBudget, type Effort } from './workBudget';

/** An expression ready to match, or one sentence about what is wrong with it. */
export type CompiledRegex =
  { readonly ok: true; readonly regex: Regex } | { readonly ok: false; readonly message: Message };

/**
 * A compiled expression. The methods throw BudgetExceededError when the text is too long for it, and
 * NeedsFullEffortError when it is too long for quick work.
 */
export interface Regex {
  /** Instructions of the expression: a search takes at most as many steps for each character. */
  readonly size: number;
  /** Whether the expression occurs anywhere in the text. */
  occursIn(text: string, effort?: Effort): boolean;
  /**
   * Every match, left to right: the first group that took part, or the whole match of an expression
   * without groups. A match in which no group took part gives nothing.
   */
  findAll(text: string, effort?: Effort): readonly string[];
}

/** Compiles an expression; the compiled ones are kept, up to a bound. */
export function compileRegex(pattern: string): CompiledRegex {
  const known = compiled.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const result = compile(pattern);
  const weight = weightOf(pattern, result);
  if (compiled.size >= MAX_KEPT || keptWeight + weight > MAX_KEPT_WEIGHT) {
    compiled.clear();
    keptWeight = 0;
  }
  compiled.set(pattern, result);
  keptWeight += weight;
  return result;
}

const compiled = new Map<string, CompiledRegex>();
let keptWeight = 0;

/** Expressions that are kept, and what they weigh together: at most about 70 MB. */
const MAX_KEPT = 200;
const MAX_KEPT_WEIGHT = 200_000;

/** What an expression takes in memory, in units of about 350 bytes. An instruction is one; a class such as `\PL` has a table of its own. */
function weightOf(pattern: string, result: CompiledRegex): number {
  return (result.ok ? result.regex.size : 0) + 6 * pattern.length;
}

const MAX_PATTERN_LENGTH = 10_000;
const MAX_MATCHES = 100_000;

/** Instructions of the expression times characters of the text; of full effort some seconds at worst. */
const MAX_STEPS: Readonly<Record<Effort, number>> = { full: 500_000_000, quick: 3_000_000 };

/** Characters that the searches for further matches may look at; of full effort some seconds at worst. */
const MAX_SEARCHED: Readonly<Record<Effort, number>> = { full: 100_000_000, quick: 3_000_000 };

/** Parts of an expression whose counts are written out; the compiled one has at most about twice as many instructions. */
const MAX_EXPANDED = 20_000;

function compile(pattern: string): CompiledRegex {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return {
      ok: false,
      message: phrase`The regular expression is longer than ${MAX_PATTERN_LENGTH} characters.`,
    };
  }
  const supported = withSupportedEscapes(pattern);
  if (expandedSize(supported) > MAX_EXPANDED) {
    return {
      ok: false,
      message: phrase`The regular expression \`${part(pattern, 80)}\` repeats too much with counts such as {1000}; use smaller counts.`,
    };
  }
  try {
    return { ok: true, regex: regexOf(RE2JS.compile(supported)) };
  } catch (error) {
    if (error instanceof RE2JSException) {
      return { ok: false, message: explain(pattern, error.message) };
    }
    throw error;
  }
}

function regexOf(regex: RE2JS): Regex {
  return {
    size: regex.programSize(),
    occursIn: (text, effort = 'full') => {
      spendOnSearch(regex, text, effort);
      return regex.matcher(text).find();
    },
    findAll: (text, effort = 'full') => findAll(regex, text, effort),
  };
}

function findAll(regex: RE2JS, text: string, effort: Effort): readonly string[] {
  spendOnSearch(regex, text, effort);
  const budget = new WorkBudget(MAX_SEARCHED[effort], effort);
  const matcher = regex.matcher(text);
  const found: string[] = [];
  while (found.length < MAX_MATCHES && matcher.find()) {
    const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1));
    const value = groups.length === 0 ? matcher.group() : groups.find((group) => group !== null);
    if (value !== undefined && value !== null) {
      found.push(value);
    }
    // The search for the next match may look at everything that is left.
    budget.spend(text.length - matcher.end());
  }
  return found;
}

function spendOnSearch(regex: RE2JS, text: string, effort: Effort): void {
  new WorkBudget(MAX_STEPS[effort], effort).spend(regex.programSize() * text.length);
}

const JAVASCRIPT_ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|[^])/g;

/** Writes `\u0041`, which JavaScript knows and RE2 does not, as `\x{0041}`. */
function withSupportedEscapes(pattern: string): string {
  return pattern.replace(JAVASCRIPT_ESCAPE, (escape: string, braced?: string, plain?: string) => {
    const code = braced ?? plain;
    return code === undefined ? escape : `\\x{${code}}`;
  });
}

const LOOK_AROUND = /\(\?<?[=!]/;
const BACK_REFERENCE = /\\(?:[1-9]|k<)/;

function explain(pattern: string, message: string): Message {
  const shown = part(pattern, 80);
  if (LOOK_AROUND.test(pattern)) {
    return phrase`The regular expression \`${shown}\` uses look-around, which is not supported; take the part you want with a group instead.`;
  }
  if (BACK_REFERENCE.test(pattern)) {
    return phrase`The regular expression \`${shown}\` uses a back-reference, which is not supported; write the repeated part out.`;
  }
  return phrase`The regular expression \`${shown}\` is not valid: ${reasonOf(message)}.`;
}

/** The package quotes a piece of the expression, which may be a piece of a secret: only a short one is kept. */
function reasonOf(message: string): string {
  return message.replace(/^error parsing regexp: /, '').replace(/: `[^]{8,}`$/, '');
}
