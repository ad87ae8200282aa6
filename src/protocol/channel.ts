/**
 * The channel between the editor and a webview or a worker: typed calls over plain messages.
 *
 * Both sides use this class, offering the functions of one half of a contract and using those of the
 * other. Every call settles: with its result, with an error, or when the channel is disposed. Where
 * the other side is not trusted, a message that does not fit the contract is ignored and logged, a call that
 * does not fit is answered with an error, and nothing runs in either case.
 */

import { MissingEnvironmentError, UntrustedError, UserError } from '../core/errors';
import type { Calls, Functions } from './contract';
import { readMessage, type Message, type RemoteErrorCode } from './message';
import { accepts, type Form } from './schema';

/** A contract carried out: functions that may also answer later. */
export type Implementation<C extends Functions<C>> = {
  readonly [Name in keyof C]: (
    ...args: Parameters<C[Name]>
  ) => ReturnType<C[Name]> | Promise<Awaited<ReturnType<C[Name]>>>;
};

/** The functions of the other side: every promise settles, and rejects with a {@link RemoteError} only. */
export type Remote<C extends Functions<C>> = {
  readonly [Name in keyof C]: (...args: Parameters<C[Name]>) => Promise<Awaited<ReturnType<C[Name]>>>;
};

/** The wire: posts messages and listens to them; the function it returns stops listening. */
export interface Port {
  readonly post: (message: unknown) => void;
  readonly listen: (receive: (message: unknown) => void) => () => void;
}

/** What a channel needs; `Offered` is served here, `Used` by the other side. */
export interface ChannelOptions<Offered extends Functions<Offered>, Used extends Functions<Used>> {
  readonly port: Port;
  /** Known to both sides; a message with another one is not meant for this channel. */
  readonly session: string;
  /** Unlike that of any earlier channel on this port, so that a late answer cannot be mistaken. */
  readonly name: string;
  /** Absent until this side is ready to listen; what is asked before is refused. */
  readonly implementation: Implementation<Offered> | undefined;
  /** Checks incoming calls; absent where the other side is trusted. */
  readonly checks?: { readonly offered: Calls<Offered>; readonly used: Calls<Used> };
  /** For trusted sides. When absent, the other side gets what a person may read, and the rest is logged. */
  readonly errors?: ErrorTexts;
  /** Gets a sentence for every message that was ignored and every failure that was not expected. */
  readonly log: (problem: string) => void;
}

/** How an error that a function throws crosses the wire unchanged. */
export interface ErrorTexts {
  readonly write: (error: unknown) => string;
  readonly read: (text: string) => Error;
}

/** Why a call has no result: `message` may be shown to a person. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  constructor(
    /**
     * `refused`: not in the contract; `failed`: the function said why; `untrusted`: not before the
     * workspace is trusted; `no-environment`: the environment to run in does not exist; `broken`: an unexpected
     * failure or a result that does not fit; `disposed`: the channel ended first.
     */
    readonly code: RemoteErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** What an implementation throws, in addition to UserError, when the message is meant for the user. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}

interface PendingCall {
  readonly gives: Form | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One end of the wire. */
export class Channel<Offered extends Functions<Offered>, Used extends Functions<Used>> {
  readonly #options: ChannelOptions<Offered, Used>;
  readonly #pending = new Map<string, PendingCall>();
  readonly #stopListening: () => void;
  #calls = 0;
  /** What calls reject with since the channel was disposed. */
  #disposed: Error | undefined;

  constructor(options: ChannelOptions<Offered, Used>) {
    this.#options = options;
    this.#stopListening = options.port.listen((message) => this.#receive(message));
  }

  /** Calls a function of the other side; rejects with a {@link RemoteError} only, unless errors cross as they are. */
  call<Name extends keyof Used & string>(
    name: Name,
    ...args: Parameters<Used[Name]>
  ): Promise<Awaited<ReturnType<Used[Name]>>> {
    if (this.#disposed !== undefined) {
      return Promise.reject(this.#disposed);
    }
    this.#calls += 1;
    const id = `${this.#options.name}:${this.#calls}`;
    const gives = this.#options.checks?.used[name].gives;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { gives, resolve, reject });
    });
    this.#post({ kind: 'call', id, name, args });
    // The value was checked before it resolves, or the other side is trusted.
    return answer as Promise<Awaited<ReturnType<Used[Name]>>>;
  }

  /** Notifies the other side without waiting for an answer: for sides that may not be listening. */
  notify<Name extends keyof Used & string>(name: Name, ...args: Parameters<Used[Name]>): void {
    if (this.#disposed === undefined) {
      this.#post({ kind: 'notify', name, args });
    }
  }

