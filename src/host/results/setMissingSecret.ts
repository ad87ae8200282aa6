/** The way from a request that lacks a secret to its value. */
import type * as vscode from 'vscode';
import type { RequestResult } from '../../core/result/result';
import type { RunHelp } from '../services';

/** Asks for the value of the secret that a reason of a result, by its position, says is missing; nothing for others. */
export async function setMissingSecret(
  { setSecret }: Pick<RunHelp, 'setSecret'>,
  chain: vscode.Uri,
  { reasons }: Pick<RequestResult, 'reasons'>,
  position: number,
): Promise<void> {
  const reason = reasons[position];
  if (reason?.kind === 'unresolved' && reason.secret !== undefined) {
    await setSecret(reason.secret, chain);
  }
}
