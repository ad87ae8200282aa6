/** What pages ask about bodies that they have the beginning of, or nothing; part of the language bundle. */
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { findPart, type FoundPart } from '../../core/extraction/foundPart';
import type { ResponsePart } from '../../core/extraction/responsePart';
import { selectableAnswer } from '../../core/extraction/selectedValue';
import { bodyValue } from '../../core/language/bodyJson';
import type { RecordedBody, RequestResult } from '../../core/result/result';
import type { PlainTreeView, TreeWanted } from '../../protocol/bodyTree';
import { LongBodies, type LongBody } from './longBodies';

/** Those of this window. */
const longBodies = new LongBodies(fileURLToPath(new URL('bodyWorker.js', import.meta.url)));

/** The tree of a body. Rejects with a UserError when there is none. */
export async function longTree(
  { body, wholeBody }: { readonly body: RecordedBody | undefined } & Pick<LongBody, 'wholeBody'>,
  wanted: TreeWanted,
): Promise<PlainTreeView> {
  if (body === undefined) {
    throw new UserError(vscode.l10n.t('This response has no body.'), vscode.l10n.t('Run the request again.'));
  }
  return longBodies.view({ body, wholeBody }, wanted);
}

/** A part that a person picked of an answer. Rejects with a UserError when the answer does not have it. */
export async function findPicked(
  { exchange = {} }: { readonly exchange?: Partial<NonNullable<RequestResult['exchange']>> },
  part: ResponsePart,
  wholeBody: LongBody['wholeBody'],
): Promise<FoundPart> {
  const body = part.from === 'body' ? exchange.response?.body : undefined;
  if (body?.stored !== undefined) {
    return longBodies.find({ body, wholeBody }, part, selectableAnswer(exchange, undefined));
  }
  return findPart(part, selectableAnswer(exchange, body === undefined ? undefined : bodyValue(body)));
}
