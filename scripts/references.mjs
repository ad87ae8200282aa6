/** `npm run references`: writes the pages of `docs` that are made from definitions, so that they cannot be wrong. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from './install.mjs';
import { editorReference } from './references/editor.mjs';
import { fileReference } from './references/files.mjs';
import { programReference } from './references/program.mjs';

/** Paths of the pages in the repository, and what makes their text. */
const REFERENCES = new Map([
  ['docs/files.md', fileReference],
  ['docs/command-line.md', programReference],
  ['docs/editor-reference.md', editorReference],
]);

/** The pages as they should be: their paths and texts. */
export async function references() {
  return Promise.all(
    [...REFERENCES].map(async ([page, text]) => {
      const filepath = path.join(root, page);
      return [page, await format(await text(), { ...(await resolveConfig(filepath)), filepath })];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [page, text] of await references()) {
    writeFileSync(path.join(root, page), text);
  }
}
