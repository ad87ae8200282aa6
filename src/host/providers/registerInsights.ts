/** What the text of a chain tells and offers while it is read and written, put together. */
import * as vscode from 'vscode';
import { registerCodeLens } from './codeLens';
import { registerCompletion } from './completion';
import { registerHover } from './hover';
import { registerInlayHints } from './inlayHints';
import type { InsightServices } from './insight';
import { registerInsertVariable } from './insertVariable';
import { registerPasteCurl } from './pasteCurl';
import { registerPreview } from './previewDocument';
import type { PreviewServices } from './previewDocument';

/** Registers all of it for as long as the returned disposable lives. */
export function registerInsights(services: InsightServices & PreviewServices): vscode.Disposable {
  return vscode.Disposable.from(
    registerCodeLens(services),
    registerHover(services),
    registerInsertVariable(services),
    registerCompletion(services),
    registerInlayHints(services),
    registerPreview(services),
    registerPasteCurl(),
  );
}
