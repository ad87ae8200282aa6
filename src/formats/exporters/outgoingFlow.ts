/**
 * What decides whether, how often and when requests of an export are sent. Formats carry over what they can say, and
 * the rest is reported.
 */
import type { ChainRequest, Comparison } from '../../core/model';
import { variableUses } from '../../core/prepare/references';
import { describeCondition } from '../../core/run/describeCheck';
import { asksForValue } from '../../core/run/flow';
import type { ExportedChain } from './exportedChain';
import type { Remark } from './exportLog';
import { withConstants } from './lateConstants';
import type { OutgoingRequest } from './outgoingRequests';

/** The members of a request that decide about sending it. */
export type Flow = Pick<ChainRequest, 'when' | 'forEach' | 'delayMs'>;

/** Reports conditions, loops and pauses that are not carried over. */
export function remarkOnFlow({ when, forEach, delayMs }: Flow, remark: Remark): void {
  if (when !== undefined) {
    remark(`The condition ${describeCondition(when)} is not carried over: it is always sent.`);
  }
  if (forEach !== undefined) {
    remark(
      forEach.kind === 'items'
        ? `It is sent once, not for each item of a list: the variable ${forEach.as} has to be given one item.`
        : `It is sent once, for one page: the variable ${forEach.next} leads to that page.`,
    );
  }
  if (delayMs !== undefined) {
    remark('The pause before it is not carried over.');
  }
}

/** Reports variables that stay what they were in a loop, for a tool that has each name once. */
export function remarkOnHidden(
  loops: readonly OutgoingRequest[],
  { constants, extracted }: ExportedChain,
  remark: Remark,
): void {
  loops
    .flatMap(({ request: { forEach } }) => (forEach?.kind === 'items' ? [forEach.as] : []))
    .filter((name) => constants.has(name) || extracted.has(name))
    .forEach((name) => {
      remark(`After its loop, ${name} is the last item.`);
    });
}

/** Variables that have no value if all requests that extract them are skipped, by the requests that are skipped then too. */
export function skippableVariables(
  requests: readonly OutgoingRequest[],
  chain: ExportedChain,
): ReadonlyMap<ChainRequest, readonly string[]> {
  const isSkippable = new Map<string, boolean>();
  return new Map(
    requests.map(({ request, auth }) => {
      const names = withConstants(usesOf(request, auth), chain.constants);
      const guards = names.filter(
        (name) => isSkippable.get(name) === true && !chain.constants.has(name) && !chain.columns.has(name),
      );
      for (const { variable } of request.extract) {
        const isSkipped = request.when !== undefined || guards.length > 0;
        isSkippable.set(variable, isSkipped && isSkippable.get(variable) !== false);
      }
      return [request, guards];
    }),
  );
}

/** What a request cannot be sent without. */
function usesOf(request: ChainRequest, auth: OutgoingRequest['auth']): readonly string[] {
  const { when, ...rest } = request;
  const needed = (comparison: Comparison): boolean => !asksForValue(comparison);
  const condition = when && { when: { ...when, comparisons: when.comparisons.filter(needed) } };
  return variableUses({ ...rest, ...condition }, { auth }).map(({ variable }) => variable);
}

/** Whether a request uses what it takes from answers itself, so that sending it again sends something else. */
export function readsOwnAnswer(request: ChainRequest): boolean {
  const taken = new Set(request.extract.map(({ variable }) => variable));
  return variableUses(request, {}).some(({ variable }) => taken.has(variable));
}
