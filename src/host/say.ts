/** Texts that the core makes for people, in the language of VS Code. */
import * as vscode from 'vscode';
import type { Say } from '../core/say';

/** The text as the bundle of the language has it; as it is written where it has none. */
export const say: Say = (text, ...args) => vscode.l10n.t(text, ...args);
