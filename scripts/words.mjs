/**
 * `npm run words`: counts words and phrases that plain English does not use, by the part of the project they are in.
 *
 * Some hits are legitimate ("is no" in "is no longer"); the count shows whether the language gets plainer.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const WORDS = [
  'anew',
  'as it is',
  'beside',
  'blanks?',
  'comes? along',
  'goes on',
  'is no(?! longer)',
  'is told of',
  'mend(?:s|ed|ing)?',
  'of it',
  'put right',
  'stands?',
  'take in',
  'told',
  'what \\w+ is',
  'whoever',
];

const PARTS = [
  ['interface texts', ['l10n', 'package.nls.json', 'media/walkthrough', 'media/schemas']],
  ['code', ['src', 'webview-ui', 'recorder', 'examples']],
  ['tests', ['test']],
  ['scripts', ['scripts', 'bench', 'esbuild.mjs', 'eslint.config.mjs']],
  ['documents', ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs']],
];

const texts = PARTS.map(([part, places]) => [part, textOf(places)]);
const width = Math.max(...WORDS.map((word) => word.length));
console.log(['word'.padEnd(width), ...texts.map(([part]) => part)].join('  '));
for (const word of WORDS) {
  const counts = texts.map(([part, text]) => String(count(word, text)).padStart(part.length));
  console.log([word.padEnd(width), ...counts].join('  '));
}
const all = texts.map(([part, text]) =>
  String(WORDS.reduce((sum, word) => sum + count(word, text), 0)).padStart(part.length),
);
console.log(['all'.padEnd(width), ...all].join('  '));

function count(word, text) {
  return text.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0;
}

/** Everything that is written there, without what tests read as data. */
function textOf(places) {
  const files = execFileSync('git', ['ls-files', '--', ...places], { cwd: root, encoding: 'utf8' });
  return files
    .split('\n')
    .filter((file) => /\.(?:[cm]?js|tsx?|json|md|html)$/.test(file) && !file.startsWith('test/fixtures/'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
}
