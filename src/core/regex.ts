/**
 * Regular expressions of users, matched in time linear in the text: the adapter of re2js.
 *
 * Expressions and texts both come from strangers (a cloned chain, a response), and JavaScript's own
 * engine can be made to run for years by either. RE2 has no look-around and no back-references; an
 * expression that needs them is refused with words that say so.
 */
import { RE2JS, RE2JSException } from 're2js';
import { part, phrase } from './message';
import type { Message } from './message';
import { WorkBudget } from './workBudget';

/** An expression ready to match, or one sentence about what is wrong with it. */
export type CompiledRegex =
  { readonly ok: true; readonly regex: Regex } | { readonly ok: false; readonly message: Message };

/** A compiled expression. The methods throw BudgetExceededError when the text is too long for it. */
export interface Regex {
  /** Whether the expression occurs anywhere in the text. */
  occursIn(text: string): boolean;
  /**
   * Every match, left to right: the first group that took part, or the whole match of an expression
   * without groups. A match in which no group took part gives nothing.
   */
  findAll(text: string): readonly string[];
}

/** Compiles an expression; the compiled ones are kept, up to a bound. */
export function compileRegex(pattern: string): CompiledRegex {
  const known = compiled.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const result = compile(pattern);
  if (compiled.size >= MAX_KEPT) {
    compiled.clear();
  }
  compiled.set(pattern, result);
  return result;
}

const MAX_KEPT = 200;
const MAX_PATTERN_LENGTH = 10_000;
const MAX_MATCHES = 100_000;

/** Instructions of the expression times characters of the text; some seconds at worst. */
const MAX_STEPS = 500_000_000;

/** Characters that the searches for further matches may look at; some seconds at worst. */
const MAX_SEARCHED = 100_000_000;

const compiled = new Map<string, CompiledRegex>();

function compile(pattern: string): CompiledRegex {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return {
      ok: false,
      message: phrase`The regular expression is longer than ${MAX_PATTERN_LENGTH} characters.`,
    };
  }
  try {
    return { ok: true, regex: regexOf(RE2JS.compile(withSupportedEscapes(pattern))) };
  } catch (error) {
    if (error instanceof RE2JSException) {
      return { ok: false, message: explain(pattern, error.message) };
    }
    throw error;
  }
}

function regexOf(regex: RE2JS): Regex {
  return {
    occursIn: (text) => {
      spendOnSearch(regex, text);
      return regex.matcher(text).find();
    },
    findAll: (text) => findAll(regex, text),
  };
}

function findAll(regex: RE2JS, text: string): readonly string[] {
  spendOnSearch(regex, text);
  const budget = new WorkBudget(MAX_SEARCHED);
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

function spendOnSearch(regex: RE2JS, text: string): void {
  new WorkBudget(MAX_STEPS).spend(regex.programSize() * text.length);
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
