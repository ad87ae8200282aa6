/**
 * Asking the person who works with a model whether they trust files that changed after the start.
 *
 * They see which files changed and all that the run would do. Their answer is for exactly that: for these texts, by
 * their digests, and for this question. A no is kept as well, so that a model cannot ask until it gets a yes.
 */
import { inEnglish } from '../core/say';
import type { RunWay, Wording } from '../core/run/surveyText';
import { oneLine, shorten } from '../core/shownText';
import type { Confirmation } from './confirmation';
import type { ChangedFile } from './fileWatch';
import type { RunTrust, Workbench } from './workbench';

/** Asks a person; resolves to nothing when they do not answer. */
export type AskPerson = (question: string) => Promise<boolean | undefined>;

/** UTF-16 code units of the longest question: nobody reads more. */
const LONGEST_QUESTION = 3_000;
/** Of the longest name of a file in it. Everything else is shown whole. */
const LONGEST_NAME = 120;

/** Names are code, which clients show as it is; they may draw the rest as Markdown. */
export const wording: Wording = {
  say: inEnglish,
  quoted: (name) => `\`${oneLine(name).replaceAll('`', '\\x60')}\``,
};

/** A run of files that changed. */
export interface ChangedRun {
  readonly changed: readonly ChangedFile[];
  /** The file of an authority is read when the run starts, and may say something else by then. */
  readonly survey: Pick<RunWay, 'authority'>;
  readonly about: Confirmation;
}

/** The answers of a person, since the start. */
export class Consent {
  readonly #answers = new Map<string, boolean>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * As much trust as a person gives: the whole when they trust the files, else less, with a sentence why.
   *
   * @param less what the run is trusted with otherwise
   */
  async trust(
    less: RunTrust,
    { changed, survey, about }: ChangedRun,
    { ask, settings }: Pick<Workbench, 'settings'> & { readonly ask: AskPerson },
  ): Promise<RunTrust> {
    const question = questionOf(changed, about);
    if (question.length > LONGEST_QUESTION) {
      return because(
        less,
        'The person was not asked, because it would be too much to read: run less at once.',
      );
    }
    if (survey.authority !== undefined) {
      return because(
        less,
        'The person was not asked, because the environment names a certificate authority.',
      );
    }
    const answer = await this.#inTurn(JSON.stringify([changed, question]), () => ask(question));
    if (answer === undefined) {
      return because(less, 'The person was asked, and did not answer.');
    }
    return answer
      ? { settings }
      : because(less, 'The person was asked, and does not trust them as they are now.');
  }

  /** One question after the other: a model may call tools at once, and a person reads one at a time. */
  #inTurn(key: string, ask: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
    const turn = this.#last.then(async () => {
      const answer = this.#answers.get(key) ?? (await ask());
      if (answer !== undefined) {
        this.#answers.set(key, answer);
      }
      return answer;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function because(less: RunTrust, why: string): RunTrust {
  return { ...less, withheld: `${less.withheld ?? ''} ${why}`.trim() };
}

function questionOf(changed: readonly ChangedFile[], { title, lines }: Confirmation): string {
  const names = changed.map(({ name }) => wording.quoted(shorten(name, LONGEST_NAME)));
  return [
    title,
    ...lines,
    '',
    `Changed after the server was started, perhaps by the model: ${names.join(', ')}.`,
    'If you do not trust this as it is now, the run has only the secrets that you bound to an origin.',
  ].join('\n');
}
