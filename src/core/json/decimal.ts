/**
 * Decimal numbers as JSON writes them, compared by value and without a digit lost.
 *
 * A double represents the shortest decimal that reads back as it (`0.1` is one tenth), because that is
 * what a person wrote and what is written again; its binary expansion never shows.
 */

/** A number as sign, significant digits and the power of ten of the digit before the first. */
export interface Decimal {
  readonly negative: boolean;
  /** Without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** The value is `0.digits` times ten to this power. */
  readonly power: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Whether a double gives back this JSON number: same value, and no negative zero. */
export function isExactAsDouble(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) {
    return true;
  }
  if (value === 0) {
    return !text.startsWith('-') && decimalOf(text).digits === '';
  }
  return Number.isFinite(value) && compareDecimals(text, String(value)) === 0;
}

/**
 * Below, at or above zero as `a` is less than, equal to or greater than `b`; both are JSON numbers.
 * Powers of ten beyond 2^53 count as equal.
 */
function compareDecimals(a: string, b: string): number {
  return compareReadDecimals(decimalOf(a), decimalOf(b));
}

/** The same for numbers that were read by {@link decimalOf}. */
export function compareReadDecimals(left: Decimal, right: Decimal): number {
  const signs = signOf(left) - signOf(right);
  if (signs !== 0 || left.digits === '') {
    return signs;
  }
  const magnitudes =
    left.power === right.power
      ? compareTexts(left.digits, right.digits)
      : Math.sign(left.power - right.power);
  return left.negative ? -magnitudes : magnitudes;
}

/** Whether a JSON number has no fraction: `7`, `1e400`, `2.50e1`. */
export function isInteger(text: string): boolean {
  const { digits, power } = decimalOf(text);
  return digits.length <= power || digits === '';
}

/** Reads a JSON number, in time linear in its text. */
export function decimalOf(text: string): Decimal {
  const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) {
    throw new Error(`not a JSON number: ${text.slice(0, 40)}`);
  }
  const all = whole + fraction;
  const first = firstNonZero(all);
  const digits = all.slice(first, lastNonZero(all) + 1);
  return { negative: sign === '-', digits, power: whole.length - first + Number(exponent) };
}

function firstNonZero(digits: string): number {
  let index = 0;
  while (digits[index] === '0') {
    index += 1;
  }
  return index;
}

function lastNonZero(digits: string): number {
  let index = digits.length - 1;
  while (digits[index] === '0') {
    index -= 1;
  }
  return index;
}

function signOf({ negative, digits }: Decimal): number {
  if (digits === '') {
    return 0;
  }
  return negative ? -1 : 1;
}

function compareTexts(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
