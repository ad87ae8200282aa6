/** What is wrong with the steps of a chain that run another one. */
import type { Surroundings } from './analysis';
import type { ChainSource, RequestSource } from './chainSource';
import type { Finding } from './finding';

/** The problems of all calls, at their places in the file. */
export function callFindings({ requests }: ChainSource, { called }: Surroundings): readonly Finding[] {
  return called === undefined ? [] : requests.flatMap((request) => faultFindings(request, called));
}

function faultFindings(
  { id, start: base, marks: { call } }: RequestSource,
  called: Required<Surroundings>['called'],
): readonly Finding[] {
  const fault = call && called.get(call.name)?.fault;
  return call === undefined || fault === undefined
    ? []
    : [
        {
          code: 'called-chain',
          severity: 'error',
          message: fault,
          range: { start: call.start + base, end: call.end + base },
          ...(id === '' ? {} : { request: id }),
        },
      ];
}
