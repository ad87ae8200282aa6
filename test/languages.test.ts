/** Each language that Chainwright speaks has every text, with the same values, icons and commands in it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

const ENGLISH = { texts: textsOf('l10n/bundle.l10n.json'), manifest: textsOf('package.nls.json') };

/** Words of texts that are the same in German: file formats, protocols, names, and what developers say in English. */
const SAME_IN_GERMAN = new Set(
  [
    'AWS Signature v4 Base64 Basic Body CSS Client Cookie Cookies Digest GraphQL HAR HTTP Header JSON JSONPath',
    'JUnit Mermaid Multipart OAuth OpenAPI PNG Query Realm SARIF SVG Scope URL UTF Verifier XPath auth',
    'Issue Labels Status Tags Timeout Token Format In Name Operation Pause Phase Region Text Variable Zoom in ms',
    // Examples of what can be typed.
    'orderId receiptId orders smoke',
  ].flatMap((words) => words.split(' ')),
);

function textsOf(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** What a translation has to keep: values, icons, references, code, commands and addresses of links, in any order. */
function keptParts(text: string): readonly string[] {
  const parts = text.matchAll(
    /\{\d+\}|\$\([\w-]+\)|\{\{[^}]*\}\}|`[^`]*`|<\w+>|\]\([^)]*\)|https?:\/\/\w[\w.:-]*\w/g,
  );
  return [...new Set([...parts].map(([part]) => part))].sort();
}

/** What stands at its ends: white space, and marks that end a sentence, an item or a button that asks for more. */
function endsOf(text: string): readonly string[] {
  return [/^\s*/.exec(text)?.[0] ?? '', /(?:[.:?…]+[”“"]?)?\s*$/.exec(text)?.[0].replace(/[”“"]/g, '') ?? ''];
}

function assertSameParts(english: Texts, translated: Texts): void {
  for (const [key, text] of Object.entries(english)) {
    const other = translated[key] ?? '';
    assert.notEqual(other.trim(), '', key);
    assert.deepEqual(keptParts(other), keptParts(text), key);
    assert.deepEqual(endsOf(other), endsOf(text), key);
  }
}

/** Texts of `translated` that are English: the same as in English, with a word that is not in `shared`. */
function untranslated(english: Texts, translated: Texts, shared: ReadonlySet<string>): readonly string[] {
  return Object.entries(english)
    .filter(([key, text]) => translated[key] === text)
    .flatMap(([, text]) => (text.match(/\p{L}[\p{L}\d]+/gu) ?? []).filter((word) => !shared.has(word)));
}

const languages = readdirSync('l10n').flatMap((name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? []);

describe('the languages', () => {
  it('are at least one besides English, so that every text is known to be localised', () => {
    assert.ok(languages.includes('de'));
  });
});

for (const language of languages) {
  describe(`the language ${language}`, () => {
    const texts = textsOf(`l10n/bundle.l10n.${language}.json`);
    const manifest = textsOf(`package.nls.${language}.json`);

    it('has every text of the extension and its pages, and no other', () => {
      assert.deepEqual(Object.keys(texts), Object.keys(ENGLISH.texts), 'Run npm run l10n, and translate.');
    });

    it('has every text of the manifest, and no other', () => {
      assert.deepEqual(Object.keys(manifest), Object.keys(ENGLISH.manifest));
    });

    it('keeps the values, icons, commands and ends of texts', () => {
      assertSameParts(ENGLISH.texts, texts);
    });

    it('keeps the commands, links and ends of texts of the manifest', () => {
      const [english, translated] = [ENGLISH.manifest, manifest].map((all) =>
        Object.fromEntries(Object.entries(all).filter(([key]) => !key.endsWith('.svg'))),
      );
      assertSameParts(english ?? {}, translated ?? {});
    });

    it('has the drawings of the walkthrough', () => {
      const drawings = Object.entries(manifest).filter(([key]) => key.endsWith('.svg'));
      assert.notEqual(drawings.length, 0);
      assert.deepEqual(
        drawings.filter(([, file]) => !existsSync(file)),
        [],
      );
    });
  });
}

describe('the language de', () => {
  it('translates every text, other than words that are the same in German', () => {
    const bundle = untranslated(ENGLISH.texts, textsOf('l10n/bundle.l10n.de.json'), SAME_IN_GERMAN);
    const manifest = untranslated(ENGLISH.manifest, textsOf('package.nls.de.json'), SAME_IN_GERMAN);
    assert.deepEqual([...bundle, ...manifest], []);
  });
});
