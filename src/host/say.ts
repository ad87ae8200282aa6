/** Texts that the core makes for people, in the language of VS Code. */
import * as vscode from 'vscode';
import type { Say } from '../core/say';

/** The text in the bundle of the language, else the English text. */
export const say: Say = (text, ...args) => vscode.l10n.t(text, ...args);
