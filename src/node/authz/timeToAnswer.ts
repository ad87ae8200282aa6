/**
 * Time for changes that are under way when a run is cancelled. Cut off at once, a creation may be carried out after
 * the run has looked for what is left, and nobody knows its identifiers.
 */

/** Milliseconds that a change which was sent before the run was cancelled has for its answer. */
const ANSWER_MS = 800;

/** Sends with a signal that aborts a little after `signal`, or at once when that was aborted before. */
export async function withTimeToAnswer<T>(
  signal: AbortSignal,
  send: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) {
    return send(signal);
  }
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => {
      late.abort();
    }, ANSWER_MS);
  };
  signal.addEventListener('abort', wait, { once: true });
  try {
    return await send(late.signal);
  } finally {
    signal.removeEventListener('abort', wait);
    clearTimeout(timer);
  }
}
