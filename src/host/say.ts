/** Texts that the core makes for people, in the language of VS Code. */
import * as vscode from 'vscode';
import type { Say } from '../core/say';

/** The text in the bundle of the language, else the English text. */
// eslint-disable-next-line host/text -- what it is given is collected where it is called
export const say: Say = (text, ...args) => vscode.l10n.t(text, ...args);
