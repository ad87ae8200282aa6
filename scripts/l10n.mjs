/**
 * `npm run l10n`: writes `l10n/bundle.l10n.json` from the sources, for translators. Its texts are the first argument
 * of `l10n.t()` in the extension, of `say()` where that function is given, of `inEnglish()`, and of `t()` and
 * `tRich()` in the pages; and the sentences of the engine, which speaks English in files and reports and is translated
 * where the editor shows it (`src/protocol/engineTexts.ts`).
 * Texts that are gone leave the bundles of the languages, and those that a language has no translation for are listed.
 * So do texts of the schemas and `l10n/schemas.<language>.json`, from which schemas in these languages are written.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './install.mjs';
import { schemaTexts, writeSchemas } from './schemaTexts.mjs';

const FOLDER = path.join(root, 'l10n');
const BUNDLE = path.join(FOLDER, 'bundle.l10n.json');

/** Where texts are, and what they are given to. */
const SOURCES = [
  { folder: 'src', calls: /(?:^|\.)(?:l10n\.t|say|inEnglish)$/ },
  { folder: 'webview-ui', calls: /^(?:t|tRich)$/ },
];

/** Where sentences of the engine are that the editor shows. Those of other folders are shown in English. */
export const SENTENCES = [
  'src/core/analysis',
  'src/core/auth',
  'src/core/authz/act',
  'src/core/authz/judge',
  'src/core/authz/matrix',
  'src/core/authz/plan/exposureCells.ts',
  'src/core/authz/plan/planMatrix.ts',
  'src/core/authz/plan/planNotes.ts',
  'src/core/authz/plan/requests',
  'src/core/authz/plan/skipReason.ts',
  'src/core/authz/run',
  'src/core/data',
  'src/core/edit/chainEdit.ts',
  'src/core/edit/jsonEdit.ts',
  'src/core/errors.ts',
  'src/core/extraction',
  'src/core/files',
  'src/core/json',
  'src/core/language',
  'src/core/markup',
  'src/core/permission',
  'src/core/prepare',
  'src/core/regex.ts',
  'src/core/run',
  'src/core/schema',
  'src/core/mapping/apply',
  'src/core/mapping/repair/repairChain.ts',
  'src/formats/contract',
  'src/formats/exporters/answerScript.ts',
  'src/formats/exporters/arazzo',
  'src/formats/exporters/artillery',
  'src/formats/exporters/curlScript',
  'src/formats/exporters/exportedChain.ts',
  'src/formats/exporters/exporters.ts',
  'src/formats/exporters/http',
  'src/formats/exporters/jsonReferences.ts',
  'src/formats/exporters/k6',
  'src/formats/exporters/outgoingFlow.ts',
  'src/formats/exporters/outgoingRequests.ts',
  'src/formats/exporters/postman',
  'src/formats/exporters/shellScript',
  'src/formats/importers',
  'src/formats/sync',
  'src/host/openapi/descriptionThread.ts',
  'src/host/results/bodyWorker.ts',
  'src/host/results/longBodies.ts',
  'src/node/authz',
  'src/node/files',
  'src/node/http',
  'src/node/run',
  'src/node/secrets',
  'src/sharing/deliver.ts',
  'src/sharing/issues/raiseIssue.ts',
  'src/sharing/issues/trackers',
  'src/sharing/issues/trackers.ts',
  'src/sharing/notifiers/notifiers.ts',
  'src/sharing/notifySettings.ts',
];

/** The bundle as it should be. */
export function translatableTexts() {
  const said = SOURCES.flatMap(({ folder, calls }) =>
    sourcesIn(folder).flatMap((file) => textsIn(file, calls)),
  );
  const texts = [...said, ...SENTENCES.flatMap(sourcesIn).flatMap(sentencesIn)];
  return bundleOf([...new Set(texts)].sort().map((text) => [text, text]));
}

function bundleOf(translations) {
  return `${JSON.stringify(Object.fromEntries(translations), undefined, 2)}\n`;
}

/** Sources in a folder, or a source itself. */
function sourcesIn(place) {
  const whole = path.join(root, place);
  return place.endsWith('.ts')
    ? [whole]
    : readdirSync(whole, { recursive: true })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => path.join(whole, file));
}

