/** Moments as the built-ins of a chain write them: now, or moved from now by an amount of a unit. */

/** A moment, moved from now by an amount of a unit that built-ins know. */
export interface Moment {
  readonly amount: number;
  readonly unit: string;
}

/** Now. */
export const NOW: Moment = { amount: 0, unit: 'ms' };

/** A time as a number, since 1970. */
export interface Clock {
  readonly at: Moment;
  /** Milliseconds, or seconds. */
  readonly perSecond: 1000 | 1;
  /** Seconds may have a fraction, which no built-in gives. */
  readonly isWhole: boolean;
}

/** The reference that makes the number; absent when no built-in does. */
export function clockText({ at, perSecond, isWhole }: Clock): string | undefined {
  return isWhole ? momentText(perSecond === 1000 ? '$timestampMs' : '$timestamp', at) : undefined;
}

/** A reference to a built-in that writes this moment. */
export function momentText(name: string, { amount, unit }: Moment): string {
  return `{{${name}${amount === 0 ? '' : ` ${amount} ${unit}`}}}`;
}
