/**
 * Descriptions of APIs in a thread of its own, so that the editor stays responsive while a large one is read. One thread
 * reads all of them, and keeps the last ones. It is ended when a description takes too long; the next question starts another.
 */
import { fileURLToPath } from 'node:url';
import { UserError } from '../../core/errors';
import { stringifyJson } from '../../core/json/json';
import type { ApiListing, DescribedOperation } from '../../core/openapi/apiListing';
import type { ApiDescription, NamedDescription } from '../../core/openapi/namedDescription';
import type { LoadDescription, LoadedDescription } from '../../node/files/loadDescription';
import { startWorker, type OwnWorker } from '../ownWorker';

/** A description in a folder of the workspace. */
export interface DescriptionPlace {
  readonly named: NamedDescription;
  /** Absolute path. */
  readonly workspace: string;
}

/** A question about a description. */
type Ask<Name extends keyof ApiDescription> = ApiDescription[Name] extends (
  ...args: infer Args
) => Promise<infer Answer>
  ? (place: DescriptionPlace, ...args: Args) => Answer
  : never;

/** What the thread can be called for. The place is part of each call: the thread may have forgotten the description. */
export interface DescriptionCalls {
  readonly read: (place: DescriptionPlace) => Pick<LoadedDescription, 'file' | 'files' | 'remarks'>;
  /** The requests are JSON, which keeps all digits of numbers. */
  readonly compare: (place: DescriptionPlace, requests: string) => ReturnType<Ask<'compare'>>;
  readonly responseTo: Ask<'responseTo'>;
  readonly placeOf: Ask<'placeOf'>;
  readonly wordsFor: Ask<'wordsFor'>;
  readonly list: (place: DescriptionPlace) => ApiListing<DescribedOperation>;
}

type DescriptionWorker = OwnWorker<DescriptionCalls>;

/** Thrown by calls that were not answered when the thread was ended. */
class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** How long anything about a description may take. */
const MOST_MS = 60_000;

/** The thread of this window. */
export class DescriptionThread {
  #worker: DescriptionWorker | undefined;

  constructor(
    private readonly script: string,
    private readonly mostMs = MOST_MS,
  ) {}

  /** Reads a description. Rejects with UserError when it is missing, outside of the workspace, or cannot be used. */
  readonly describe: LoadDescription = async (named, workspace) => {
    const place = { named, workspace };
    const read = await this.#ask(place, (calls) => calls.read(place));
    return {
      ...read,
      compare: async (requests) => {
        const compared = requests.map(({ method, url, query, headers, body }) => ({
          ...{ method, url, query, headers },
          ...(body === undefined ? {} : { body }),
        }));
        const text = stringifyJson(compared);
        return this.#ask(place, (calls) => calls.compare(place, text));
      },
      responseTo: (...args) => this.#ask(place, (calls) => calls.responseTo(place, ...args)),
      placeOf: (...args) => this.#ask(place, (calls) => calls.placeOf(place, ...args)),
      wordsFor: (...args) => this.#ask(place, (calls) => calls.wordsFor(place, ...args)),
    };
  };

  /** Lists the operations of a description. Rejects as `describe` does. */
  list(place: DescriptionPlace): Promise<ApiListing<DescribedOperation>> {
    return this.#ask(place, (calls) => calls.list(place));
  }

  async #ask<Answer>(
    place: DescriptionPlace,
    question: (calls: DescriptionWorker['calls']) => Promise<Answer>,
    isSecondTime = false,
  ): Promise<Answer> {
    const asked = (this.#worker ??= startWorker<DescriptionCalls>({
      script: this.script,
      whenEnded: new ThreadEnded(),
    }));
    let isTooLong = false;
    const timer = setTimeout(() => {
      isTooLong = true;
      this.#drop(asked);
    }, this.mostMs);
    try {
      return await question(asked.calls);
    } catch (error) {
      if (!(error instanceof UserError)) {
        this.#drop(asked);
      }
      // The thread may have been ended for another description.
      const isEnded = error instanceof ThreadEnded;
      if (isEnded && !isTooLong && !isSecondTime) {
        return await this.#ask(place, question, true);
      }
      throw isEnded || isOutOfMemory(error) ? tooLarge(place.named) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #drop(asked: DescriptionWorker): void {
    asked.end();
    if (this.#worker === asked) {
      this.#worker = undefined;
    }
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/* eslint-disable host/text -- translated where it is shown, as other problems of files around a chain */
function tooLarge({ name, from }: NamedDescription): UserError {
  return new UserError(
    `The description ${name} is too large to be read in the editor.`,
    'Name a smaller one.',
    {
      file: from,
    },
  );
}
/* eslint-enable host/text */

/** Descriptions for everything in this window. */
export const descriptions = new DescriptionThread(
  fileURLToPath(new URL('descriptionWorker.js', import.meta.url)),
);
