/**
 * The text of a hover. Names and values are other people's: they are escaped, and the only command that
 * a link may call is the one that inserts, which looks at its arguments itself.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis, Definition } from '../../core/analysis/analysis';
import type { AvailableVariable, KnownValue } from '../../core/language/available';
import type { CallHover, ChainHover, InsertionHover, Offer, VariableHover } from '../../core/language/hover';
import { QUICK_BUILT_INS } from '../../core/language/quickBuiltIns';
import { markdownText } from '../../formats/reporters/markdownText';
import { engineText } from '../engineText';
import { say } from '../say';
import type { Places } from './linkedDocuments';

/** What a hover's links lead to. */
export interface HoverContext {
  readonly document: vscode.TextDocument;
  readonly offset: number;
  readonly analysis: ChainAnalysis;
  readonly places: Places;
}

/** What the links of hovers call. */
const INSERT_COMMAND = 'chainwright.insertVariable';
/** Offers in the hover itself; the others are behind a link. */
const MAX_OFFERS = 8;
const MAX_USES = 3;
const MAX_NAMES = 10;
const MAX_VALUE = 48;

/** The text of a hover. */
export async function hoverMarkdown(
  hover: ChainHover,
  context: HoverContext,
): Promise<vscode.MarkdownString> {
  const text = new vscode.MarkdownString('', true);
  switch (hover.kind) {
    case 'builtIn':
      text.appendMarkdown(`**${markdownText(hover.name)}** — ${markdownText(engineText(hover.description))}`);
      return hover.usage.length === 0 ? text : text.appendCodeblock(hover.usage.join('\n'), 'text');
    case 'variable':
      return text.appendMarkdown((await variableLines(hover, context)).join('\n\n'));
    case 'call':
      return text.appendMarkdown((await callLines(hover, context)).join('\n\n'));
    case 'insertion':
      text.isTrusted = { enabledCommands: [INSERT_COMMAND] };
      return text.appendMarkdown((await insertionLines(hover, context)).join('\n'));
  }
}

async function variableLines(hover: VariableHover, context: HoverContext): Promise<readonly string[]> {
  const { name, value, definition, otherUses, problems } = hover;
  const shown = value === undefined ? '' : ` = ${await code(value)}`;
  const uses = await useLinks(otherUses.slice(0, MAX_USES), context);
  const more = otherUses.length - uses.length;
  const all = more > 0 ? [...uses, vscode.l10n.t('{0} more', more)] : uses;
  return [
    `$(symbol-variable) **${markdownText(name)}**${shown}`,
    ...(definition === undefined ? [] : [await origin(definition, hover.producer, context)]),
    ...(otherUses.length === 0 ? [] : [`$(references) ${vscode.l10n.t('Also used in {0}', all.join(', '))}`]),
    ...problems.map((problem) => `$(warning) ${markdownText(engineText(problem))}`),
  ];
}

async function callLines(
  { file, name, requests, needed, constants, taken }: CallHover,
  context: HoverContext,
): Promise<readonly string[]> {
  const title = await placeLink(name === '' ? file : name, file, { start: 0, end: 0 }, context);
  const names = (all: readonly string[]): string => {
    const more = all.length - MAX_NAMES;
    const shown = all.slice(0, MAX_NAMES).map(markdownText);
    return (more > 0 ? [...shown, vscode.l10n.t('{0} more', more)] : shown).join(', ');
  };
  return [
    `$(list-ordered) **${title}**`,
    ...(requests.length === 0 ? [] : [`$(run-all) ${vscode.l10n.t('Runs {0}', names(requests))}`]),
    ...(needed.length === 0 ? [] : [`$(arrow-down) ${vscode.l10n.t('Needs {0}', names(needed))}`]),
    ...(constants.length === 0
      ? []
      : [`$(symbol-constant) ${vscode.l10n.t('Has defaults for {0}', names(constants))}`]),
    ...(taken.length === 0 ? [] : [`$(arrow-up) ${vscode.l10n.t('Gives {0}', names(taken))}`]),
  ];
}