  /** Stops listening; calls that are still open, and later ones, are rejected with the first reason given. */
  dispose(reason: Error = new RemoteError('disposed', 'This view is closed.')): void {
    this.#disposed ??= reason;
    this.#stopListening();
    for (const { reject } of this.#pending.values()) {
      reject(this.#disposed);
    }
    this.#pending.clear();
  }

  #post(message: Message): void {
    this.#options.port.post({ session: this.#options.session, ...message });
  }

  #receive(received: unknown): void {
    const message = readMessage(received, this.#options.session);
    if (message === undefined) {
      this.#options.log('Ignored a message that is not of this view.');
      return;
    }
    switch (message.kind) {
      case 'call':
        void this.#answer(message.id, message);
        return;
      case 'notify':
        void this.#hear(message);
        return;
      case 'result':
      case 'error':
        this.#settle(message);
    }
  }

  async #answer(id: string, call: { name: string; args: readonly unknown[] }): Promise<void> {
    try {
      const value = await this.#perform(call);
      this.#postUnlessDisposed({ kind: 'result', id, value });
    } catch (error) {
      this.#postUnlessDisposed({ kind: 'error', id, ...this.#describe(call.name, error) });
    }
  }

  async #hear(call: { name: string; args: readonly unknown[] }): Promise<void> {
    try {
      await this.#perform(call);
    } catch (error) {
      this.#options.log(`${call.name}: ${this.#describe(call.name, error).message}`);
    }
  }

  #perform({ name, args }: { name: string; args: readonly unknown[] }): unknown {
    const { implementation, checks } = this.#options;
    if (implementation === undefined || !isOwnName(name, implementation)) {
      throw new RemoteError('refused', `There is nothing called ${JSON.stringify(name)} here.`);
    }
    if (checks !== undefined && !accepts(checks.offered[name].takes, args)) {
      throw new RemoteError('refused', `These are no arguments for ${name}.`);
    }
    // They are what the function takes: they were checked, or the other side is trusted.
    return implementation[name](...(args as Parameters<Offered[typeof name]>));
  }

  #describe(name: string, error: unknown): { code: RemoteErrorCode; message: string } {
    const { errors } = this.#options;
    if (errors !== undefined) {
      return { code: 'failed', message: errors.write(error) };
    }
    if (error instanceof RemoteError) {
      this.#options.log(error.message);
      return { code: error.code, message: error.message };
    }
    if (error instanceof CallFailure || error instanceof UserError) {
      return { code: failureCode(error), message: error.message };
    }
    this.#options.log(
      `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return {
      code: 'broken',
      message: 'This did not work because of a fault in Chainwright; its log says more.',
    };
  }

  #settle(message: Extract<Message, { kind: 'result' | 'error' }>): void {
    const call = this.#pending.get(message.id);
    if (call === undefined) {
      this.#options.log('Ignored an answer that nothing asked for.');
      return;
    }
    this.#pending.delete(message.id);
    if (message.kind === 'error') {
      const { errors } = this.#options;
      call.reject(errors?.read(message.message) ?? new RemoteError(message.code, message.message));
    } else if (call.gives === undefined || accepts(call.gives, message.value)) {
      call.resolve(message.value);
    } else {
      call.reject(new RemoteError('broken', 'The answer was not of the expected form.'));
    }
  }

  #postUnlessDisposed(message: Message): void {
    if (this.#disposed === undefined) {
      this.#post(message);
    }
  }
}

/** The functions at the other end of a channel. */
export function remote<Offered extends Functions<Offered>, Used extends Functions<Used>>(
  channel: Channel<Offered, Used>,
): Remote<Used> {
  const get = (_target: object, name: string | symbol): unknown =>
    // `await` asks an object for `then`.
    typeof name === 'string' && name !== 'then'
      ? (...args: Parameters<Used[keyof Used]>) => channel.call(name as keyof Used & string, ...args)
      : undefined;
  // Each name gives the call of that name.
  return new Proxy({}, { get }) as Remote<Used>;
}

/** Tells apart what the person can do something about where the page says so. */
function failureCode(error: Error): RemoteErrorCode {
  if (error instanceof UntrustedError) {
    return 'untrusted';
  }
  return error instanceof MissingEnvironmentError ? 'no-environment' : 'failed';
}

function isOwnName<T extends object>(name: string, functions: T): name is keyof T & string {
  return Object.hasOwn(functions, name);
}