function textsIn(file, calls) {
  const source = readFileSync(file, 'utf8');
  if (!/\b(?:t|tRich|say|inEnglish)\(/.test(source)) {
    return [];
  }
  return collect(file, source, (node) => {
    const [text] = ts.isCallExpression(node) ? node.arguments : [];
    return text !== undefined && calls.test(node.expression.getText()) ? literalsOf(text) : [];
  });
}

/** What a function makes of every node of a source. */
function collect(file, source, textsOf) {
  const texts = [];
  const visit = (node) => {
    texts.push(...textsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return texts;
}

/** Literals that read as a sentence or as a part of one; `{0}` is what they insert. */
function sentencesIn(file) {
  return collect(file, readFileSync(file, 'utf8'), (node) => {
    // A sentence before it, or one that follows, is a text of its own.
    const text = textOf(node)
      ?.trim()
      .replace(/^\{\d+\} (?=Its? )|(?<=[.?]) \{\d+\}$/g, '');
    const { parent } = node;
    const isPhrase =
      parent !== undefined && ts.isTaggedTemplateExpression(parent) && parent.tag.getText() === 'phrase';
    return text !== undefined && !isForNobody(node) && isSentence(text, isPhrase) ? [text] : [];
  });
}

/** Whether that is a fault of the program, or what a script or an exported file says. */
function isForNobody({ parent }) {
  const call = parent !== undefined && ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  return call !== undefined && ts.isPropertyAssignment(call)
    ? /^(?:name|description)$/.test(call.name.getText())
    : /^(?:new Error|scriptLiteral|posixWord)\(/.test(call?.getText() ?? '');
}

function textOf(node) {
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('');
  }
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Parts of sentences that have no values. */
const CLAUSE =
  /^(?:is|it|its|no|not|only|the|this|what|your) |^[a-z][a-z, ]* (?:are|can|cannot|counts|does|is not|itself) |^Script /;

function isSentence(text, isPhrase) {
  const words = text.replace(/\{\d+\}/g, ' ').match(/(?<![`$"'\w])\p{L}{2,}(?![`"'\w])/gu) ?? [];
  // Code may end like a sentence, and calls functions; addresses have no spaces.
  const isCode =
    /\(\?:|\w\(["'{)]|\$[({]|>\/|^(?:--|#|\/\/)|^\w+-\w+:|[a-z]:[\w{]/.test(text) || !text.includes(' ');
  const isWhole = /[.?]$/.test(text);
  const isHeading = /: \{\d+\}$/.test(text);
  const isClause = isHeading
    ? /^(?:[A-Z{]|(?![a-z]\w*:).*\{1\})[^-]*$/.test(text)
    : /\{\d+\}/.test(text)
      ? !/[\n;=]|^[a-z]\w*:/.test(text)
      : CLAUSE.test(text);
  const least = isWhole ? 2 : isHeading ? 1 : 3;
  return !isCode && words.length >= least && (isWhole || isPhrase || isClause);
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
  updateLanguages(/^bundle\.l10n\.(.+)\.json$/, Object.keys(JSON.parse(bundle)));
  const schemas = updateLanguages(/^schemas\.(.+)\.json$/, schemaTexts());
  schemas.forEach(({ language, translations }) => writeSchemas(language, translations));
}

/** Updates the files of that name, and gives what they have then. */
function updateLanguages(name, texts) {
  return readdirSync(FOLDER).flatMap((file) => {
    const language = name.exec(file)?.[1];
    return language === undefined
      ? []
      : [{ language, translations: updateLanguage(path.join(FOLDER, file), texts) }];
  });
}

/** Leaves in a file of a language what is still a text, in the order of the English ones. */
function updateLanguage(file, texts) {
  const known = JSON.parse(readFileSync(file, 'utf8'));
  const [translated, missing] = [true, false].map((wanted) =>
    texts.filter((text) => Object.hasOwn(known, text) === wanted),
  );
  const updated = bundleOf(translated.map((text) => [text, known[text]]));
  writeFileSync(file, updated);
  for (const text of missing) {
    console.log(`${path.relative(root, file)} has no translation of ${JSON.stringify(text)}`);
  }
  return JSON.parse(updated);
}
