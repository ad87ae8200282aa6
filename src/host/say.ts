/** Texts that the core makes for people, in the language of VS Code. */
import * as vscode from 'vscode';
import type { Say } from '../core/say';
import { engineText } from './engineText';

/** The text in the bundle of the language, else the English text. */
// eslint-disable-next-line host/text -- what it is given is collected where it is called
export const say: Say = (text, ...args) => vscode.l10n.t(text, ...args);

/** The same for texts among which are messages of the engine: those are whole already, and recognised by their words. */
export const sayOrTranslate: Say = (text, ...args) =>
  // eslint-disable-next-line host/text -- what it is given is collected where it is called
  args.length === 0 ? engineText(say(text)) : say(text, ...args);
