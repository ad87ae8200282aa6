/**
 * What can be inserted into a text that somebody types in a form: the variables that have a value there, best
 * match first, then values generated for each request, then secrets.
 *
 * The text need not be in the file yet, so places refer to the text itself. A text that is JSON as a whole, the
 * body, is parsed: an insertion goes into the string, or in place of the number, at the caret.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import { locationOf } from '../analysis/locationOf';
import { createChainReader } from '../analysis/readSource';
import { headLocation, siteAt } from '../analysis/siteAt';
import { REQUEST, below } from '../files/writtenPath';
import type { JsonPath } from '../json/jsonDocument';
import { variablesFor, type AvailableVariable, type KnownValues } from '../language/available';
import { describeBuiltIn, exampleOf } from '../language/builtInHelp';
import { hasValue, insertReference } from '../language/insertReference';
import { insertionPlace, placeInValue, type InsertionPlace } from '../language/insertionPlace';
import { QUICK_BUILT_INS } from '../language/quickBuiltIns';
import { rankVariables } from '../language/ranking';
import { producerWords } from '../language/referenceSuggestions';
import type { Location } from '../model';
import { signatures } from '../prepare/functions/signatures';
import type { TextRange } from '../problem';
import { inEnglish, type Say } from '../say';
import type { Part } from './partProblems';
import { shownValue } from './referredVariables';

/** A text that is being written. */
export interface WrittenText {
  /** The request that it is in; absent for the settings of the chain. */
  readonly part: Part;
  /** Steps below the part to the text. */
  readonly path: JsonPath;
  readonly text: string;
  /** The selected part; a caret when both ends are the same. */
  readonly selection: TextRange;
}

/** Something to insert. */
export interface FormSuggestion {
  readonly name: string;
  /** Where its value comes from, in a few words. */
  readonly explanation: string;
  /** Its last value: JSON text, masked and shortened. */
  readonly shown?: string;
  /** Whether the value is the text that would be replaced. */
  readonly matches: boolean;
  /** What takes the place of the text from `start` to `end`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What can be inserted; nothing where references are not resolved. `say` also gets whole descriptions of built-ins. */
export function formSuggestions(
  analysis: ChainAnalysis,
  written: WrittenText,
  known: KnownValues,
  say: Say = inEnglish,
): readonly FormSuggestion[] {
  const open = openReference(written);
  const place = placeOf(analysis, written);
  if (place === undefined) {
    return [];
  }
  const target = open === undefined ? place : { ...place, ...replacing(written.text, open), prefix: '' };
  const wanted = open?.name.toLowerCase() ?? '';
  return [
    ...variables(analysis, written, target, known).map((variable) => ({
      name: variable.name,
      explanation: producerWords(variable, say),
      ...shownValue(variable),
      matches: hasValue(variable, target),
      ...inserted(target, variable),
    })),
    ...generatedValues(target, say),
    ...(wanted.startsWith('$') ? functionCalls(target, say) : []),
    ...secrets(analysis, target, say),
  ].filter(({ name }) => name.toLowerCase().includes(wanted));
}

function variables(
  analysis: ChainAnalysis,
  { part, path }: WrittenText,
  place: InsertionPlace,
  known: KnownValues,
): readonly AvailableVariable[] {
  return rankVariables(variablesFor(analysis, part, path, known), place);
}

function generatedValues(place: InsertionPlace, say: Say): readonly FormSuggestion[] {
  return QUICK_BUILT_INS.map((name) => ({
    name,
    explanation: say(describeBuiltIn(name.split(' ')[0] ?? name) ?? ''),
    matches: false,
    ...inserted(place, { name }),
  }));
}

/** Functions with examples of their arguments, for those who began to write one. */
function functionCalls(place: InsertionPlace, say: Say): readonly FormSuggestion[] {
  return signatures
    .filter(({ takes }) => takes === 'values')
    .map((signature) => ({
      name: exampleOf(signature),
      explanation: say(signature.description),
      matches: false,
      ...inserted(place, { name: exampleOf(signature) }),
    }));
}

function secrets(
  { surroundings }: ChainAnalysis,
  place: InsertionPlace,
  say: Say,
): readonly FormSuggestion[] {
  const { environment } = surroundings;
  return (environment?.secrets ?? []).map((secret) => {
    const name = `$secret ${secret}`;
    const explanation = say('secret of the environment {0}', environment?.name ?? '');
    return { name, explanation, matches: false, ...inserted(place, { name }) };
  });
}

function inserted(
  place: InsertionPlace,
  variable: Pick<AvailableVariable, 'name' | 'value'>,
): Pick<FormSuggestion, 'start' | 'end' | 'text'> {
  const { offset, length, text } = insertReference(place, variable);
  return { start: offset, end: offset + length, text };
}

function placeOf(analysis: ChainAnalysis, written: WrittenText): InsertionPlace | undefined {
  const { part, path, text, selection } = written;
  const place = JSON_TEXTS.has(path.join('/'))
    ? placeInJson(written)
    : placeInText(written, locationIn(analysis, part, path, text.slice(0, selection.start)));
  return place === undefined || selection.start === selection.end
    ? place
    : { ...place, ...replacing(text, selection), prefix: '' };
}

function locationIn(
  { source }: ChainAnalysis,
  part: Part,
  path: JsonPath,
  before: string,
): Location | undefined {
  if (part !== undefined) {
    return locationOf(part.tree, path, before);
  }
  return source.head === undefined ? undefined : headLocation(source.head, path);
}

function placeInText(
  { path, text, selection }: WrittenText,
  location: Location | undefined,
): InsertionPlace | undefined {
  const index = Math.min(selection.start, text.length);
  return location === undefined
    ? undefined
    : placeInValue({ path, location, value: text, valueText: text, index });
}

/** Members of a request whose text in the form is JSON. */
const JSON_TEXTS: ReadonlySet<string> = new Set(
  [below(REQUEST, 'body', 'json'), below(REQUEST, 'body', 'graphql', 'variables')].map((path) =>
    path.join('/'),
  ),
);

/** The place in a body, which is read as that of a request of its own. */
function placeInJson({ path, text, selection }: WrittenText): InsertionPlace | undefined {
  const before = path.map((step) => `{${JSON.stringify(step)}:`).join('');
  const prefix = `{"requests":[${before}`;
  const source = createChainReader()(`${prefix}${text}\n${'}'.repeat(path.length)}]}`, '');
  const site = siteAt(source, prefix.length + selection.start);
  const place = site === undefined ? undefined : insertionPlace(source.text, site);
  return (
    place && {
      ...place,
      range: { start: place.range.start - prefix.length, end: place.range.end - prefix.length },
      at: place.at - prefix.length,
    }
  );
}

function replacing(text: string, range: TextRange): Pick<InsertionPlace, 'range' | 'literal' | 'replaces'> {
  return { range, literal: text.slice(range.start, range.end), replaces: true };
}

const OPEN = /\{\{\s*([$\w.-]*)$/;
const REST = /^[\w.-]*\s*\}{0,2}/;

/** The braces that were opened before the caret, to those that close them, and the name that was begun. */
function openReference({
  text,
  selection,
}: WrittenText): (TextRange & { readonly name: string }) | undefined {
  const open = OPEN.exec(text.slice(0, selection.start));
  if (open === null || selection.start !== selection.end) {
    return undefined;
  }
  const rest = REST.exec(text.slice(selection.end))?.[0] ?? '';
  const end = selection.end + (rest.endsWith('}') ? rest.length : 0);
  return { start: open.index, end, name: open[1] ?? '' };
}
