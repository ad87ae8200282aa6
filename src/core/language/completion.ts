/**
 * What can be written at a place of a chain: variables and built-ins between braces; elsewhere what the
 * member there takes, read off the file, its surroundings and the last response.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import { siteAt, type ValueSite } from '../analysis/siteAt';
import { textAt } from '../analysis/locationOf';
import type { DescribedWords } from '../openapi/namedDescription';
import { inEnglish, type Say } from '../say';
import type { KnownValues } from './available';
import { givenNames, takenNames } from './callWords';
import { bodyNames, describedUrls } from './describedWords';
import { extractionNames, responsePaths, responseTexts } from './extractionWords';
import { headerNames, headerValues, methods } from './headerWords';
import { referenceSuggestions } from './referenceSuggestions';
import type { LastResponse } from './responseSearch';
import { wholeValues, type Suggestion, type TakenValue } from './suggestion';

/** What is known in addition to the chain's text. */
export interface CompletionContext {
  readonly analysis: ChainAnalysis;
  readonly known: KnownValues;
  /** The last response of a request of this chain. */
  readonly responseOf: (requestId: string) => LastResponse | undefined;
  /** Names of the environments that the chain can be run in, nearest first. */
  readonly environments: readonly string[];
  /** Paths of other chains, relative to this one. */
  readonly chains: readonly string[];
  /** Paths of files that may have rows of data, relative to this one; absent where nobody looked for them. */
  readonly dataFiles?: readonly string[];
  /** What the description of the API has for the offset; absent where there is none. */
  readonly described?: DescribedWords | undefined;
  /** Words the details; it also gets whole descriptions of built-ins. In English without it. */
  readonly say?: Say;
}

/** What can be written at an offset, best match first. */
export function completeChain(context: CompletionContext, offset: number): readonly Suggestion[] {
  const { analysis, described, say = inEnglish } = context;
  const { source } = analysis;
  const given = givenNames(analysis, offset, say) ?? bodyNames(analysis, offset, described);
  if (given !== undefined) {
    return given;
  }
  const site = siteAt(source, offset);
  if (site === undefined || typeof site.value !== 'string') {
    return [];
  }
  return (
    referenceSuggestions(analysis, site, { known: context.known, say }) ??
    wholeValues(site, valuesFor(context, site))
  );
}

function valuesFor(context: CompletionContext, site: ValueSite): readonly TakenValue[] {
  return site.request === undefined ? headValues(context, site) : requestValues(context, site);
}

function headValues(context: CompletionContext, { path }: ValueSite): readonly TakenValue[] {
  switch (path[0]) {
    case 'environment':
      return asValues('environment', context.environments);
    case 'requires':
      return path.length === 2 ? asValues('file', context.chains) : [];
    case 'data':
      return path.length === 1 ? asValues('file', context.dataFiles ?? []) : [];
    default:
      return [];
  }
}

function requestValues(context: CompletionContext, site: ValueSite): readonly TakenValue[] {
  const { path, request } = site;
  const [section] = path;
  const member = path.at(-1);
  if (request === undefined) {
    return [];
  }
  switch (section) {
    case 'chain':
      return path.length === 1 ? asValues('file', context.chains) : [];
    case 'take':
      return takenNames(context.analysis, site);
    case 'method':
      return asValues('value', methods);
    case 'url':
      return asValues('value', describedUrls(context.analysis, request, context.described));
    case 'query':
      return member === 'name' ? asValues('name', context.described?.query ?? []) : [];
    case 'headers':
      return member === 'name'
        ? asValues('name', [...new Set([...(context.described?.headers ?? []), ...headerNames])])
        : asValues('value', headerValues(textAt(request.tree, [...path.slice(0, 2), 'name']) ?? ''));
    case 'extract':
    case 'expect':
    case 'retry':
    case 'stream':
    case 'forEach':
      return responseValues(context, site);
    default:
      return [];
  }
}

function responseValues(context: CompletionContext, site: ValueSite): readonly TakenValue[] {
  const { path, request } = site;
  const response = request === undefined ? undefined : context.responseOf(request.id);
  switch (path.at(-1)) {
    case 'variable':
      return path[0] === 'extract' ? extractionNames(context.analysis, site, context.say ?? inEnglish) : [];
    case 'path':
      // Values inside a text are not part of the response's own JSON.
      return response === undefined || path.at(-2) === 'decode' ? [] : responsePaths(site, response);
    case 'name':
      return response === undefined ? [] : responseTexts(site, response);
    default:
      return [];
  }
}

function asValues(kind: Suggestion['kind'], texts: readonly string[]): readonly TakenValue[] {
  return texts.map((text) => ({ kind, text }));
}
