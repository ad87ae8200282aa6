/** Questions on the terminal. They go to stderr, so that the output of a command stays unchanged. */
import { createInterface } from 'node:readline/promises';
import { printable } from '../paint';

/** Asks a yes-or-no question; absent where nobody can answer. */
export function terminalQuestion(signal: AbortSignal): ((question: string) => Promise<boolean>) | undefined {
  if (!canAsk()) {
    return undefined;
  }
  return async (question) => {
    console.error(printable(question));
    const answer = await askLine('Trust this file for this and later runs? [y/N] ', signal);
    return /^y(?:es)?$/i.test(answer?.trim() ?? '');
  };
}

/** Whether a person is at both ends of the terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks for a line; resolves to nothing when the person gives up with Ctrl-C or Ctrl-D. */
export async function askLine(prompt: string, signal: AbortSignal): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal sends no signal for Ctrl-C while a line is edited.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    return await terminal.question(prompt, { signal });
  } catch (error) {
    if (signal.aborted || isClosed(error)) {
      return undefined;
    }
    throw error;
  } finally {
    terminal.close();
  }
}

/** Ctrl-D: nobody answers any more. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
