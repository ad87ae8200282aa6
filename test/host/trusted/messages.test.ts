import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MissingEnvironmentError, UserError } from '../../../src/core/errors';
import { showFailure } from '../../../src/host/userMessage';
import { windowDialogs } from '../../../src/host/views/dialogs';
import { answering } from '../answers';
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

  it('about an environment that does not exist lead to the choice of another', async () => {
    const log = vscode.window.createOutputChannel('Messages', { log: true });
    const { showErrorMessage } = vscode.window;
    const pressed = new Promise<string>((resolve) => {
      const press = (text: string, button: string): Promise<string> => {
        resolve(text);
        return Promise.resolve(button);
      };
      Object.assign(vscode.window, { showErrorMessage: press });
    });
    const choosing = new Promise<void>((resolve) => {
      void answering({ pick: () => void resolve() }, async () => {
        showFailure(new MissingEnvironmentError('There is no "gone".', 'Found was "one".'), undefined, log);
        assert.equal(await pressed, 'There is no "gone". Found was "one".');
        await choosing;
      });
    });
    await choosing;
    Object.assign(vscode.window, { showErrorMessage });
    log.dispose();
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
