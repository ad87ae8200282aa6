/**
 * Workers of our own, and the channel to them: work that takes long leaves the editor free to answer, and to end the
 * worker is to end the work. Both sides are trusted: no value is checked, and errors arrive as they were thrown.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { UserError } from '../core/errors';
import { Channel, remote, type ErrorTexts, type Implementation, type Remote } from '../protocol/channel';
import type { Functions } from '../protocol/contract';

/** A worker, as the editor sees it. */
export interface OwnWorker<Calls extends Functions<Calls>> {
  /** What it can be asked. They reject with UserError as the worker throws it, and when the worker ends. */
  readonly calls: Remote<Calls>;
  /** Ends it, whatever it is doing; an answer that comes later is not waited for. */
  readonly end: () => void;
}

/** What starting a worker takes. */
export interface WorkerStart<Notifications extends Functions<Notifications>> {
  /** Absolute path. */
  readonly script: string;
  /** What calls reject with that are not answered because the worker ended. */
  readonly whenEnded: Error;
  /** Calls from the worker to the editor. */
  readonly notifications?: Implementation<Notifications>;
}

/** Starts a worker. It does not keep the process alive. */
export function startWorker<
  Calls extends Functions<Calls>,
  Notifications extends Functions<Notifications> = Record<never, never>,
>({ script, whenEnded, notifications }: WorkerStart<Notifications>): OwnWorker<Calls> {
  const worker = new Worker(script);
  const channel = openChannel<Notifications, Calls>(worker, notifications);
  // A listener for messages keeps the process alive, so this comes after it.
  worker.unref();
  worker.on('error', (error) => channel.dispose(error));
  worker.on('exit', () => channel.dispose(whenEnded));
  return {
    calls: remote(channel),
    end: () => {
      channel.dispose(whenEnded);
      void worker.terminate();
    },
  };
}

/** The worker's side: answers the editor that started it. What it gives is for telling the editor something. */
export function serveEditor<
  Calls extends Functions<Calls>,
  Notifications extends Functions<Notifications> = Record<never, never>,
>(calls: Implementation<Calls>): Pick<Channel<Calls, Notifications>, 'notify'> {
  if (parentPort === null) {
    throw new Error('This script is for a worker.');
  }
  return openChannel<Calls, Notifications>(parentPort, calls);
}

/** A worker, or in it the port to the editor. */
interface WorkerPort {
  postMessage(message: unknown): void;
  on(event: 'message', receive: (message: unknown) => void): unknown;
  off(event: 'message', receive: (message: unknown) => void): unknown;
}

function openChannel<Offered extends Functions<Offered>, Used extends Functions<Used>>(
  port: WorkerPort,
  implementation: Implementation<Offered> | undefined,
): Channel<Offered, Used> {
  return new Channel({
    port: {
      post: (message) => port.postMessage(message),
      listen: (receive) => {
        port.on('message', receive);
        return () => void port.off('message', receive);
      },
    },
    session: 'worker',
    name: 'call',
    implementation,
    errors: thrown,
    // Both sides are ours, and what goes wrong in a call reaches its caller.
    log: () => undefined,
  });
}

/** The class of an error does not cross from one thread to the other: what the user can fix does, and a fault's trace. */
const thrown: ErrorTexts = {
  write: (error) =>
    JSON.stringify(
      error instanceof UserError
        ? { what: error.what, todo: error.todo, place: error.place }
        : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ),
  read: (text) => {
    const error = JSON.parse(text) as Pick<UserError, 'what' | 'todo' | 'place'> | { fault: string };
    return 'what' in error ? new UserError(error.what, error.todo, error.place) : new Error(error.fault);
  },
};
