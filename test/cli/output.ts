/** What a piece of work writes to the output and to stderr, for commands that run in the process of the test. */

/** Texts that were written, and what the work came to. */
export interface Written<T> {
  readonly value: T;
  readonly stdout: string;
  readonly stderr: string;
}

/** Does the work while both streams go into texts. */
export async function written<T>(work: () => Promise<T>): Promise<Written<T>> {
  const texts = { stdout: '', stderr: '' };
  const real = {
    stdout: process.stdout.write.bind(process.stdout),
    stderr: process.stderr.write.bind(process.stderr),
  };
  const into = (name: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    texts[name] += String(text);
    return true;
  };
  process.stdout.write = into('stdout');
  process.stderr.write = into('stderr');
  try {
    return { value: await work(), ...texts };
  } finally {
    process.stdout.write = real.stdout;
    process.stderr.write = real.stderr;
  }
}
