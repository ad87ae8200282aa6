/**
 * What the requests of two sessions are compared by: their methods, the segments of their paths and, where one address
 * is for many operations, the fields that say which: `op=view` beside `op=search`.
 */
import { isStatic } from '../../language/placeName';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf } from '../read/slots';
import { addressPath, segmentsOf } from '../read/urlValue';

/** The paths of both sessions, each with its method first and its operation last. */
export function comparedPaths(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
): { readonly paths: readonly (readonly string[])[]; readonly others: readonly (readonly string[])[] } {
  const here = steps.map(callOf);
  const there = second.map(callOf);
  const operations = new Map(
    [...new Set(here.map(({ address }) => address))].map((address) => {
      const [calls, others] = [here, there].map((all) => all.filter((call) => call.address === address));
      return [address, operationKeys(calls ?? [], others ?? [])];
    }),
  );
  const withOperation = ({ path, words, address }: Call): readonly string[] => [
    ...path,
    ...(operations.get(address) ?? []).map((key) => words.get(key) ?? ''),
  ];
  return { paths: here.map(withOperation), others: there.map(withOperation) };
}

/** A request as it is compared. */
interface Call {
  readonly path: readonly string[];
  /** The method and the words of the path: what calls to one address have in common. */
  readonly address: string;
  /** The fields of its query and body that have a word, by place and name. */
  readonly words: ReadonlyMap<string, string>;
}

function callOf(step: RecordedStep, index: number): Call {
  const path = [step.method, ...segmentsOf(addressPath(step.url))];
  const fields = slotsOf(step, index).filter(({ location }) => location === 'query' || location === 'body');
  return {
    path,
    address: path.map((segment) => (isStatic(segment) ? segment : '{}')).join('/'),
    words: new Map(
      fields.flatMap(({ location, key, value }) => (isStatic(value) ? [[`${location} ${key}`, value]] : [])),
    ),
  };
}

/** The fields that all calls to an address have, and that have several words in both sessions. */
function operationKeys(calls: readonly Call[], others: readonly Call[]): readonly string[] {
  const keys = [...(calls[0]?.words.keys() ?? [])];
  return keys.filter((key) => {
    const said = new Set(calls.map(({ words }) => words.get(key)));
    const saidElsewhere = new Set(others.map(({ words }) => words.get(key)));
    const ofBoth = [...said].filter((word) => saidElsewhere.has(word));
    return ofBoth.length > 1 && !said.has(undefined) && !saidElsewhere.has(undefined);
  });
}
