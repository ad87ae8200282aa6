/** What the text of a chain tells and offers while it is read and written, put together. */
import * as vscode from 'vscode';
import { commandRegistrar } from '../commandRegistrar';
import { registerCodeLens } from './codeLens';
import { registerCompletion } from './completion';
import { registerHover } from './hover';
import { registerInlayHints } from './inlayHints';
import type { InsightServices } from './insight';
import { registerPasteCurl } from './pasteCurl';
import { registerPreview, type PreviewServices } from './previewDocument';

/** Registers all insight features for as long as the returned disposable lives. */
export function registerInsights(services: InsightServices & PreviewServices): vscode.Disposable {
  const register = commandRegistrar(services.log);
  return vscode.Disposable.from(
    registerCodeLens(services),
    registerHover(services),
    register('insertVariable', async (chain, target) =>
      (await import('./insertVariable')).insertVariable(services, chain, target),
    ),
    registerCompletion(services),
    registerInlayHints(services),
    registerPreview(services),
    registerPasteCurl(),
  );
}
