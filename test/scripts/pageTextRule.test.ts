import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';

/** What the rule says about a source: the kind of each complaint. */
async function complaints(source: string): Promise<readonly (string | undefined)[]> {
  const { pageTextRule } = (await import(pathToFileURL(path.resolve('scripts/pageTextRule.mjs')).href)) as {
    pageTextRule: Rule.RuleModule;
  };
  const messages = new Linter().verify(
    source,
    {
      files: ['**/*.tsx'],
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { ecmaFeatures: { jsx: true } },
      },
      plugins: { pages: { rules: { text: pageTextRule } } },
      rules: { 'pages/text': 'error' },
    },
    'page.tsx',
  );
  return messages.map(({ messageId, message }) => messageId ?? message);
}

describe('the lint rule for texts of pages', () => {
  const literal = [
    ['in an element', 'const A = () => <p>Nothing was sent.</p>;'],
    ['next to an element', 'const A = () => <p><b>{n}</b> failed</p>;'],
    ['of a choice', "const A = () => <p>{isOn ? t('On') : 'off'}</p>;"],
    ['behind a condition', "const A = () => <p>{isOn && 'on'}</p>;"],
    ['with a value', 'const A = () => <p>{`${n} failed`}</p>;'],
    ['in a fragment', "const A = () => <>{word ?? 'none'}</>;"],
    ['of an attribute', 'const A = () => <button title="close" />;'],
    ['of a computed attribute', 'const A = () => <button aria-label={`Remove ${name}`} />;'],
    ['of a component', "const A = () => <Table columns={[t('Name'), 'value']} />;"],
    ['of a member', "const look = () => ({ icon: 'pass', word: 'passed' });"],
    ['that reads like a sentence', "const words = () => 'selects exactly one value';"],
    ['that reads like a sentence, with a value', 'const words = (n: number) => `in the last ${n} results`;'],
    ['that is a word of its own', "const words = () => (isOn ? x : 'Disable');"],
    ['of a constant', "const KINDS = { date: 'a moment in time' };"],
    ['of a choice that is looked up late', "const KINDS = [['none', () => 'nothing']];"],
  ] as const;
  for (const [title, source] of literal) {
    it(`complains about a text ${title}`, async () => {
      assert.deepEqual(await complaints(source), ['literal']);
    });
  }

  const allowed = [
    [
      'texts that are said',
      "const A = () => <p title={t('Close')}>{tRich('{0} of {1}', <b>{n}</b>, m)}</p>;",
    ],
    ['one text of two', "const words = () => t(isOn ? 'Switched on' : 'Switched off');"],
    ['values, signs and numbers', 'const A = () => <p>{name}: 12 × {`${n} %`} ·</p>;'],
    [
      'what nobody reads',
      'const A = () => <Icon name="add" class={`a b ${look} long class`} data-place="Flows" />;',
    ],
    ['keys', "const next = (key: string) => (key === 'Enter' || ['Home', 'End'].includes(key));"],
    ['errors of programs', "const fail = () => { throw new Error('A field is outside the form.'); };"],
    ['types', "type Way = 'Over there' | 'Here';"],
    ['examples of what can be typed', 'const A = () => <input placeholder="{{baseUrl}}/path" />;'],
  ] as const;
  for (const [title, source] of allowed) {
    it(`allows ${title}`, async () => {
      assert.deepEqual(await complaints(source), []);
    });
  }

  it('complains about a text that is computed, which no translator would see', async () => {
    assert.deepEqual(await complaints('const words = (name: string) => t(`${name} failed`);'), ['computed']);
    assert.deepEqual(await complaints('const words = (name: string) => t(name);'), ['computed']);
  });

  it('complains about a text that is looked up before translations are known', async () => {
    assert.deepEqual(await complaints("const NAME = t('Name');"), ['early']);
    assert.deepEqual(await complaints("const NAMES = { name: () => t('Name') };"), []);
  });
});
