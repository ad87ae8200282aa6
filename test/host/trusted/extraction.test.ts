import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '../../../src/core/errors';
import type { RecordedBody, RequestResult } from '../../../src/core/result/result';
import { ExtractionOffers } from '../../../src/host/results/extractionOffers';
import { answering } from '../answers';
import { tidyEditors, viewServices, writeChain, type ViewServices } from '../viewFakes';

const CHAIN = `{
  // created and read
  "formatVersion": 1,
  "name": "Orders",
  "requests": [
    { "id": "create", "method": "POST", "url": "http://127.0.0.1:9/orders" },
    { "id": "read", "method": "GET", "url": "http://127.0.0.1:9/orders/ord-7f31" }
  ]
}
`;

/** A result of the first request, answered with a JSON body. */
function answered(content: string): RequestResult {
  const body: RecordedBody = {
    encoding: 'utf8',
    content,
    size: content.length,
    mediaType: 'application/json',
  };
  return {
    request: { chain: 'orders.chain.json', id: 'create' },
    name: 'create',
    method: 'POST',
    outcome: 'passed',
    reasons: [],
    attempts: 1,
    exchange: {
      request: { method: 'POST', url: 'http://127.0.0.1:9/orders', headers: [] },
      response: {
        status: 201,
        statusText: 'Created',
        httpVersion: '1.1',
        headers: [],
        body,
        wireSize: 1,
        notes: [],
      },
      redirects: [],
      timings: { totalMs: 1 },
    },
    substitutions: [],
    extractions: [],
    expectations: [],
    startedAt: '2026-11-21T14:02:00.000Z',
    durationMs: 1,
  };
}

