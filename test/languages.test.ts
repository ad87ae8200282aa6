/** Each language that Chainwright speaks has every text, with the same values, icons and commands in it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Texts = Readonly<Record<string, string>>;

/** `scripts/schemaTexts.mjs`. */
interface SchemaTexts {
  readonly SCHEMAS: readonly string[];
  readonly schemaTexts: () => readonly string[];
  readonly translatedSchema: (file: string, translations: Texts) => string;
}

const ENGLISH = { texts: textsOf('l10n/bundle.l10n.json'), manifest: textsOf('package.nls.json') };

/** Words of texts that are the same in German: file formats, protocols, names, and what developers say in English. */
const SAME_IN_GERMAN = new Set(
  [
    'AWS Signature v4 Base64 Basic Body CSS Client Cookie Cookies Digest GraphQL HAR HTTP Header JSON JSONPath',
    'JUnit Mermaid Multipart OAuth OpenAPI PNG Query Realm SARIF SVG Scope URL UTF Verifier XPath auth',
    'any none own Signature Version',
    'Issue Labels Status Tags Timeout Token Format In Name Operation Pause Phase Region Text Variable Zoom in ms',
    // Examples of what can be typed.
    'orderId receiptId orders smoke',
  ].flatMap((words) => words.split(' ')),
);

function textsOf(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** English texts by themselves, as they are the keys of translations. */
function englishOf(translations: Texts): Texts {
  return Object.fromEntries(Object.keys(translations).map((text) => [text, text]));
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

/** Whether a text of the manifest is the path of a file. */
function isPath(key: string): boolean {
  return key.endsWith('.svg') || key.startsWith('schema.');
}

/** What schemas name of files in a text, in any order. */
function quotedParts(text: string): readonly string[] {
  return [...text.matchAll(/"[^"]*"/g)].map(([part]) => part).sort();
}

/** A schema without these texts, where VS Code shows texts. */
function withoutTexts(schema: string, texts: readonly string[]): unknown {
  const known = new Set<unknown>(texts);
  return JSON.parse(schema, (name, value: unknown) =>
    (/^(?:title|label|description|markdownDescription|(?:pattern)?[eE]rrorMessage)$/.test(name) &&
      known.has(value)) ||
    (name === 'enumDescriptions' && Array.isArray(value) && value.every((text) => known.has(text)))
      ? '(text)'
      : value,
  );
}

async function loadSchemaTexts(): Promise<SchemaTexts> {
  return (await import(pathToFileURL(path.resolve('scripts/schemaTexts.mjs')).href)) as SchemaTexts;
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
        Object.fromEntries(Object.entries(all).filter(([key]) => !isPath(key))),
      );
      assertSameParts(english ?? {}, translated ?? {});
    });

    it('has the drawings of the walkthrough and the schemas', () => {
      const all = [ENGLISH.manifest, manifest].flatMap((both) => Object.entries(both));
      const files = all.filter(([key]) => isPath(key));
      assert.equal(files.filter(([key]) => key.startsWith('schema.')).length, 2 * 3);
      assert.ok(files.some(([key]) => key.endsWith('.svg')));
      assert.deepEqual(
        files.filter(([, file]) => !existsSync(file)),
        [],
      );
    });
  });

  describe(`the schemas in the language ${language}`, () => {
    const texts = textsOf(`l10n/schemas.${language}.json`);

    it('have every text, and no other', async () => {
      const { schemaTexts } = await loadSchemaTexts();
      assert.ok(schemaTexts().includes('Chainwright chain'));
      assert.deepEqual(Object.keys(texts), schemaTexts(), 'Run npm run l10n, and translate.');
    });

    it('keep references, code, quoted parts and ends of texts', () => {
      assertSameParts(englishOf(texts), texts);
      for (const [text, translated] of Object.entries(texts)) {
        assert.deepEqual(quotedParts(translated), quotedParts(text), text);
      }
    });

    it('are the English ones but for these texts', async () => {
      const { SCHEMAS, translatedSchema } = await loadSchemaTexts();
      for (const file of SCHEMAS) {
        const english = readFileSync(`media/schemas/${file}`, 'utf8');
        const written = readFileSync(`media/schemas/${language}/${file}`, 'utf8');
        assert.equal(written, translatedSchema(file, texts), 'Run npm run l10n.');
        assert.notDeepEqual(JSON.parse(written), JSON.parse(english));
        assert.deepEqual(
          withoutTexts(written, Object.values(texts)),
          withoutTexts(english, Object.keys(texts)),
        );
      }
    });
  });
}

describe('the language de', () => {
  it('translates every text, other than words that are the same in German', () => {
    const bundle = untranslated(ENGLISH.texts, textsOf('l10n/bundle.l10n.de.json'), SAME_IN_GERMAN);
    const manifest = untranslated(ENGLISH.manifest, textsOf('package.nls.de.json'), SAME_IN_GERMAN);
    const texts = textsOf('l10n/schemas.de.json');
    const schemas = untranslated(englishOf(texts), texts, SAME_IN_GERMAN);
    assert.deepEqual([...bundle, ...manifest, ...schemas], []);
  });
});
