/** The resolved URL of each request, at the end of the line that says it. */
import * as vscode from 'vscode';
import { RUNNABLE_CHAINS } from '../chainDocument';
import { analysisOf, type InsightServices } from './insight';

const SETTING = 'inlayHints.url';
const MAX_LENGTH = 100;

/** Shows hints for as long as the returned disposable lives. */
export function registerInlayHints(services: InsightServices): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerInlayHintsProvider(RUNNABLE_CHAINS, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: (document, range) => provideHints(services, document, range),
    }),
    services.last.onDidChange(() => changed.fire()),
    services.environments.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`chainwright.${SETTING}`)) {
        changed.fire();
      }
    }),
  );
}

async function provideHints(
  services: InsightServices,
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.InlayHint[]> {
  const wanted = vscode.workspace.getConfiguration('chainwright', document.uri).get('inlayHints.url', true);
  const analysis = wanted ? await analysisOf(document, services) : undefined;
  if (analysis === undefined) {
    return [];
  }
  const [{ nodeRange }, { oneLine, shorten }, { resolvedUrl }] = await Promise.all([
    import('../../core/analysis/readSource'),
    import('../../core/shownText'),
    import('../../core/language/resolvedUrl'),
  ]);
  const known = services.last.values(document.uri);
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return analysis.source.requests
    .filter(({ start, end }) => start <= to && end >= from)
    .flatMap((request) => {
      const url = resolvedUrl(analysis, request, known);
      const place = nodeRange(request, ['url']);
      if (url === undefined || place === undefined) {
        return [];
      }
      const end = place.end + (analysis.source.text[place.end] === ',' ? 1 : 0);
      const hint = new vscode.InlayHint(document.positionAt(end), `→ ${shorten(oneLine(url), MAX_LENGTH)}`);
      hint.paddingLeft = true;
      hint.tooltip = vscode.l10n.t('The URL with the values of the last run');
      return [hint];
    });
}
