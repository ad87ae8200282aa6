/** A yes-or-no question on the terminal. */
import { createInterface } from 'node:readline/promises';
import { printable } from '../paint';

/** Asks on stderr, so that the output of a run stays unchanged; absent where nobody can answer. */
export function terminalQuestion(signal: AbortSignal): ((question: string) => Promise<boolean>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    return undefined;
  }
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    // The terminal sends no signal for Ctrl-C while a line is edited.
    terminal.on('SIGINT', () => process.emit('SIGINT'));
    try {
      console.error(printable(question));
      const answer = await terminal.question('Trust this file for this and later runs? [y/N] ', { signal });
      return /^y(?:es)?$/i.test(answer.trim());
    } catch (error) {
      if (signal.aborted || isClosed(error)) {
        return false;
      }
      throw error;
    } finally {
      terminal.close();
    }
  };
}

/** Ctrl-D: nobody answers any more. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
