/**
 * Errors a user can fix. Expected outcomes of a run are data (see result.ts); everything that is
 * neither is a bug and throws an ordinary `Error`.
 */

/** What went wrong, in one sentence, and what to do about it, in another. */
export class UserError extends Error {
  override readonly name = 'UserError';
  constructor(
    readonly what: string,
    readonly todo: string,
    /** Where, when it concerns a place in a file. */
    readonly place?: FilePlace,
  ) {
    super(`${place === undefined ? '' : `${formatPlace(place)}: `}${what} ${todo}`);
  }
}

/** What comes of work; nothing where it fails by what a user can fix, which is said elsewhere. */
export async function unlessFaulty<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}

/** Nothing is sent before the person trusts the workspace. */
export class UntrustedError extends UserError {}

/** The environment that a chain or a matrix is to run in does not exist. */
export class MissingEnvironmentError extends UserError {}

/** A file that cannot be used, with everything that is wrong in it. */
export class InvalidFileError extends UserError {
  constructor(
    file: string,
    readonly faults: readonly { readonly place: FilePlace; readonly message: string }[],
  ) {
    const count = faults.length === 1 ? 'a problem' : `${faults.length} problems`;
    const list = faults.map(({ place, message }) => `${formatPlace(place)}: ${message}`);
    super(`${file} has ${count}.`, `\n${list.join('\n')}`);
  }
}

/** A place in a text file; line and column count from 1, columns in UTF-16 code units. */
export interface FilePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** `orders.chain.json:12:7`, as editors and terminals make it a link. */
export function formatPlace({ file, line, column }: FilePlace): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
