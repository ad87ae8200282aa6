/** What the engine says, as text: messages with nothing masked in them, for whole-value assertions. */
import { Message, renderUnmasked } from '../../src/core/message';

/** The same data with text for each message. */
export type Rendered<T> = T extends Message
  ? string
  : T extends Uint8Array
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Rendered<T[K]> }
      : T;

/** A copy of plain data with text for each message. */
export function rendered<T>(data: T): Rendered<T> {
  return textOf(data) as Rendered<T>;
}

function textOf(data: unknown): unknown {
  if (data instanceof Message) {
    return renderUnmasked(data);
  }
  if (Array.isArray(data)) {
    return data.map(textOf);
  }
  const isPlain =
    typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype;
  return isPlain ? Object.fromEntries(Object.entries(data).map(([name, one]) => [name, textOf(one)])) : data;
}
