/**
 * Missing mappings: ids and page tokens in a request that no earlier request of the chain gives, so that they hold
 * for the one time they were written down.
 *
 * A value that an earlier request sent was chosen by the author of the chain, and so was one of its constants; in a
 * request that nothing comes before it may be all that a person has to begin with.
 */
import { shorten } from '../shownText';
import type { ChainSource, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { visitStrings } from '../json/jsonDocument';
import { writtenIds } from './writtenIds';

/** The missing mappings of a chain, each value at its first place. */
export function missingMappingFindings(source: ChainSource): readonly Finding[] {
  const known = constantsOf(source);
  const findings: Finding[] = [];
  let comesAfter = source.marks.requires.length > 0;
  for (const request of source.requests.filter(({ disabled }) => !disabled)) {
    const { asked, all } = writtenIds(source.text, request);
    const missing = comesAfter ? asked.filter(({ value }) => !known.has(value)) : [];
    findings.push(...missing.map(({ range, value }) => findingOf(request, range, value)));
    all.forEach((value) => known.add(value));
    comesAfter = true;
  }
  return findings;
}

/** UTF-16 code units of a value in a message. */
const SHOWN = 13;

function findingOf(
  { id, start }: RequestSource,
  range: { readonly start: number; readonly end: number },
  value: string,
): Finding {
  return {
    code: 'missing-mapping',
    severity: 'information',
    message: `No earlier request gives ${shorten(value, SHOWN)}, so it is the same in every run. Extract it where it comes from (Auto Map finds that out after a run), unless it never changes.`,
    range: { start: range.start + start, end: range.end + start },
    ...(id === '' ? {} : { request: id }),
  };
}

/** Texts of the chain outside of its requests. */
function constantsOf({ head }: ChainSource): Set<string> {
  const texts = new Set<string>();
  if (head !== undefined) {
    visitStrings(head, [], ({ value }) => texts.add(value));
  }
  return texts;
}
