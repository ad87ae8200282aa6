/**
 * Waiting in tests for what comes in its own time, in a page, in an editor or in another process.
 *
 * It gives up before the test's own limit does: a wait that nobody ends would go on after its test, take the
 * processor from those that follow, and keep the whole run from ending.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Milliseconds between two looks: often enough for nobody to wait, rarely enough to leave others the processor. */
const PAUSE = 10;

/** How long a wait lasts, and the message when it was in vain. */
export interface Waiting {
  /** In milliseconds; less than the time limit of the test. */
  readonly within?: number;
  /** Milliseconds between two looks; more where looking itself does something. */
  readonly pause?: number;
  /** What there was instead. */
  readonly otherwise?: () => string;
}

/**
 * Waits until something is true.
 *
 * @throws AssertionError when it does not become true in time
 */
export async function until(isTrue: () => boolean | Promise<boolean>, waiting?: Waiting): Promise<void> {
  const look = async (): Promise<true | undefined> => ((await isTrue()) ? true : undefined);
  await eventually(look, { otherwise: () => String(isTrue), ...waiting });
}

/**
 * Waits until what is read has the expected value: what is read once, right after a click, can be the value before it.
 *
 * @throws AssertionError with the last value when it never has the expected one
 */
export async function untilEqual<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  let found: T | undefined;
  const isExpected = async (): Promise<boolean> => {
    found = await read();
    return isDeepStrictEqual(found, expected);
  };
  const otherwise = (): string => `${JSON.stringify(expected)} was expected, not ${JSON.stringify(found)}`;
  await until(isExpected, { otherwise });
}

/**
 * Looks for something until it is there.
 *
 * @returns what was found
 * @throws AssertionError when it does not come in time
 */
export async function eventually<T>(find: () => Promise<T | undefined>, waiting: Waiting = {}): Promise<T> {
  const { within = 90_000, pause = PAUSE, otherwise = () => String(find) } = waiting;
  const end = performance.now() + within;
  for (;;) {
    const found = await find();
    if (found !== undefined) {
      return found;
    }
    assert.ok(performance.now() < end, `Not within ${within} ms: ${otherwise()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