async function insertionLines(
  { offers, place }: InsertionHover,
  { document, offset }: HoverContext,
): Promise<readonly string[]> {
  const link = (label: string, tooltip: string, variable?: string): string => {
    const args = [
      document.uri.toString(),
      { offset, version: document.version, ...(variable && { variable }) },
    ];
    const query = encodeURIComponent(JSON.stringify(args)).replace(
      /[()]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
    const title = markdownText(tooltip).replaceAll('"', '&quot;');
    return `[${label}](command:${INSERT_COMMAND}?${query} "${title}")`;
  };
  const tooltipOf = ({ matches }: Offer): string =>
    place.replaces || matches
      ? vscode.l10n.t('Replace {0} by the reference', place.literal === '' ? '""' : place.literal)
      : vscode.l10n.t('Insert the reference here');
  const rows = await Promise.all(
    offers.slice(0, MAX_OFFERS).map(async (offer) => {
      const { name, value } = offer.variable;
      const icon = offer.matches ? '$(arrow-swap)' : '$(add)';
      const shown = value === undefined ? '' : await code(value);
      // a table breaks its cells at spaces before it cuts off what is long
      const label = link(`${icon}&nbsp;${markdownText(name)}`, tooltipOf(offer), name);
      return `| ${label} | ${shown} | ${markdownText(await originText(offer))} |`;
    }),
  );
  const more = offers.length - rows.length;
  const all = more > 0 ? [link(vscode.l10n.t('{0} more…', more), vscode.l10n.t('Choose from all'))] : [];
  const builtIns = QUICK_BUILT_INS.map((name) => link(`\`${name}\``, `{{${name}}}`, name));
  const header = [vscode.l10n.t('Insert'), vscode.l10n.t('Last value'), vscode.l10n.t('From')];
  return [`| ${header.join(' | ')} |`, '|:--|:--|:--|', ...rows, '', [...all, ...builtIns].join(' · ')];
}

async function originText({ variable }: Offer): Promise<string> {
  const { producerWords } = await import('../../core/language/referenceSuggestions');
  return producerWords(variable, say);
}

/** Where a value comes from, with a link there. */
async function origin(
  definition: AvailableVariable['definition'],
  producer: string | undefined,
  context: HoverContext,
): Promise<string> {
  const link = (label: string): Promise<string> =>
    placeLink(label, definition.file, definition.range, context);
  switch (definition.kind) {
    case 'own':
      return definition.isItem === true
        ? `$(sync) ${await link(vscode.l10n.t('First item of the loop of this request'))}`
        : `$(symbol-variable) ${await link(vscode.l10n.t('Variable of this request'))}`;
    case 'extraction':
      return `$(arrow-up) ${vscode.l10n.t('Extracted by {0}', await link(producer ?? definition.requestId))}`;
    case 'column':
      return `$(table) ${vscode.l10n.t('Column of {0}', await link(definition.file))}`;
    case 'constant':
      return `$(symbol-constant) ${await link(vscode.l10n.t('Constant of this chain'))}`;
    case 'required': {
      const file = await link(definition.file);
      return producer === undefined
        ? `$(symbol-constant) ${vscode.l10n.t('Constant of {0}', file)}`
        : `$(arrow-up) ${vscode.l10n.t('Extracted by {0} in {1}', markdownText(producer), file)}`;
    }
    case 'environment':
      return `$(globe) ${vscode.l10n.t('From {0}', await link(definition.environment))}`;
  }
}

async function useLinks(uses: VariableHover['otherUses'], context: HoverContext): Promise<readonly string[]> {
  const { source } = context.analysis;
  return Promise.all(
    uses.map(({ requestIndex, constant, range }) => {
      const request = source.requests.find(({ index }) => index === requestIndex);
      const label =
        request === undefined ? (constant ?? 'auth') : request.name === '' ? request.id : request.name;
      return placeLink(label, source.file, range, context);
    }),
  );
}

async function placeLink(
  label: string,
  file: string,
  range: Definition['range'],
  { places }: HoverContext,
): Promise<string> {
  try {
    const [at] = await places.rangesIn(file, [range]);
    const fragment = at === undefined ? '' : `L${at.start.line + 1},${at.start.character + 1}`;
    return `[${markdownText(label)}](${places.uriOf(file).with({ fragment }).toString()})`;
  } catch {
    // Gone since it was analysed; the diagnostics say so.
    return markdownText(label);
  }
}

/** The value in a code span of one line, cut off where it gets long. */
async function code(value: KnownValue): Promise<string> {
  const [{ oneLine, shorten }, { shownText }] = await Promise.all([
    import('../../core/shownText'),
    import('../../core/language/available'),
  ]);
  const text = shorten(oneLine(shownText(value.shown)), MAX_VALUE).replaceAll('`', "'");
  // A row ends its cell at a bar unless an odd number of backslashes comes before it.
  const barred = text.replace(/\\(?=\|)/g, '\\\u200b').replaceAll('|', '\\|');
  return text === '' ? '""' : `\`${barred}\``;
}
