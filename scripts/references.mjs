/** `npm run references`: writes what is made from definitions, so that it cannot be wrong: pages of `docs`, tools of the editor. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from './install.mjs';
import { editorReference } from './references/editor.mjs';
import { fileReference } from './references/files.mjs';
import { programReference } from './references/program.mjs';
import { manifestWithTools, textsWithTools } from './references/tools.mjs';
import { buildValidators } from './schemas.mjs';

/** Paths of the files in the repository, and what makes their text; later ones may be made from earlier ones. */
const REFERENCES = new Map([
  ['package.json', manifestWithTools],
  ['package.nls.json', textsWithTools],
  ['docs/files.md', fileReference],
  ['docs/command-line.md', programReference],
  ['docs/editor-reference.md', editorReference],
]);

/** The files as they should be: their paths and texts. */
export async function* references() {
  for (const [file, text] of REFERENCES) {
    const filepath = path.join(root, file);
    yield [file, await format(await text(), { ...(await resolveConfig(filepath)), filepath })];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildValidators();
  for await (const [file, text] of references()) {
    writeFileSync(path.join(root, file), text);
  }
}
