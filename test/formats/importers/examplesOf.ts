/** The saved examples of a request that was imported, in short. */
import type { KeptRequest } from '../../../src/formats/importers/shape/imported';

/** Statuses (else what is stated in place of one) and names of all examples; the first is `-` where none succeeded. */
export function examplesOf({ recorded, examples = [] }: KeptRequest): readonly string[] {
  return [recorded === undefined ? '-' : inShort(recorded), ...examples.map(inShort)];
}

function inShort({ name, exchange: { response } }: NonNullable<KeptRequest['recorded']>): string {
  return [response?.status === 0 ? response.statusText : response?.status, name]
    .filter((part) => part !== undefined)
    .join(' ');
}
