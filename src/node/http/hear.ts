/**
 * Passing a body to its listener while it arrives, decoded. The time to listen begins here.
 *
 * The body that is kept is decoded later, as every other one. So what is decoded here is let go, and a fault ends the
 * reading without a word: decoding again says what it is.
 */
import type { Transform } from 'node:stream';
import type { BodyListener } from '../../core/ports';
import { contentCodings, decoderFor } from './decode';
import type { Attempt, ResponseHead } from './receive';

/** A body that is listened to. */
interface Hearing {
  readonly take: (chunk: Buffer) => void;
  readonly end: () => void;
}

/** Called when nothing more is to be read. */
type OnEnough = (how: { readonly stopped?: { readonly size?: number } }) => void;

/** Begins to listen to the body of an answer; absent when nobody does. */
export function hear(
  head: ResponseHead,
  { listenTo, deadline, limits }: Attempt,
  onEnough: OnEnough,
): Hearing | undefined {
  const listener = listenTo?.(head);
  if (listener === undefined) {
    return undefined;
  }
  deadline.endTimeout();
  const timer = setTimeout(() => {
    onEnough({ stopped: {} });
  }, listener.maxMs);
  const decoding = new Decoding(
    contentCodings(head.headers),
    passTo(listener, limits.maxBodyBytes, onEnough),
    () => {
      onEnough({});
    },
  );
  return {
    take: (chunk) => {
      decoding.take(chunk);
    },
    end: () => {
      clearTimeout(timer);
      decoding.end();
    },
  };
}

function passTo(listener: BodyListener, limit: number, onEnough: OnEnough): (chunk: Buffer) => void {
  let heard = 0;
  return (chunk) => {
    heard += chunk.length;
    const size = heard > limit ? undefined : listener.take(chunk);
    if (size !== undefined) {
      onEnough({ stopped: { size } });
    } else if (heard > limit) {
      onEnough({});
    }
  };
}

/** What undoes codings chunk by chunk, the last one first. */
class Decoding {
  readonly take: (chunk: Buffer) => void;
  readonly #decoders: Transform[] = [];

  constructor(
    codings: readonly string[],
    onData: (chunk: Buffer) => void,
    private readonly onFault: () => void,
  ) {
    this.take = codings.reduce((next, coding) => this.#stage(coding, next), onData);
  }

  end(): void {
    this.#decoders.forEach((decoder) => decoder.removeAllListeners('data').destroy());
  }

  /** Begins with the first chunk, which says what kind of deflate it is. */
  #stage(coding: string, next: (chunk: Buffer) => void): (chunk: Buffer) => void {
    let decoder: Transform | undefined;
    return (chunk) => {
      decoder ??= this.#open(coding, chunk, next);
      decoder?.write(chunk);
    };
  }

  #open(coding: string, first: Buffer, next: (chunk: Buffer) => void): Transform | undefined {
    const decoder = decoderFor(coding, first);
    if (decoder === undefined) {
      this.onFault();
      return undefined;
    }
    this.#decoders.push(decoder);
    return decoder.on('error', this.onFault).on('data', next);
  }
}
