import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '../../../src/core/errors';
import { showFailure } from '../../../src/host/userMessage';
import { windowDialogs } from '../../../src/host/views/dialogs';
import { writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { told } from '../told';

/** As VS Code finds links in notifications and below inputs: vs/base/common/linkedText.ts. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const HOSTILE = '[Mend it](command:workbench.action.quit)';

describe('messages', () => {
  it('of what did not work hold no links of other people', async () => {
    const log = vscode.window.createOutputChannel('Messages', { log: true });
    const places = [undefined, { file: 'a.chain.json' }];
    for (const place of places) {
      const error = new UserError(`There is no environment "${HOSTILE}".`, 'Choose another.', place);
      const [text = ''] = await told(() => showFailure(error, undefined, log));
      assert.match(text, /Mend it/);
      assert.doesNotMatch(text, LINK);
    }
    log.dispose();
  });

  it('of the views hold none either', async () => {
    const question = { title: '', prompt: HOSTILE, value: '', fault: () => undefined };
    for (const say of [() => windowDialogs.warn(HOSTILE, []), () => windowDialogs.askText(question)]) {
      const [text = ''] = await told(say);
      assert.match(text, /Mend it/);
      assert.doesNotMatch(text, LINK);
    }
  });

  it('of a chain that is no file to execute hold none in its name', async () => {
    const chain = await writeInWorkspace('[Mend it](command:workbench.action.quit).chain.json', {
      formatVersion: 1,
      name: 'n',
      requests: [],
    });
    const [text = ''] = await told(() => command('execute', chain));
    assert.match(text, /Mend it/);
    assert.doesNotMatch(text, LINK);
    await vscode.workspace.fs.delete(chain);
  });
});
