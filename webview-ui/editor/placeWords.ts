/** Places of a request in the words of the form: as people find them there. */
import type { FormPath } from './formValue';

const TABS: Readonly<Record<string, string>> = {
  url: 'URL',
  query: 'Query',
  headers: 'Headers',
  auth: 'Authentication',
  body: 'Body',
  extract: 'Extract',
  expect: 'Expect',
  retry: 'Retry',
  variables: 'Variables',
  requires: 'Requires',
};

/** Where a path leads: `Headers 2`; empty when the words of the problem say enough. */
export function placeWords(path: FormPath): string {
  const [first, ...rest] = path;
  const tab = typeof first === 'string' && Object.hasOwn(TABS, first) ? TABS[first] : undefined;
  if (tab === undefined) {
    return '';
  }
  const [second] = rest;
  return typeof second === 'number' ? `${tab} ${second + 1}` : tab;
}
