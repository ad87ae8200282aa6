/**
 * Which requests a trial sends again: those that change, and those that take a value of one that is sent again. What
 * passed and only comes between is left alone, because a server may refuse it the second time.
 */
import { readChainOnly } from '../../files/chainFile';
import { stringifyJson } from '../../json/json';
import type { Chain } from '../../model';
import { isMadeAnew } from '../../prepare/builtIns';
import { variableUses } from '../../prepare/references';
import { findReferences } from '../../prepare/template';
import { neededVariables } from '../../prepare/writtenValues';
import { extractedVariables } from '../../run/plan';
import { isIdempotent } from '../../run/sentOnce';
import type { RunDifference } from './compareRun';
import type { ProbedChain } from './probes';
import type { Candidate } from './repairReport';

/** A change of a chain, and what is known when it is tried. */
export interface TriedChange {
  readonly candidate: Candidate;
  /** The difference that it may explain. */
  readonly difference: RunDifference;
  /** The chain before, as it was run. */
  readonly probed: ProbedChain;
  /** The chain with the change. */
  readonly text: string;
}

/**
 * Ids of the requests that come again, in their order, the one that differs last.
 *
 * @param more ids of others that have to come again
 * @returns absent where everything has to: a variable was set again since a request took it, or a request that passed
 *   sent a value that has to be new each time
 */
export function sentAgain(tried: TriedChange, more: readonly string[] = []): readonly string[] | undefined {
  const { difference, text, probed } = tried;
  const { chain } = readChainOnly(text, 'chain');
  if (chain === undefined) {
    return undefined;
  }
  const end = chain.requests.findIndex(({ id }) => id === difference.request);
  const sent = chain.requests.slice(0, end + 1).filter(({ disabled }) => !disabled);
  const changed = new Set([...changedRequests(tried, chain), ...more, difference.request]);
  /** The variables that have another value in this trial. */
  const renewed = new Set(generatedBy(tried.candidate));
  const unique = uniqueConstants(probed.text);
  const again: string[] = [];
  for (const [index, request] of sent.entries()) {
    const { id, method } = request;
    const needed = [...neededBy(request, chain)];
    if (changed.has(id) || needed.some((name) => renewed.has(name))) {
      const wasAccepted = id !== difference.request || !difference.isFailure;
      const names = [...needed, ...extractedVariables(request)];
      const later = new Set(sent.slice(index + 1).flatMap(extractedVariables));
      const repeatsUnique = wasAccepted && !isIdempotent(method) && needed.some((name) => unique.has(name));
      if (repeatsUnique || names.some((name) => later.has(name))) {
        return undefined;
      }
      extractedVariables(request).forEach((name) => renewed.add(name));
      again.push(id);
    }
  }
  return again;
}

/**
 * Requests whose text changes, as far as they come after the one that is to blame, and those whose answers a value is
 * read from that no run has read before.
 */
function changedRequests({ candidate, probed }: TriedChange, { requests }: Chain): readonly string[] {
  if (candidate.kind === 'generate') {
    return [];
  }
  const order = requests.map(({ id }) => id);
  const first = order.indexOf(candidate.places[0].place.mapping.request);
  return candidate.places.flatMap(({ place: { mapping }, choice }) => {
    const chosen = mapping.choices[choice ?? -1];
    return [
      ...(order.indexOf(mapping.request) >= first ? [mapping.request] : []),
      ...(chosen === undefined || probed.knows(chosen) ? [] : [chosen.source]),
    ];
  });
}

function generatedBy(candidate: Candidate): readonly string[] {
  return candidate.kind === 'generate' ? candidate.values.map(({ variable }) => variable) : [];
}

function neededBy(request: Chain['requests'][number], chain: Chain): ReadonlySet<string> {
  return neededVariables(
    [chain.variables],
    variableUses(request, chain).map(({ variable }) => variable),
  );
}

/** The constants of a chain that are new in each run. Dates are not: they may be sent twice. */
function uniqueConstants(text: string): ReadonlySet<string> {
  const constants = Object.entries(readChainOnly(text, 'chain').chain?.variables ?? {});
  const isUnique = ({ name }: { readonly name: string }): boolean => isMadeAnew(name) && name !== '$datetime';
  return new Set(
    constants.flatMap(([name, value]) => (findReferences(stringifyJson(value)).some(isUnique) ? [name] : [])),
  );
}
