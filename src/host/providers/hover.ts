/**
 * Hovers in chain files: over a reference its value, over a literal the variables that could
 * replace it, each a link that inserts it.
 */
import * as vscode from 'vscode';
import { CHAIN_FILES, isWorkedOn } from '../chainDocument';
import { toRange } from '../textEdits';
import { hoverMarkdown } from './hoverText';
import { analysisOf, type InsightServices } from './insight';
import { placesAround } from './linkedDocuments';

/** Offers hovers for as long as the returned disposable lives. */
export function registerHover(services: InsightServices): vscode.Disposable {
  return vscode.languages.registerHoverProvider(CHAIN_FILES, {
    provideHover: (document, position) => provideHover(services, document, position),
  });
}

async function provideHover(
  services: InsightServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const { hoverAt } = await import('../../core/language/hover');
  const analysis = await analysisOf(document, services);
  const offset = document.offsetAt(position);
  const hover = analysis && hoverAt(analysis, offset, services.last.values(document.uri));
  if (analysis === undefined || hover === undefined) {
    return undefined;
  }
  if (hover.kind === 'insertion' && !isWorkedOn(document.uri)) {
    return undefined;
  }
  const text = await hoverMarkdown(hover, {
    document,
    offset,
    analysis,
    places: placesAround(document.uri, services.files),
  });
  return new vscode.Hover(text, toRange(document, hover.range));
}
