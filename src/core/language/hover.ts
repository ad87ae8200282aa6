/**
 * What is worth knowing about a place of a chain: over a reference its value, where that comes from and
 * who else uses it; over a literal the variables that could replace it.
 */
import type { ChainAnalysis, VariableUse } from '../analysis/analysis';
import { calledChain } from '../analysis/calledChain';
import { namesOf, type CalledNames } from './callWords';
import { callsOf, type NameMark, type RequestSource } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { nameOfRequest } from '../analysis/missingFindings';
import { requestAt, siteAt } from '../analysis/siteAt';
import type { TextRange } from '../problem';
import {
  variablesAt,
  variablesFor,
  type AvailableVariable,
  type KnownValue,
  type KnownValues,
} from './available';
import { describeArguments, describeBuiltIn } from './builtInHelp';
import { hasValue } from './insertReference';
import { insertionPlace, type InsertionPlace } from './insertionPlace';
import { rankVariables } from './ranking';

/** The contents of a hover; `range` is the text that it explains. */
export type ChainHover = VariableHover | BuiltInHover | CallHover | InsertionHover;

/** Where a variable is used. */
type NamedUse = Pick<VariableUse, 'requestIndex' | 'constant' | 'range'>;

/** Over a reference, or over the name of a variable where it gets its value. */
export interface VariableHover {
  readonly kind: 'variable';
  readonly name: string;
  readonly range: TextRange;
  /** Where its value there comes from; absent when nothing defines it. */
  readonly definition?: AvailableVariable['definition'];
  /** Name of the request that extracts it. */
  readonly producer?: string;
  readonly value?: KnownValue;
  /** All other uses in this chain; those of a variable of a request in that request. */
  readonly otherUses: readonly NamedUse[];
  /** What is wrong with it here, in whole sentences. */
  readonly problems: readonly string[];
}

/** Over `{{$guid}}` and its relatives. */
interface BuiltInHover {
  readonly kind: 'builtIn';
  readonly name: string;
  readonly range: TextRange;
  readonly description: string;
  /** How it is written and what its arguments may be, a line each. */
  readonly usage: readonly string[];
}

/** Over the file of a chain that is run as a step. */
export interface CallHover extends CalledNames {
  readonly kind: 'call';
  readonly range: TextRange;
  /** Workspace path of the chain. */
  readonly file: string;
  readonly name: string;
  /** Names of its requests, their ids where they have none, in order. */
  readonly requests: readonly string[];
}

/** Over a literal that a reference could replace. */
export interface InsertionHover {
  readonly kind: 'insertion';
  readonly range: TextRange;
  readonly place: InsertionPlace;
  /** Best match first. */
  readonly offers: readonly Offer[];
}

/** A variable that could be inserted there. */
export interface Offer {
  readonly variable: AvailableVariable;
  /** Its last value is exactly the one that is there. */
  readonly matches: boolean;
}

/** What to tell about an offset of a chain file; absent when there is nothing to say. */
export function hoverAt(analysis: ChainAnalysis, offset: number, known: KnownValues): ChainHover | undefined {
  return (
    aboutName(analysis, offset, known) ?? aboutCall(analysis, offset) ?? aboutLiteral(analysis, offset, known)
  );
}

/** The variables that could be inserted at an offset, best match first; absent where none can. */
export function insertionsAt(
  analysis: ChainAnalysis,
  offset: number,
  known: KnownValues,
): Pick<InsertionHover, 'place' | 'offers'> | undefined {
  const site = siteAt(analysis.source, offset);
  const place = site === undefined ? undefined : insertionPlace(analysis.source.text, site);
  if (site === undefined || place === undefined) {
    return undefined;
  }
  const variables = variablesFor(analysis, site.request, site.path, known);
  const offers = rankVariables(variables, place).map((variable) => ({
    variable,
    matches: hasValue(variable, place),
  }));
  return { place, offers };
}

function aboutCall({ source, surroundings }: ChainAnalysis, offset: number): CallHover | undefined {
  const mark = callsOf(source).find(({ start, end }) => start <= offset && offset <= end);
  const called = mark && calledChain(surroundings, mark.name);
  if (mark === undefined || called === undefined) {
    return undefined;
  }
  const { file, head, requests } = called.source;
  return {
    kind: 'call',
    range: { start: mark.start, end: mark.end },
    file,
    name: textAt(head, ['name']) ?? '',
    requests: requests.map(nameOfRequest),
    ...namesOf(called, surroundings),
  };
}

function aboutLiteral(
  analysis: ChainAnalysis,
  offset: number,
  known: KnownValues,
): InsertionHover | undefined {
  const found = insertionsAt(analysis, offset, known);
  return found === undefined || found.offers.length === 0
    ? undefined
    : { kind: 'insertion', range: found.place.range, ...found };
}

/** A variable's name in a file. */
interface NamedPlace {
  readonly mark: NameMark;
  /** Index of the request whose scope counts. */
  readonly scope: number;
}

function aboutName(
  analysis: ChainAnalysis,
  offset: number,
  known: KnownValues,
): VariableHover | BuiltInHover | undefined {
  const place = namedPlace(analysis, offset);
  if (place === undefined) {
    return undefined;
  }
  const { name, start, end } = place.mark;
  const range = { start, end };
  const description = describeBuiltIn(name);
  return description === undefined
    ? variableHover(analysis, place, known)
    : { kind: 'builtIn', name, range, description, usage: describeArguments(name) };
}

function variableHover(
  analysis: ChainAnalysis,
  { mark, scope }: NamedPlace,
  known: KnownValues,
): VariableHover {
  const range = { start: mark.start, end: mark.end };
  const available = variablesAt(analysis, scope, known)(mark.name);
  const own = available?.definition.kind === 'own' ? analysis.source.requests[scope] : undefined;
  const uses = own === undefined ? (analysis.byName.get(mark.name)?.uses ?? []) : ownUses(own, mark.name);
  return {
    kind: 'variable',
    name: mark.name,
    range,
    ...(available === undefined ? {} : available),
    otherUses: uses.filter((use) => use.range.start !== range.start),
    problems: analysis.problems
      .filter((problem) => problem.range.start < range.end && problem.range.end > range.start)
      .map(({ message }) => message),
  };
}

function namedPlace({ source }: ChainAnalysis, offset: number): NamedPlace | undefined {
  const holds = ({ start, end }: TextRange): boolean => start <= offset && offset < end;
  const request = requestAt(source, offset);
  const scope = request?.index ?? source.requests.length;
  const base = request?.start ?? 0;
  const moved = (marks: readonly NameMark[]): readonly NameMark[] =>
    marks.map(({ name, start, end }) => ({ name, start: start + base, end: end + base }));
  const { references } = request?.marks ?? source.marks;
  const used = [...references, ...(request?.marks.ownReferences ?? [])];
  const reference = moved([...used, ...(request?.marks.variables ?? [])]).find(holds);
  if (reference !== undefined) {
    return { mark: reference, scope };
  }
  const definitions = request === undefined ? source.marks.constants : request.marks.extractions;
  const definition = moved(definitions).find(holds);
  // Where it is defined, what it gives to the requests after it is worth knowing.
  return definition === undefined ? undefined : { mark: definition, scope: scope + 1 };
}

/** Where a request uses a variable of its own. */
function ownUses({ index, start: base, marks }: RequestSource, variable: string): readonly NamedUse[] {
  return marks.ownReferences
    .filter(({ name }) => name === variable)
    .map(({ start, end }) => ({ requestIndex: index, range: { start: start + base, end: end + base } }));
}
