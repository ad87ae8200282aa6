/** The way from a request that lacks a secret to its value. */
import * as vscode from 'vscode';
import type { RequestResult } from '../../core/result/result';

/** Asks for the value of the secret that a reason of a result, by its position, says is missing; nothing for others. */
export async function setMissingSecret(
  chain: vscode.Uri,
  { reasons }: Pick<RequestResult, 'reasons'>,
  position: number,
): Promise<void> {
  const reason = reasons[position];
  if (reason?.kind === 'unresolved' && reason.secret !== undefined) {
    await enterSecret(reason.secret, chain);
  }
}

/** Asks for the value of a secret that a chain uses. */
export async function enterSecret(name: string, chain: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('chainwright.setSecret', name, chain);
}
