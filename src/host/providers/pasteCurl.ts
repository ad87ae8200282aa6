/** A cURL command that is pasted into the list of requests becomes a request. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { outlineChain } from '../../core/files/outline';
import type { TextEdit } from '../../core/edit/textEdit';
import { freeId } from '../../core/edit/plainNames';
import { CHAIN_FILES } from '../chainDocument';
import { toWorkspaceEdit } from '../textEdits';

const KIND = vscode.DocumentDropOrPasteEditKind.Text.append('chainwright', 'request');

/** Offers it for as long as the returned disposable lives. */
export function registerPasteCurl(): vscode.Disposable {
  return vscode.languages.registerDocumentPasteEditProvider(
    CHAIN_FILES,
    {
      provideDocumentPasteEdits: (document, ranges, transfer) => pasteRequest(document, ranges, transfer),
    },
    { providedPasteEditKinds: [KIND], pasteMimeTypes: ['text/plain'] },
  );
}

/**
 * What a paste of a cURL command does to a chain; nothing where it is pasted as the text it is: outside the
 * list of requests, inside a string, or when it cannot be read.
 */
export async function pasteRequest(
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  transfer: vscode.DataTransfer,
): Promise<vscode.DocumentPasteEdit[]> {
  const [range] = ranges;
  const pasted = (await transfer.get('text/plain')?.asString()) ?? '';
  // Every paste in a chain comes by here: what cannot be a command must not load anything.
  if (range === undefined || ranges.length > 1 || !range.isEmpty || !/^\s*(?:\$\s+)?curl/i.test(pasted)) {
    return [];
  }
  try {
    return await requestEdits(document, document.offsetAt(range.start), pasted);
  } catch (error) {
    if (error instanceof UserError) {
      // Not a command, or a file that is not JSON: the text is pasted unchanged.
      return [];
    }
    throw error;
  }
}

/** A request that a command became. */
interface CurlRequest {
  readonly edits: readonly TextEdit[];
  readonly index: number;
  readonly id: string;
  /** Options of the command that a request has no member for. */
  readonly leftOut: readonly string[];
}

/**
 * Adds the request of a cURL command to the text of a chain, after the requests that begin before an offset; without
 * one at the end.
 *
 * @throws UserError when it is no cURL command or the text is not JSON
 */
export async function curlRequest(text: string, pasted: string, offset = Infinity): Promise<CurlRequest> {
  const [{ insertRequest }, { readCurl }] = await Promise.all([
    import('../../core/edit/chainEdit'),
    import('../../formats/importers/read/curl/readCurl'),
  ]);
  const { requests } = outlineChain(text);
  const { request, leftOut } = readCurl(pasted);
  const ids = requests.map((one) => one.id);
  const id = freeId(request.id, ids);
  const index = (requests.findLast(({ range }) => range.start < offset)?.index ?? -1) + 1;
  return { edits: insertRequest(text, index, { ...request, id }), index, id, leftOut };
}

async function requestEdits(
  document: vscode.TextDocument,
  offset: number,
  pasted: string,
): Promise<vscode.DocumentPasteEdit[]> {
  const { isInRequestList } = await import('../../core/language/requestList');
  const text = document.getText();
  if (!isInRequestList(text, offset)) {
    return [];
  }
  const { edits, leftOut } = await curlRequest(text, pasted, offset);
  const title =
    leftOut.length === 0
      ? vscode.l10n.t('Paste as request')
      : vscode.l10n.t('Paste as request, without {0}', leftOut.join(', '));
  const edit = new vscode.DocumentPasteEdit('', title, KIND);
  edit.additionalEdit = toWorkspaceEdit(document, edits);
  return [edit];
}
