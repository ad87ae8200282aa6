/** What the editor offers in chains, environments and authorization matrices besides running them. */
import * as vscode from 'vscode';
import { registerCodeActions } from './codeActions';
import { registerDiagnostics } from './diagnostics';
import type { FixServices } from './fixEdits';
import { registerLinks } from './links';
import { registerNavigation } from './navigation';
import { registerRename } from './rename';
import { registerSymbols } from './symbols';

/** Offers navigation, renaming, symbols, links, problems and their fixes. */
export function registerTextFeatures(services: FixServices): vscode.Disposable {
  return vscode.Disposable.from(
    registerNavigation(services),
    registerRename(services),
    registerSymbols(services),
    registerLinks(services),
    registerDiagnostics(services),
    registerCodeActions(services),
  );
}
