/** Changes to environment files, as edits of their text. */
import { itemsAt } from '../json/jsonDocument';
import { insertItem, treeOf } from './jsonEdit';
import type { TextEdit } from './textEdit';

/** Adds a name to the `secrets` of an environment; nothing when it is there. Throws UserError when the text is not JSON. */
export function declareSecret(text: string, name: string): readonly TextEdit[] {
  const names = itemsAt(treeOf(text), ['secrets']);
  return names.some((item) => item.kind === 'scalar' && item.value === name)
    ? []
    : insertItem(text, ['secrets'], { index: names.length, value: name });
}

/** The text of a new environment file. */
export function newEnvironmentText(name: string, baseUrl = 'http://127.0.0.1:4010'): string {
  return `{
  "formatVersion": 1,
  "name": ${JSON.stringify(name)},
  "variables": {
    // Where the API listens; requests begin their URL with {{baseUrl}}.
    "baseUrl": ${JSON.stringify(baseUrl)}
  },
  // Names only: "Chainwright: Set Secret…" keeps the values outside of all files.
  "secrets": []
}
`;
}
