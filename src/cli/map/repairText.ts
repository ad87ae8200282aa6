/** The outcome of a repair for people. Recorded values of credentials are not in it. */
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import {
  explainChanges,
  explainOpen,
  placeWords,
  unexplainedWords,
  type ExplainedChange,
  type NameOf,
  type ShownRepair,
} from '../../core/mapping/repair/explainRepair';
import type { RepairRemedies } from '../../core/mapping/repair/repairAdvice';
import type { Attempt, OpenDifference, RepairReport } from '../../core/mapping/repair/repairReport';
import { plural } from '../../core/words';
import type { Paint } from '../../formats/reporters/consoleReport';
import { printable } from '../paint';
import { requestText } from './mappingText';

/** What people do about a difference on the command line. */
export const repairRemedies: RepairRemedies = {
  moreTime: 'give it more time: --timeout',
  giveValue: 'give the variable a value: --var, the environment, or an extraction',
};

/** Names requests as the recording has them: `3 GET /orders/7`, or by their id where it does not have them. */
export function recordedNames(steps: readonly RecordedStep[], ids: ReadonlyMap<number, string>): NameOf {
  const requests = new Map(steps.map((step) => [step.entry, step]));
  const entries = new Map([...ids].map(([entry, id]) => [id, entry]));
  return (id) => {
    const entry = entries.get(id);
    return entry === undefined ? id : requestText(entry, requests);
  };
}

/** A repair for a person: the outcome, the changes as a diff with their reasons, and what is left to decide. */
export function renderRepair(shown: ShownRepair, paint: Paint): string {
  const { report, nameOf } = shown;
  const { failures, remarks, stale, unexplained } = report;
  return [
    `${outcomeSentence(report, paint)}\n`,
    section(
      'Changes',
      explainChanges(shown).flatMap((change) => changeLines(change, nameOf, paint)),
    ),
    section(
      'To decide',
      failures.flatMap((open) => decisionLines(open, shown)),
    ),
    section(
      'Answered in another way than recorded, although accepted',
      remarks.flatMap((open) => decisionLines(open, shown)),
    ),
    section(
      'Recorded values that are still sent, although this run has others',
      stale.map((place) => printable(placeWords(place, shown))),
    ),
    section(
      'Recorded ids that nothing explains',
      unexplained.map((place) => printable(unexplainedWords(place, shown))),
    ),
  ].join('');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function outcomeSentence(
  { outcome, trials, failures, remarks, stale, unexplained }: RepairReport,
  paint: Paint,
): string {
  const recorded = stale.length + unexplained.length;
  const after = trials === 0 ? '' : ` after ${plural(trials, 'trial')}`;
  const where = failures.length < 2 ? '' : ' Begin with the first: others may only follow from it.';
  switch (outcome) {
    case 'green':
      return recorded === 0
        ? paint.green(`Every request went as recorded${after}.`)
        : paint.yellow(
            `Every request went as recorded${after}. ${plural(recorded, 'place still sends a recorded value', 'places still send recorded values')}.`,
          );
    case 'open':
      return failures.length === 0
        ? paint.yellow(
            `Every request was accepted${after}; ${plural(remarks.length, 'answer differs', 'answers differ')}.`,
          )
        : paint.red(
            `${plural(failures.length, 'request still differs', 'requests still differ')} from the recording${after}.${where}`,
          );
    case 'stopped':
      return paint.red(`Stopped${after}: a request got no answer.`);
    case 'cancelled':
      return paint.yellow('Cancelled. Nothing was changed.');
  }
}

function changeLines(
  { request, place, takes, why, before, after }: ExplainedChange,
  nameOf: NameOf,
  paint: Paint,
): readonly string[] {
  return [
    printable(`${nameOf(request)}, ${place}: ${takes}`),
    paint.dim(`  ${printable(why)}`),
    ...(before === undefined ? [] : [paint.red(`  - ${part(before)}`)]),
    paint.green(`  + ${part(after)}`),
  ];
}

function part(text: string): string {
  return printable(text.replaceAll('\n', ' '));
}

function decisionLines(open: OpenDifference, shown: ShownRepair): readonly string[] {
  const { request, words, proposals } = explainOpen(open, shown);
  return [
    printable(`${shown.nameOf(request)}: ${words}`),
    ...proposals.map(
      ({ text, tried }, index) =>
        `  ${index + 1}. ${printable(text)}${tried === undefined ? '' : ` (${OUTCOMES[tried]})`}`,
    ),
  ];
}

const OUTCOMES: Readonly<Record<Attempt['outcome'], string>> = {
  failed: 'tried: it did not help',
  mutation: 'not tried: it sends a request again that is not idempotent; --allow-mutations allows it',
  limit: 'not tried: --max-trials was reached',
};
