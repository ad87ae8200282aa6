/** The coverage of a description as reports tell it: figures, then lists of what is missing. */
import { formatPlace } from '../../../core/errors';
import { operationText } from '../../../core/openapi/assignToOperations';
import {
  measures,
  type ApiCoverage,
  type CoverageSum,
  type OperationCoverage,
} from '../../../core/openapi/coverage';

/** What is missing, in one list. */
export interface CoverageSection {
  readonly title: string;
  readonly entries: readonly CoverageEntry[];
}

/** An operation or a request, and what it lacks. */
export interface CoverageEntry {
  /** Where the operation is described. */
  readonly place?: string;
  readonly text: string;
  readonly gaps: readonly string[];
}

/** The figures: what is counted, and how much of it is covered. */
export function coverageFigures({
  sums,
  statusesFrom,
}: ApiCoverage): readonly (readonly [title: string, words: string])[] {
  const titles = {
    operations: 'Operations called',
    statuses: `Status codes ${statusesFrom === 'results' ? 'seen' : 'expected'}`,
    parameters: 'Parameters sent',
    body: 'Members of bodies sent',
    response: 'Members of answers used',
    authorization: 'Operations with authorization tests',
  };
  return measures.flatMap((measure) => {
    const sum = sums[measure];
    return sum === undefined ? [] : [[titles[measure], sumWords(sum)] as const];
  });
}

/** `7 of 9 (77 %)`, rounded down: only what is complete is 100 %. */
export function sumWords({ covered, total }: CoverageSum): string {
  return total === 0 ? 'none described' : `${covered} of ${total} (${Math.floor((covered / total) * 100)} %)`;
}

/** The lists, those that are empty left out. */
export function coverageSections({ operations, unmatched }: ApiCoverage): readonly CoverageSection[] {
  const called = operations.filter(({ requests }) => requests.length > 0);
  const entriesOf = (listed: readonly OperationCoverage[]): readonly CoverageEntry[] =>
    listed.map((one) => ({ place: formatPlace(one.place), text: operationText(one), gaps: [] }));
  return [
    { title: 'Not called', entries: entriesOf(operations.filter(({ requests }) => requests.length === 0)) },
    {
      title: 'No authorization test',
      entries: entriesOf(operations.filter(({ authorization }) => authorization === false)),
    },
    {
      title: 'Called, but not covered completely',
      entries: called.flatMap((one) => {
        const gaps = gapsOf(one);
        return gaps.length === 0 ? [] : entriesOf([one]).map((entry) => ({ ...entry, gaps }));
      }),
    },
    { title: 'Not in the description', entries: unmatched.map((text) => ({ text, gaps: [] })) },
  ].filter(({ entries }) => entries.length > 0);
}

/** Names in one list; the JSON report has all. */
const MAX_NAMES = 10;

function gapsOf({ statuses, undescribedStatuses, parameters, body, response }: OperationCoverage): string[] {
  const lists: readonly (readonly [title: string, names: readonly (string | number)[]])[] = [
    ['status codes', statuses.missing],
    ['status codes that are not described', undescribedStatuses],
    ['parameters', parameters.missing],
    ['body', body.missing],
    ['answer', response.missing],
  ];
  return lists.flatMap(([title, names]) => {
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    return names.length === 0 ? [] : [`${title}: ${names.slice(0, MAX_NAMES).join(', ')}${more}`];
  });
}
