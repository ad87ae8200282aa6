/**
 * Chain Analyzer, first part: who produces and who consumes every variable, and what is wrong with that.
 *
 * Pure: a chain's text and what it can see from outside go in, problems with exact ranges come out.
 */
import type { ChainDocument, ChainPositions } from './chainFile';
import { placeAt } from './jsonDocument';
import type { JsonPath } from './jsonDocument';
import type { Chain, ChainRequest } from './model';
import { extractedVariables } from './plan';
import type { Problem, TextRange } from './problem';
import { jsonTexts, referencedVariables, variableUses } from './references';

/** Variables that a chain sees without producing them. */
export interface OutsideVariables {
  /** Constants and extractions of required chains. */
  readonly requires: ReadonlySet<string>;
  /** Of the environment; undefined when it is not known, and then nothing counts as unresolved. */
  readonly environment: ReadonlySet<string> | undefined;
}

/** A variable of a chain: the requests that extract it and those that use it, by id. */
export interface AnalyzedVariable {
  readonly name: string;
  /** The first request that extracts it; absent when it comes from elsewhere. */
  readonly producer?: string;
  readonly consumers: readonly string[];
}

/** What the analyzer finds. */
export interface Analysis {
  readonly problems: readonly Problem[];
  /** In order of first appearance. */
  readonly variables: readonly AnalyzedVariable[];
}

/** Analyzes a chain; the problems of an unreadable one are those of reading it. */
export function analyzeChain(document: ChainDocument, outside: OutsideVariables): Analysis {
  const { chain, problems, positions } = document;
  if (chain === undefined) {
    return { problems, variables: [] };
  }
  const used = usedNames(chain);
  const found = [
    ...chain.requests.flatMap((request, index) => useProblems(chain, request, index, outside)),
    ...chain.requests.flatMap((request) => unusedExtractions(request, used)),
    ...unusedConstants(chain, used),
  ];
  const placed = found.map((finding) => place(finding, positions));
  return {
    problems: [...problems, ...placed].sort((one, other) => one.range.start - other.range.start),
    variables: analyzedVariables(chain),
  };
}

interface Finding extends Pick<Problem, 'code' | 'severity' | 'message' | 'variable'> {
  readonly request?: ChainRequest;
  /** Where it stands in the request, or in the chain when there is no request. */
  readonly path: JsonPath;
  /** A text to look for from there on, to point at it alone. */
  readonly reference?: string;
}

function useProblems(
  chain: Chain,
  request: ChainRequest,
  index: number,
  outside: OutsideVariables,
): readonly Finding[] {
  if (request.disabled) {
    return [];
  }
  const names = new Set(variableUses(request, chain).map(({ variable }) => variable));
  return [...names].flatMap((name) => useProblem(chain, request, index, { name, outside }));
}

function useProblem(
  chain: Chain,
  request: ChainRequest,
  index: number,
  { name, outside }: { readonly name: string; readonly outside: OutsideVariables },
): readonly Finding[] {
  const enabled = (other: ChainRequest) => !other.disabled && extractedVariables(other).includes(name);
  const isDefined =
    chain.requests.slice(0, index).some(enabled) ||
    Object.hasOwn(chain.variables, name) ||
    outside.requires.has(name) ||
    (outside.environment?.has(name) ?? false);
  if (isDefined) {
    return [];
  }
  const finding = { request, path: [], reference: name, variable: name } as const;
  const later = chain.requests.slice(index).find(enabled);
  if (later === request) {
    const message = `${name} is used by the request that extracts it. Extract it from an earlier response.`;
    return [{ ...finding, code: 'used-before-produced', severity: 'error', message }];
  }
  if (later !== undefined) {
    const message = `${name} is used before ${later.name} extracts it. Move ${later.name} before ${request.name}.`;
    return [{ ...finding, code: 'used-before-produced', severity: 'error', message }];
  }
  if (outside.environment === undefined) {
    return [];
  }
  const message = `Nothing defines ${name}. Extract it from an earlier response, or add it to the variables of the chain or the environment.`;
  return [{ ...finding, code: 'unresolved', severity: 'error', message }];
}

function unusedExtractions(request: ChainRequest, used: ReadonlySet<string>): readonly Finding[] {
  return request.extract.flatMap(({ variable }, index) =>
    used.has(variable)
      ? []
      : [
          {
            code: 'unused',
            severity: 'information' as const,
            request,
            path: ['extract', index, 'variable'],
            variable,
            message: `Nothing in this chain uses ${variable}. Remove the extraction unless a chain that requires this one needs it.`,
          },
        ],
  );
}

function unusedConstants(chain: Chain, used: ReadonlySet<string>): readonly Finding[] {
  return Object.keys(chain.variables)
    .filter((name) => !used.has(name))
    .map((name) => ({
      code: 'unused',
      severity: 'information',
      path: ['variables', name],
      variable: name,
      message: `Nothing in this chain uses ${name}. Remove it unless a chain that requires this one needs it.`,
    }));
}

/** Names that requests or constants of the chain refer to. */
function usedNames(chain: Chain): ReadonlySet<string> {
  return new Set([
    ...chain.requests.flatMap((request) => variableUses(request, chain)).map(({ variable }) => variable),
    ...jsonTexts(chain.variables).flatMap(({ text }) => referencedVariables(text)),
  ]);
}

function analyzedVariables(chain: Chain): readonly AnalyzedVariable[] {
  const uses = chain.requests.map((request) => ({
    id: request.id,
    extracted: extractedVariables(request),
    used: new Set(variableUses(request, chain).map(({ variable }) => variable)),
  }));
  const names = new Set([
    ...Object.keys(chain.variables),
    ...uses.flatMap(({ used, extracted }) => [...used, ...extracted]),
  ]);
  return [...names].map((name) => {
    const producer = uses.find(({ extracted }) => extracted.includes(name))?.id;
    return {
      name,
      ...(producer === undefined ? {} : { producer }),
      consumers: uses.filter(({ used }) => used.has(name)).map(({ id }) => id),
    };
  });
}

function place({ request, path, reference, ...finding }: Finding, positions: ChainPositions): Problem {
  const range =
    (request === undefined ? positions.nameRange(path) : positions.valueRange(request.id, path)) ?? wholeFile;
  const exact = reference === undefined ? range : referenceRange(positions, range, reference);
  return {
    ...finding,
    range: exact,
    place: placeAt(positions.document, exact.start),
    ...(request === undefined ? {} : { request: request.id }),
  };
}

const wholeFile: TextRange = { start: 0, end: 0 };

/** The first `{{name}}` in a range; the range itself when inherited authentication brings it in. */
function referenceRange({ document }: ChainPositions, range: TextRange, name: string): TextRange {
  const text = document.text.slice(range.start, range.end);
  const match = new RegExp(String.raw`\{\{\s*${name.replaceAll('.', String.raw`\.`)}\s*\}\}`).exec(text);
  return match === null
    ? range
    : { start: range.start + match.index, end: range.start + match.index + match[0].length };
}
