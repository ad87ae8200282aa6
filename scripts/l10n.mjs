/**
 * `npm run l10n`: writes `l10n/bundle.l10n.json` from the sources, for translators. Its texts are the first argument
 * of `l10n.t()` in the extension, of `say()` where that function is given, and of `t()` and `tRich()` in the pages.
 * Texts that are gone leave the bundles of the languages, and those that a language has no translation for are listed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './install.mjs';

const FOLDER = path.join(root, 'l10n');
const BUNDLE = path.join(FOLDER, 'bundle.l10n.json');

/** Where texts are, and what they are given to. */
const SOURCES = [
  { folder: 'src', calls: /(?:^|\.)(?:l10n\.t|say)$/ },
  { folder: 'webview-ui', calls: /^(?:t|tRich)$/ },
];

/** The bundle as it should be. */
export function translatableTexts() {
  const texts = SOURCES.flatMap(({ folder, calls }) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => textsIn(path.join(root, folder, file), calls)),
  );
  return bundleOf([...new Set(texts)].sort().map((text) => [text, text]));
}

function bundleOf(translations) {
  return `${JSON.stringify(Object.fromEntries(translations), undefined, 2)}\n`;
}

function textsIn(file, calls) {
  const source = readFileSync(file, 'utf8');
  if (!/\b(?:t|tRich|say)\(/.test(source)) {
    return [];
  }
  const texts = [];
  const visit = (node) => {
    const [text] = ts.isCallExpression(node) ? node.arguments : [];
    if (text !== undefined && calls.test(node.expression.getText())) {
      texts.push(...literalsOf(text));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return texts;
}

/** A text, or both of a choice. */
function literalsOf(node) {
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bundle = translatableTexts();
  writeFileSync(BUNDLE, bundle);
  const texts = Object.keys(JSON.parse(bundle));
  for (const file of readdirSync(FOLDER).filter((name) => /^bundle\.l10n\..+\.json$/.test(name))) {
    updateLanguage(path.join(FOLDER, file), texts);
  }
}

/** Leaves in the bundle of a language what is still a text, in the order of the English one. */
function updateLanguage(file, texts) {
  const known = JSON.parse(readFileSync(file, 'utf8'));
  const [translated, missing] = [true, false].map((wanted) =>
    texts.filter((text) => Object.hasOwn(known, text) === wanted),
  );
  writeFileSync(file, bundleOf(translated.map((text) => [text, known[text]])));
  for (const text of missing) {
    console.log(`${path.relative(root, file)} has no translation of ${JSON.stringify(text)}`);
  }
}
