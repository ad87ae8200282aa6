/**
 * Suggestions for an extraction or expectation: names of variables that are still missing, paths into
 * the last response, its headers and cookies.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import { textAt } from '../analysis/locationOf';
import type { ValueSite } from '../analysis/siteAt';
import type { Say } from '../say';
import { camelCase, nameWords } from './nameWords';
import { pathSteps } from './pathSteps';
import type { LastResponse } from './responseSearch';
import type { TakenValue } from './suggestion';

/** Names for the variable of an extraction: those that are used without a value, then the name of what it takes. */
export function extractionNames(
  { variables }: ChainAnalysis,
  site: ValueSite,
  say: Say,
): readonly TakenValue[] {
  const missing = variables
    .filter(({ definitions, uses }) => definitions.length === 0 && uses.length > 0)
    .map(({ name }) => ({ kind: 'variable' as const, text: name, detail: say('used without a value') }));
  const taken = nameOfExtraction(site);
  return taken === undefined || missing.some(({ text }) => text === taken)
    ? missing
    : [...missing, { kind: 'variable', text: taken }];
}

/** Paths one step further than what is written before the caret. */
export function responsePaths(site: ValueSite, { body }: LastResponse): readonly TakenValue[] {
  if (body === undefined) {
    return [];
  }
  return pathSteps(site.valueText.slice(0, site.index), body).map(({ path, step, sample }) => ({
    kind: 'path',
    text: path,
    label: step,
    detail: sample,
  }));
}

/** Names of headers, or of cookies where the extraction takes a cookie. */
export function responseTexts({ request, path }: ValueSite, response: LastResponse): readonly TakenValue[] {
  const from = textAt(request?.tree, [...path.slice(0, -1), 'from']);
  const names = from === 'cookie' ? response.cookies : response.headers.map(({ name }) => name);
  return [...new Set(names)].map((text) => ({ kind: 'name', text }));
}

/** `orderId` for `$.id` in the answer of `create-order`, `etag` for the header ETag. */
function nameOfExtraction({ request, path }: ValueSite): string | undefined {
  const part = (member: string): string | undefined => textAt(request?.tree, [...path.slice(0, -1), member]);
  const header =
    part('name')
      ?.toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const member = part('path')?.match(/([A-Za-z_]\w*)(?:'?\])?(?:\[[^\]]*\])*$/)?.[1];
  const words = member === undefined ? header : nameWords(member);
  const subject = words.join() === 'id' ? nameWords(request?.id ?? '').slice(-1) : [];
  const name = camelCase([...subject, ...words]);
  return /^[A-Za-z_]/.test(name) ? name : undefined;
}
