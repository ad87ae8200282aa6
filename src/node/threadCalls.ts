/**
 * Calls to a thread of our own, as functions that take one thing: work that takes long leaves the editor free to
 * answer, and to end the thread is to end the work.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { UserError } from '../core/errors';

/** What a thread does, by names. */
export type ThreadContract<Calls> = { readonly [Name in keyof Calls]: (order: never) => unknown };

interface Call {
  readonly id: number;
  readonly name: string;
  readonly order: unknown;
}

/** What came of a call: a value, what the user can mend, or a fault with its trace. */
type Answer = { readonly id: number } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly what: string; readonly todo: string }
  | { readonly ok: false; readonly fault: string }
);

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread, from the outside. */
export class ThreadCalls<Calls extends ThreadContract<Calls>> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #ended: Error | undefined;

  /** @param whenEnded what calls are rejected with that the thread does not answer because it was ended */
  constructor(
    script: string,
    private readonly whenEnded: Error,
  ) {
    this.#worker = new Worker(script);
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(whenEnded));
  }

  /** Calls the thread. Rejects with UserError as the thread throws it, and when the thread ends. */
  async call<Name extends keyof Calls & string>(
    name: Name,
    order: Parameters<Calls[Name]>[0],
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    if (this.#ended !== undefined) {
      throw this.#ended;
    }
    this.#count += 1;
    const id = this.#count;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, name, order } satisfies Call);
    // The thread is our own, and answers a call with what its function gives.
    return (await answer) as Awaited<ReturnType<Calls[Name]>>;
  }

  /** Ends the thread, whatever it is doing; an answer that comes before that is not waited for any more. */
  end(): void {
    this.#fail(this.whenEnded);
    void this.#worker.terminate();
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.ok) {
      waiting?.resolve(answer.value);
    } else {
      waiting?.reject('what' in answer ? new UserError(answer.what, answer.todo) : new Error(answer.fault));
    }
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    this.#waiting.forEach(({ reject }) => reject(this.#ended));
    this.#waiting.clear();
  }
}

/** The thread's side: answers the calls of whoever started it. */
export function serveEditor<Calls extends ThreadContract<Calls>>(calls: Calls): void {
  parentPort?.on('message', ({ id, name, order }: Call) => {
    void answerTo(() => (calls[name as keyof Calls] as unknown as (order: unknown) => unknown)(order)).then(
      (answer) => parentPort?.postMessage({ id, ...answer }),
    );
  });
}

async function answerTo(perform: () => unknown): Promise<object> {
  try {
    return { ok: true, value: await perform() };
  } catch (error) {
    // The class of an error does not cross from one thread to the other.
    return error instanceof UserError
      ? { ok: false, what: error.what, todo: error.todo }
      : { ok: false, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
