/**
 * `npm run l10n`: writes `l10n/bundle.l10n.json` from the sources, for translators. Its texts are the first argument
 * of `l10n.t()` in the extension, of `say()` where that function is given, and of `t()` and `tRich()` in the pages.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './install.mjs';

const BUNDLE = path.join(root, 'l10n/bundle.l10n.json');

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
  const sorted = [...new Set(texts)].sort();
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), undefined, 2)}\n`;
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
  writeFileSync(BUNDLE, translatableTexts());
}
