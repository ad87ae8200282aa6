/**
 * The channel between the editor and a webview or a worker: typed calls over plain messages.
 *
 * Both sides use this class, offering the functions of one half of a contract and using those of the
 * other. Every call settles: with its result, with an error, or when the channel is disposed. Where
 * the other side is not trusted, a message that does not fit the contract is ignored and logged, a call that
 * does not fit is answered with an error, and nothing runs in either case.
 */

import { readMessage, type Message, type RemoteErrorCode } from './message';

/** The functions one side offers to the other, by name. Arguments and results are plain JSON data. */
export type Contract<C> = { readonly [Name in keyof C]: (...args: never[]) => unknown };

/** How one function's arguments and result are recognised at run time. */
export interface Guard<F extends (...args: never[]) => unknown> {
  readonly takes: (args: readonly unknown[]) => args is Parameters<F>;
  readonly gives: (result: unknown) => result is Awaited<ReturnType<F>>;
}

/** A contract as it can be checked: one guard for each function. */
export type Guards<C extends Contract<C>> = { readonly [Name in keyof C]: Guard<C[Name]> };

/** A contract carried out: functions that may also answer later. */
export type Implementation<C extends Contract<C>> = {
  readonly [Name in keyof C]: (
    ...args: Parameters<C[Name]>
  ) => ReturnType<C[Name]> | Promise<Awaited<ReturnType<C[Name]>>>;
};

/** The wire: posts messages and listens to them; the function it returns stops listening. */
export interface Port {
  readonly post: (message: unknown) => void;
  readonly listen: (receive: (message: unknown) => void) => () => void;
}

/** What a channel needs; `Offered` is served here, `Used` by the other side. */
export interface ChannelOptions<Offered extends Contract<Offered>, Used extends Contract<Used>> {
  readonly port: Port;
  /** Known to both sides; a message with another one is not meant for this channel. */
  readonly session: string;
  /** Unlike that of any earlier channel on this port, so that a late answer cannot be mistaken. */
  readonly name: string;
  readonly offered: { readonly guards: Guards<Offered>; readonly implementation: Implementation<Offered> };
  readonly used: Guards<Used>;
  /** Gets a sentence for every message that was ignored and every failure that was not expected. */
  readonly log: (problem: string) => void;
}

/** Why a call has no result: `message` may be shown to a person. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  constructor(
    /**
     * `refused`: not in the contract; `failed`: the function said why; `broken`: an unexpected
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
  readonly gives: (result: unknown) => boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RemoteError) => void;
}

/** One end of the wire. */
export class Channel<Offered extends Contract<Offered>, Used extends Contract<Used>> {
  readonly #options: ChannelOptions<Offered, Used>;
  readonly #pending = new Map<string, PendingCall>();
  readonly #stopListening: () => void;
  #calls = 0;
  #disposed = false;

  constructor(options: ChannelOptions<Offered, Used>) {
    this.#options = options;
    this.#stopListening = options.port.listen((message) => this.#receive(message));
  }

  /** Calls a function of the other side; rejects with a {@link RemoteError} only, unless errors cross as they are. */
  call<Name extends keyof Used & string>(
    name: Name,
    ...args: Parameters<Used[Name]>
  ): Promise<Awaited<ReturnType<Used[Name]>>> {
    if (this.#disposed) {
      return Promise.reject(new RemoteError('disposed', 'This view is closed.'));
    }
    this.#calls += 1;
    const id = `${this.#options.name}:${this.#calls}`;
    const { gives } = this.#options.used[name];
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { gives, resolve, reject });
    });
    this.#post({ kind: 'call', id, name, args });
    // The value was checked before it resolves, or the other side is trusted.
    return answer as Promise<Awaited<ReturnType<Used[Name]>>>;
  }

  /** Tells the other side something and wants no answer: right where it may not be there to hear it. */
  tell<Name extends keyof Used & string>(name: Name, ...args: Parameters<Used[Name]>): void {
    if (!this.#disposed) {
      this.#post({ kind: 'tell', name, args });
    }
  }

  /** Stops listening; every call that is still open is rejected. */
  dispose(): void {
    this.#disposed = true;
    this.#stopListening();
    for (const { reject } of this.#pending.values()) {
      reject(new RemoteError('disposed', 'This view is closed.'));
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
      case 'tell':
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
    const { guards, implementation } = this.#options.offered;
    if (!isOwnName(name, guards)) {
      throw new RemoteError('refused', `There is nothing called ${JSON.stringify(name)} here.`);
    }
    const { takes } = guards[name];
    if (!takes(args)) {
      throw new RemoteError('refused', `These are no arguments for ${name}.`);
    }
    return implementation[name](...args);
  }

  #describe(name: string, error: unknown): { code: RemoteErrorCode; message: string } {
    if (error instanceof RemoteError) {
      this.#options.log(error.message);
      return { code: error.code, message: error.message };
    }
    if (error instanceof CallFailure) {
      return { code: 'failed', message: error.message };
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
      call.reject(new RemoteError(message.code, message.message));
    } else if (call.gives(message.value)) {
      call.resolve(message.value);
    } else {
      call.reject(new RemoteError('broken', 'The answer was not of the expected form.'));
    }
  }

  #postUnlessDisposed(message: Message): void {
    if (!this.#disposed) {
      this.#post(message);
    }
  }
}

function isOwnName<T extends object>(name: string, guards: T): name is keyof T & string {
  return Object.hasOwn(guards, name);
}
