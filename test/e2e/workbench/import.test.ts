import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { untilEqual } from '../../until';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

/** A recording: an order is made, then looked at by its id. */
function recordingFor(origin: string): object {
  const id = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';
  const call = (method: string, address: string, sent?: object) => ({
    request: {
      method,
      url: `${origin}${address}`,
      headers: [],
      ...(sent === undefined ? {} : { postData: { mimeType: JSON_TYPE, text: JSON.stringify(sent) } }),
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: JSON_TYPE }],
      content: { mimeType: JSON_TYPE, text: JSON.stringify({ id }) },
    },
  });
  const entries = [call('POST', '/api/orders', { sku: 'A-1' }), call('GET', `/api/orders/${id}`)];
  return { log: { version: '1.2', entries } };
}

const JSON_TYPE = 'application/json';

/** A collection as people have them: a login whose script keeps the token, and calls that need it. */
function collectionFor(origin: string): object {
  const login = JSON.stringify({ email: 'alice@example.com', password: DEMO_SECRETS['ALICE_PASSWORD'] });
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] };
  return {
    info: {
      name: 'Moved in',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name: 'Users',
        item: [
          {
            name: 'Log in',
            event: [
              {
                listen: 'test',
                script: { exec: ["pm.environment.set('token', pm.response.json().token);"] },
              },
            ],
            request: {
              method: 'POST',
              url: `${origin}/login`,
              body: { mode: 'raw', raw: login, options: { raw: { language: 'json' } } },
            },
          },
        ],
      },
      {
        name: 'Orders',
        item: [
          { name: 'List orders', request: { method: 'GET', url: `${origin}/api/orders`, auth } },
          { name: 'Delete everything', request: { method: 'DELETE', url: `${origin}/api/orders`, auth } },
          { name: 'No address', request: { method: 'GET', url: '' } },
        ],
      },
    ],
  };
}

describe('an import in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  /** Accepts a list unchanged; a list from which several can be picked has a button for it. */
  const acceptPicked = (): Promise<void> =>
    page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();

  it('makes a chain of a collection in the Explorer, stores its password and runs', async () => {
    const source = JSON.stringify(collectionFor(session.origin));
    // The Explorer reveals what is opened; a new file alone it may notice late.
    await actions.openFile(page, await session.write('moved-in.json', source));
    await actions.chooseCommand(page, 'File: Focus on Files Explorer');
    await actions.chooseMenuItem(page, 'Import Requests…', () =>
      page.locator('.explorer-folders-view').getByText('moved-in.json').click({ button: 'right' }),
    );

    await actions.quickPickRow(page, 'Log in').waitFor();
    await actions.quickPickRow(page, 'Delete everything').click();
    await acceptPicked();
    await actions.quickPickRow(page, 'New Chain').click();
    await actions.quickPickRow(page, 'Tags of the Requests').click();
    await actions.lens(page, 'Run All').waitFor();

    const chain = await readFile(path.join(session.workspace, 'moved-in.chain.json'), 'utf8');
    assert.doesNotMatch(chain, new RegExp(DEMO_SECRETS['ALICE_PASSWORD'] ?? 'none'));
    assert.match(chain, /"variable": "token"/);
    await page.locator('.editor-group-container .view-line', { hasText: 'chosen.' }).waitFor();

    const message = await actions.notification(page, /Imported: 2 requests, 2 left out/);
    await message.getByRole('button', { name: 'Store Secrets…' }).click();
    await actions.quickPickRow(page, 'PASSWORD').waitFor();
    await acceptPicked();
    const kept = await actions.notification(page, 'Kept for this workspace: PASSWORD');
    const before = session.answered.length;
    await kept.getByRole('button', { name: 'Run', exact: true }).click();
    await actions.lens(page, /200 · \d/).waitFor();
    await page
      .locator('.statusbar-item', { hasText: /2\/2|passed/ })
      .first()
      .waitFor();
    await untilEqual(() => session.answered.slice(before), ['POST /login', 'GET /api/orders']);
  });

  it('maps what was recorded when the notification is asked to', async () => {
    const recording = JSON.stringify(recordingFor(session.origin));
    await actions.openFile(page, await session.write('recorded-session.har', recording));
    await actions.chooseCommand(page, 'File: Focus on Files Explorer');
    await actions.chooseMenuItem(page, 'Import Requests…', () =>
      page.locator('.explorer-folders-view').getByText('recorded-session.har').click({ button: 'right' }),
    );
    await actions.quickPickRow(page, 'POST /api/orders').waitFor();
    await acceptPicked();
    await actions.quickPickRow(page, 'New Chain').click();
    await actions.lens(page, 'Run All').waitFor();

    const message = await actions.notification(page, /Imported: 2 requests/);
    await message.getByRole('button', { name: 'Auto Map' }).click();
    const review = actions.webviewFrame(page);
    await review.getByText('By 2 responses of the recording of').waitFor();
    await review.getByText('1 of 1 ticked').waitFor();
    await review.getByRole('button', { name: 'Apply 1' }).click();
    await review.getByText('1 place refers to what an earlier request extracts now.').waitFor();
    await page.locator('.tab', { hasText: 'recorded-session.chain.json' }).click();
    assert.match(await session.saved('recorded-session.chain.json'), /\/api\/orders\/\{\{orderId\}\}"/);
  });
});
