import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '../../../src/core/errors';
import { showFailure } from '../../../src/host/userMessage';
import { windowDialogs } from '../../../src/host/views/dialogs';
import { writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { shownMessages } from '../shownMessages';

/** As VS Code finds links in notifications and below inputs: vs/base/common/linkedText.ts. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const HOSTILE = '[Fix it](command:workbench.action.quit)';

describe('messages', () => {
  it('of what did not work hold no links of other people', async () => {
    const log = vscode.window.createOutputChannel('Messages', { log: true });
    const places = [undefined, { file: 'a.chain.json' }];
    for (const place of places) {
      const error = new UserError(`There is no environment "${HOSTILE}".`, 'Choose another.', place);
      const [text = ''] = await shownMessages(() => showFailure(error, undefined, log));
      assert.match(text, /Fix it/);
      assert.doesNotMatch(text, LINK);
    }
    log.dispose();
  });

  it('of the views hold none either', async () => {
    const question = { title: '', prompt: HOSTILE, value: '', fault: () => undefined };
    for (const say of [() => windowDialogs.warn(HOSTILE, []), () => windowDialogs.askText(question)]) {
      const [text = ''] = await shownMessages(say);
      assert.match(text, /Fix it/);
      assert.doesNotMatch(text, LINK);
    }
  });

  it('about a chain that cannot be executed contain no link from its name', async () => {
    const chain = await writeInWorkspace('[Fix it](command:workbench.action.quit).chain.json', {
      formatVersion: 1,
      name: 'n',
      requests: [],
    });
    const [text = ''] = await shownMessages(() => command('execute', chain));
    assert.match(text, /Fix it/);
    assert.doesNotMatch(text, LINK);
    await vscode.workspace.fs.delete(chain);
  });
});
