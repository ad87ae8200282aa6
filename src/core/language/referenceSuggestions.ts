/**
 * Suggestions between braces: the variables that can be used there, best match first, then the built-ins.
 * The closing braces are written only when they are missing.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { ValueSite } from '../analysis/siteAt';
import { inEnglish, type Say } from '../say';
import { shorten } from '../shownText';
import { shownText, variablesFor, type AvailableVariable, type KnownValues } from './available';
import { requestParts, signatureOf } from '../prepare/functions/signatures';
import { builtInHelp, postmanHelp } from './builtInHelp';
import { insertionPlace, type InsertionPlace } from './insertionPlace';
import { rankVariables } from './ranking';
import { partOf, type Suggestion } from './suggestion';

const OPEN = /\{\{\s*([$\w.-]*)$/;
const OPEN_SECRET = /\{\{\s*\$secret\s+([\w.-]*)$/;
/** An open call of a function: its name, its arguments so far, and the word that is being written. */
const OPEN_CALL =
  /\{\{\s*(\$\w+)((?:\s+(?:'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|[^\s{}"']+))*)\s+(['"]?[\w$.-]*)$/;
const ARGUMENT = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|[^\s{}"']+/g;
const WORD_END = /^[\w$.-]*['"]?/;
const REST = /^[\w.-]*\s*\}{0,2}/;
/** Postman's names are offered to those who begin to write one. */
const POSTMAN = /^\$random/;
const MAX_VALUE = 60;

/** What suggestions show next to names. */
interface SuggestionWords {
  readonly known: KnownValues;
  /** Also gets whole descriptions of built-ins. */
  readonly say: Say;
}

/** Suggestions for the braces around a site's index; absent when there are none. */
export function referenceSuggestions(
  analysis: ChainAnalysis,
  site: ValueSite,
  words: SuggestionWords,
): readonly Suggestion[] | undefined {
  const { known, say } = words;
  const before = site.valueText.slice(0, site.index);
  const secret = OPEN_SECRET.exec(before);
  if (secret !== null) {
    const names = analysis.surroundings.environment?.secrets ?? [];
    const range = braces(analysis, site, secret.index);
    return names.map((name) => suggestion('value', name, `{{$secret ${name}}}`, range));
  }
  const call = OPEN_CALL.exec(before);
  if (call !== null && site.location !== undefined) {
    return argumentSuggestions(analysis, site, words, call);
  }
  const open = OPEN.exec(before);
  if (open === null || site.location === undefined) {
    return undefined;
  }
  const range = braces(analysis, site, open.index);
  const place = placeWithout(analysis, site, open.index);
  const available = variablesFor(analysis, site.request, site.path, known);
  const variables = place === undefined ? available : rankVariables(available, place);
  const help = POSTMAN.test(open[1] ?? '') ? [...builtInHelp, ...postmanHelp] : builtInHelp;
  return [
    ...variables.map((variable) => variableSuggestion(variable, range, say)),
    ...partNames(site).map((name) => suggestion('variable', name, `{{${name}}}`, range)),
    ...help.map(({ name, snippet, description }) => ({
      ...suggestion('builtIn', name, `{{${snippet}}}`, range),
      filter: `{{${name}`,
      isSnippet: true,
      detail: say(description),
    })),
  ];
}

/** What an argument of a function can be: one of its choices, or a variable. */
function argumentSuggestions(
  analysis: ChainAnalysis,
  site: ValueSite,
  { known, say }: SuggestionWords,
  [, name = '', args = '', word = '']: RegExpExecArray,
): readonly Suggestion[] | undefined {
  const signature = signatureOf(name);
  if (signature?.takes !== 'values') {
    return undefined;
  }
  const { parameters } = signature;
  const parameter = parameters[Math.min(args.match(ARGUMENT)?.length ?? 0, parameters.length - 1)];
  const end = site.index + (WORD_END.exec(site.valueText.slice(site.index))?.[0].length ?? 0);
  const range = partOf(site, analysis.source.text, { start: site.index - word.length, end });
  if (parameter?.choices !== undefined) {
    return parameter.choices.map((choice) => suggestion('value', `'${choice}'`, `'${choice}'`, range));
  }
  return [
    ...variablesFor(analysis, site.request, site.path, known).map((variable) => ({
      ...suggestion('variable', variable.name, variable.name, range),
      detail: producerWords(variable, say),
    })),
    ...partNames(site).map((part) => suggestion('variable', part, part, range)),
  ];
}

/** The parts of the request, where they are known; a step that runs a chain has none. */
function partNames({ request, location }: ValueSite): readonly string[] {
  if (request === undefined || request.marks.call !== undefined) {
    return [];
  }
  const isLate = location?.in === 'header' || location?.in === 'auth' || location?.in === 'variables';
  return isLate ? requestParts.map((part) => `$request.${part}`) : [];
}

/** In a few words where a variable comes from: `Create order`, `constant`, `auth/login.chain.json`. */
export function producerWords({ producer, definition }: AvailableVariable, say: Say = inEnglish): string {
  return producer ?? definitionWords(definition, say);
}

function definitionWords(definition: AvailableVariable['definition'], say: Say): string {
  switch (definition.kind) {
    case 'own':
      return say('variable of this request');
    case 'extraction':
      return definition.requestId;
    case 'column':
      return say('column of {0}', definition.file);
    case 'constant':
      return say('constant of this chain');
    case 'required':
      return definition.file;
    case 'environment':
      return say('environment {0}', definition.environment);
  }
}

/** From the opening braces to the closing ones, or to the caret when there are none. */
function braces({ source }: ChainAnalysis, site: ValueSite, start: number): Suggestion['range'] {
  const rest = REST.exec(site.valueText.slice(site.index))?.[0] ?? '';
  const end = site.index + (rest.endsWith('}') ? rest.length : 0);
  return partOf(site, source.text, { start, end });
}

/** The place of the future reference: the place without the braces that are being typed. */
function placeWithout({ source }: ChainAnalysis, site: ValueSite, start: number): InsertionPlace | undefined {
  const valueText = site.valueText.slice(0, start) + site.valueText.slice(site.index);
  const place = insertionPlace(source.text, { ...site, value: valueText, valueText, index: start });
  return place && { ...place, literal: '' };
}

function variableSuggestion(variable: AvailableVariable, range: Suggestion['range'], say: Say): Suggestion {
  const { name, value } = variable;
  const shown = value === undefined ? '' : ` = ${shorten(shownText(value.shown), MAX_VALUE)}`;
  return {
    ...suggestion('variable', name, `{{${name}}}`, range),
    detail: producerWords(variable, say) + shown,
  };
}

function suggestion(
  kind: Suggestion['kind'],
  label: string,
  text: string,
  range: Suggestion['range'],
): Suggestion {
  return { kind, label, text, isSnippet: false, range, filter: text.replace(/\}\}$/, '') };
}