describe('extracting from the results panel', () => {
  let services: ViewServices;
  let offers: ExtractionOffers;
  let chain: vscode.Uri;
  /** What happens while earlier results are looked for. */
  let meanwhile: () => Thenable<unknown>;
  beforeEach(async () => {
    chain = await writeChain('extraction', CHAIN);
    meanwhile = () => Promise.resolve();
    services = viewServices(() => [chain]);
    offers = new ExtractionOffers({
      analyses: services.analyses,
      history: {
        list: async () => {
          await meanwhile();
          return [];
        },
        read: () => Promise.reject(new Error('there is no result on disk')),
      },
      wholeBody: (body) => Promise.resolve(body),
    });
  });
  afterEach(async () => {
    services.dispose();
    await tidyEditors();
  });

  const ask = () =>
    offers.offer({ chain, result: answered('{"id":"ord-7f31"}') }, { from: 'body', steps: ['id'] });
  const offerId = async () => {
    const answer = await ask();
    return 'note' in answer ? assert.fail(answer.note) : answer;
  };

  it('proposes a name and a path, and where the value is written out', async () => {
    const { id: _id, ...offer } = await offerId();
    assert.deepEqual(offer, {
      variable: 'orderId',
      rules: [
        {
          text: '$.id',
          all: false,
          now: { count: 1, text: '"ord-7f31"' },
          earlier: [],
          worksIn: 0,
        },
      ],
      uses: [{ requestName: 'read', location: { in: 'path' } }],
    });
  });

  it('changes the text in one step that can be undone', async () => {
    const { id } = await offerId();
    await offers.accept(id, { variable: 'orderId', rule: 0, uses: [0] });
    const document = await vscode.workspace.openTextDocument(chain);
    assert.match(
      document.getText(),
      /"extract": \[\{ "variable": "orderId", "from": "body", "path": "\$\.id" \}\]/,
    );
    assert.match(document.getText(), /orders\/\{\{orderId\}\}"/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), CHAIN);
  });

  const refused: [title: string, choice: { variable: string; rule: number }, id: (id: number) => number][] = [
    ['a name that cannot be used', { variable: '1st', rule: 0 }, (id) => id],
    ['a rule that was not offered', { variable: 'orderId', rule: 7 }, (id) => id],
    ['an offer that was not made', { variable: 'orderId', rule: 0 }, (id) => id + 1],
  ];
  for (const [title, choice, idOf] of refused) {
    it(`refuses ${title}`, async () => {
      const { id } = await offerId();
      await assert.rejects(offers.accept(idOf(id), { ...choice, uses: [] }), UserError);
      assert.equal((await vscode.workspace.openTextDocument(chain)).getText(), CHAIN);
    });
  }

  it('carries out the offer that was asked for last, however late an earlier one comes', async () => {
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let slow: ReturnType<typeof offerId> | undefined;
    await new Promise<void>((reached) => {
      meanwhile = () => {
        reached();
        return held;
      };
      slow = offerId();
    });
    meanwhile = () => Promise.resolve();
    const shown = await offerId();
    goOn();
    const late = (await slow) ?? assert.fail('no offer was made');
    const choice = { variable: 'orderId', rule: 0, uses: [] };
    await assert.rejects(offers.accept(late.id, choice), UserError);
    assert.deepEqual(await offers.accept(shown.id, choice), { chain, requestId: 'create' });
  });

  it('carries an offer out once, however often it is accepted', async () => {
    const { id } = await offerId();
    const accept = () => offers.accept(id, { variable: 'orderId', rule: 0, uses: [0] });
    const extracted = { chain, requestId: 'create' };
    assert.deepEqual(await Promise.all([accept(), accept()]), [extracted, extracted]);
    assert.deepEqual(await accept(), extracted);
    const text = (await vscode.workspace.openTextDocument(chain)).getText();
    assert.equal(text.split('"variable": "orderId"').length, 2);
  });

  it('lets an offer be accepted under another name when the first cannot be used', async () => {
    const { id } = await offerId();
    await assert.rejects(offers.accept(id, { variable: '1st', rule: 0, uses: [] }), UserError);
    await offers.accept(id, { variable: 'first', rule: 0, uses: [] });
    assert.match((await vscode.workspace.openTextDocument(chain)).getText(), /"variable": "first"/);
  });

  describe('a value that a variable has already', () => {
    beforeEach(async () => {
      const { id } = await offerId();
      await offers.accept(id, { variable: 'orderId', rule: 0, uses: [] });
    });
    const textNow = async (): Promise<string> => (await vscode.workspace.openTextDocument(chain)).getText();
    const choosing = (label: string | undefined, work: () => Promise<unknown>) =>
      answering({ pick: () => (label === undefined ? undefined : [label]) }, work);
    const noted = async () => {
      const note = 'orderId already has this value. Later requests can use it as {{orderId}}.';
      assert.deepEqual(await ask(), { note });
    };

    it('is used in later requests', async () => {
      await choosing('Use {{orderId}} in Later Requests', noted);
      assert.match(await textNow(), /orders\/\{\{orderId\}\}"/);
      await choosing('Copy {{orderId}}', noted);
      assert.equal(await vscode.env.clipboard.readText(), '{{orderId}}');
    });

    it('is shown in the text', async () => {
      await choosing('Show orderId', noted);
      const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
      assert.equal(document.getText(selection), 'orderId');
    });

    it('is renamed, wherever it is written, from where it is extracted', async () => {
      const { executeCommand } = vscode.commands;
      let renamed: vscode.WorkspaceEdit | undefined;
      // The editor's own box for the new name cannot be typed into from here: the rename is asked for instead.
      const rename = async (command: string): Promise<void> => {
        assert.equal(command, 'editor.action.rename');
        const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
        const at = [document.uri, selection.active, 'order'] as const;
        renamed = await executeCommand('vscode.executeDocumentRenameProvider', ...at);
      };
      Object.assign(vscode.commands, { executeCommand: rename });
      try {
        await choosing('Rename orderId…', noted);
      } finally {
        Object.assign(vscode.commands, { executeCommand });
      }
      assert.ok(renamed !== undefined && (await vscode.workspace.applyEdit(renamed)));
      assert.match(await textNow(), /"variable": "order"/);
    });

    it('is left alone when the person gives up', async () => {
      const before = await textNow();
      const asked = await choosing(undefined, noted);
      assert.equal(asked.length, 1);
      assert.equal(await textNow(), before);
    });

    it('is extracted again when the person wants it', async () => {
      await choosing('Extract Again Under Another Name', async () => {
        assert.equal((await offerId()).variable, 'orderId2');
      });
    });
  });

  const insertLine = (): Thenable<boolean> => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(chain, new vscode.Position(0, 0), '\n');
    return vscode.workspace.applyEdit(edit);
  };

  it('refuses an offer after the text has changed', async () => {
    const { id } = await offerId();
    await insertLine();
    await assert.rejects(offers.accept(id, { variable: 'orderId', rule: 0, uses: [] }), /has changed since/);
  });

  it('refuses an offer whose text has changed while it was made', async () => {
    meanwhile = insertLine;
    const { id } = await offerId();
    await assert.rejects(offers.accept(id, { variable: 'orderId', rule: 0, uses: [0] }), /has changed since/);
    assert.equal((await vscode.workspace.openTextDocument(chain)).getText(), `\n${CHAIN}`);
  });
});
