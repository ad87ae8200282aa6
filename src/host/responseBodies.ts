/**
 * Response bodies as read-only documents, so that a long one is read with the editor's own search,
 * folding and word wrap instead of a copy of them in a webview.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RequestResult } from '../core/result/result';
import { withExample } from '../core/result/savedExamples';
import { CallFailure } from '../protocol/channel';
import type { ShownRuns } from './results/shownRuns';

const SCHEME = 'chainwright-body';

/** File endings by what a media type ends with; they choose the language of the document. */
const ENDINGS: readonly (readonly [mediaType: string, ending: string])[] = [
  ['json', 'json'],
  ['html', 'html'],
  ['xml', 'xml'],
  ['javascript', 'js'],
  ['css', 'css'],
  ['yaml', 'yaml'],
];

/** Provides the documents for as long as the returned disposable lives. */
export function registerResponseBodies(shown: ShownRuns): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => bodyText(shown, uri),
  });
}

/** Where a response is: in a run that a URI names, at a position of its list, and there one of the saved examples, if it has any. */
export interface ResponsePlace {
  readonly subject: vscode.Uri;
  readonly run: number;
  readonly index: number;
  readonly example: number;
}

/** The document of a response body. Fails when the body is missing or not text. */
export function bodyUri({ subject, run, index, example }: ResponsePlace, result: RequestResult): vscode.Uri {
  const body = withExample(result, example).exchange?.response?.body;
  if (body === undefined || body.size === 0) {
    throw new CallFailure(vscode.l10n.t('This response has no body.'));
  }
  if (body.encoding !== 'utf8') {
    throw new CallFailure(vscode.l10n.t('This body is not text, so no editor can show it.'));
  }
  const ending = ENDINGS.find(([mediaType]) => body.mediaType.endsWith(mediaType))?.[1] ?? 'txt';
  const name = `${result.request.id.replaceAll(/[^\w.-]/g, '_')}.${ending}`;
  const query = JSON.stringify([subject.toString(), run, index, example]);
  return vscode.Uri.from({
    scheme: SCHEME,
    path: path.posix.join('/', String(run), String(index), String(example), name),
    query,
  });
}

async function bodyText(shown: ShownRuns, uri: vscode.Uri): Promise<string> {
  const [text, run, index, example] = JSON.parse(uri.query) as [string, number, number, number];
  const subject = vscode.Uri.parse(text);
  const current = shown.runOf(subject);
  const result = current?.view.run === run ? current.results.get(index) : undefined;
  const body = result === undefined ? undefined : withExample(result, example).exchange?.response?.body;
  if (body === undefined) {
    return vscode.l10n.t('This result is no longer there. Run the chain again.');
  }
  return (await shown.wholeBody(subject, body)).content;
}
