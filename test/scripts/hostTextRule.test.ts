import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linter, type Rule } from 'eslint';

/** What the rule says about a source: the kind of each complaint. */
async function complaints(source: string): Promise<readonly (string | undefined)[]> {
  const { hostTextRule } = (await import(pathToFileURL(path.resolve('scripts/hostTextRule.mjs')).href)) as {
    hostTextRule: Rule.RuleModule;
  };
  const plugins = { host: { rules: { text: hostTextRule } } };
  const messages = new Linter().verify(source, { plugins, rules: { 'host/text': 'error' } });
  return messages.map(({ messageId, message }) => messageId ?? message);
}

describe('the lint rule for texts of the extension', () => {
  const literal = [
    ['of a message', "vscode.window.showErrorMessage('The file is gone.');"],
    ['with a value', 'show(`${name} was not found.`);'],
    ['of a choice', "const item = { label: isOn ? vscode.l10n.t('On') : 'Switch it on' };"],
    ['of one word, where people read', "const item = { label: 'chain' };"],
    ['behind an icon', 'const lens = { title: `$(play) Run` };'],
    ['of what a user can fix', "throw new UserError('Nothing is open.', what);"],
    ['that is a word of its own', "status.text = 'Running';"],
  ] as const;
  for (const [title, source] of literal) {
    it(`complains about a text ${title}`, async () => {
      assert.deepEqual(await complaints(source), ['literal']);
    });
  }

  it('complains about a text that is not written where it is said', async () => {
    assert.deepEqual(await complaints('vscode.l10n.t(words); vscode.l10n.t(`${n} requests`);'), [
      'computed',
      'computed',
    ]);
  });

  const allowed = [
    ['texts that are said', "show(vscode.l10n.t('Nothing was sent.'), say(isOn ? 'On' : 'Off'));"],
    [
      'names, ids and values',
      "const item = { id: 'chain', command: 'chainwright.runAll', label: `${name}` };",
    ],
    ['the name of the product', "vscode.window.createOutputChannel('Chainwright', { log: true });"],
    ['icons', 'const item = { label: `$(play) ${name}` };'],
    ['the frame of a page', 'const page = `<!DOCTYPE html> <title>Chain form</title> ${style} and more`;'],
    ['faults of the program', "throw new Error('the item of a chain has a URI');"],
  ] as const;
  for (const [title, source] of allowed) {
    it(`allows ${title}`, async () => {
      assert.deepEqual(await complaints(source), []);
    });
  }
});
