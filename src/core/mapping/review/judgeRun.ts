/**
 * What a run says of mappings that were applied: with other users and inputs it extracts other values, and requests
 * that take them are answered as before, or they are not.
 */
import type { ExecutionResult, RequestResult } from '../../result/result';
import { inEnglish, type Say } from '../../say';
import type { OpenMapping, PickedMapping } from './reviewMappings';

/** A place that refers to a variable since its mapping was applied. */
export interface AppliedPlace {
  /** Id of the request whose place it is. */
  readonly request: string;
  /** Id of the request that extracts the variable. */
  readonly source: string;
  readonly variable: string;
  readonly mapping: OpenMapping;
  /** Index of the applied source among the mapping's choices. */
  readonly choice: number;
  /** The value of the session that was mapped, as JSON tells it and as text. */
  readonly values: readonly string[];
  /** The request was refused in that session as well. */
  readonly wasRefused: boolean;
}

/**
 * What a run says: `confirmed` where another value was taken and accepted; `kept` where the same one was, or the
 * request was not reached for other reasons; `rejected` where nothing was extracted or the request was refused.
 */
type RunVerdict = 'confirmed' | 'kept' | 'rejected';

/** A place, and the verdict of a run on it. */
export interface JudgedPlace {
  readonly place: AppliedPlace;
  readonly verdict: RunVerdict;
  /** A part of a sentence. */
  readonly words: string;
}

/**
 * The places that picks of open mappings change.
 *
 * @param wasRefused whether an entry of the mapped session was refused
 */
export function appliedPlaces(
  open: readonly OpenMapping[],
  picks: readonly PickedMapping[],
  wasRefused: (entry: number) => boolean,
): readonly AppliedPlace[] {
  const choices = new Map(picks.map(({ key, choice }) => [key, choice]));
  return open.flatMap((mapping): readonly AppliedPlace[] => {
    const choice = choices.get(mapping.key) ?? -1;
    const chosen = mapping.choices[choice];
    const { value, entry } = mapping.proposal;
    return chosen === undefined
      ? []
      : [
          {
            request: mapping.request,
            source: chosen.source,
            variable: chosen.variable,
            mapping,
            choice,
            values: [value, JSON.stringify(value)],
            wasRefused: wasRefused(entry),
          },
        ];
  });
}

/** Judges places by a run of their chain; those whose requests are not in it are left out. */
export function judgeByRun(
  places: readonly AppliedPlace[],
  { chain, requests }: Pick<ExecutionResult, 'chain' | 'requests'>,
  say: Say = inEnglish,
): readonly JudgedPlace[] {
  const byId = new Map(
    requests.flatMap((result) => (result.request.chain === chain.file ? [[result.request.id, result]] : [])),
  );
  return places.flatMap((place) => {
    const source = byId.get(place.source);
    const request = byId.get(place.request);
    return source === undefined || request === undefined
      ? []
      : [{ place, ...judge(place, { source, request }, say) }];
  });
}

function judge(
  { variable, values, wasRefused }: AppliedPlace,
  { source, request }: Readonly<Record<'source' | 'request', RequestResult>>,
  say: Say,
): Omit<JudgedPlace, 'place'> {
  const extractions = source.extractions.filter((one) => one.variable === variable);
  const extraction = extractions.findLast(({ found }) => found) ?? extractions[0];
  if (source.exchange === undefined || extraction === undefined) {
    return { verdict: 'kept', words: say('not reached') };
  }
  if (!extraction.found) {
    return { verdict: 'rejected', words: say('nothing was extracted') };
  }
  const status = request.exchange?.response?.status;
  if (status === undefined) {
    return { verdict: 'kept', words: say('not reached') };
  }
  if (status >= 400 && !wasRefused) {
    return { verdict: 'rejected', words: say('answered with {0}', status) };
  }
  return values.includes(extraction.value ?? '')
    ? { verdict: 'kept', words: say('the same value again, which proves nothing') }
    : { verdict: 'confirmed', words: say('another value, accepted') };
}
