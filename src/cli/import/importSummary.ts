/** `chainwright import`: what became of a file, for a person at the terminal. */
import { plural } from '../../core/words';
import { countSeverities } from '../../formats/importers/shape/remark';
import type { ImportedSource } from '../../formats/importers/write/importReport';

/** `2 change what is sent, 1 lost check`: how many remarks matter how much; empty without any. */
export function summarizeRemarks({ remarks, requests }: ImportedSource): string {
  const all = [...remarks, ...requests.flatMap((request) => ('id' in request ? request.remarks : []))];
  const { sent, check: checks, documentation: documented } = countSeverities(all);
  return [
    ...(sent === 0 ? [] : [`${sent} ${sent === 1 ? 'changes' : 'change'} what is sent`]),
    ...(checks === 0 ? [] : [plural(checks, 'lost check')]),
    ...(documented === 0 ? [] : [`${documented} about documentation`]),
  ].join(', ');
}

/** What became of the folders of a long file; empty when all of it is in one chain. */
export function summarizeDivision({ division }: ImportedSource): string {
  if (division === undefined) {
    return '';
  }
  const { chains, shared, isProposed } = division;
  if (isProposed === true) {
    return `They are in one chain. --folders size makes about ${chains} chains by folder instead, which share what several of them use.`;
  }
  const required = shared === undefined ? '' : ` ${shared} extracts what several of them use.`;
  return `Its folders became ${chains} chains.${required}`;
}
