import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { policyGrid } from '../../src/core/authz/matrix/policyGrid';
import { parseDocument } from '../../src/core/json/jsonDocument';
import { policyContract, type PolicyEditor, type PolicyPage } from '../../src/protocol/policyContract';
import { textWithGrant, textWithPublic } from '../../src/protocol/policyText';
import { breakOf, brokenPolicy, policyView, type PolicyView } from '../../src/protocol/policyView';
import { untilEqual } from '../until';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import { HOSTILE, assertSaysRefusal, called, notingEditor, panelTests, showTexts } from './panelTests';

const POLICY: PanelKind<PolicyEditor, PolicyPage> = {
  page: 'policy',
  contract: policyContract,
};

const MATRIX = `{
  "name": "Orders: who may do what",
  "users": {
    "alice": { "role": "customer" },
    "bob": { "role": "customer" },
    "sam": { "role": "agent" },
    "nobody": { "role": "anonymous" }
  },
  "resources": { "order": {} },
  "operations": {
    "order.read": { "resource": "order", "request": "a.chain.json#read" },
    "order.delete": { "resource": "order", "request": "a.chain.json#delete" },
    "users.list": { "request": "a.chain.json#users" },
    "health": { "request": "gone.chain.json#health" }
  },
  "policy": {
    "customer": {
      "order.*": "own", // theirs
      "order.read": ["tenant", "own"]
    },
    "public": ["health"]
  }
}
`;

const REQUESTS: Readonly<Record<string, { readonly method: string; readonly url: string }>> = {
  read: { method: 'GET', url: '{{baseUrl}}/orders/{{orderId}}' },
  delete: { method: 'DELETE', url: '{{baseUrl}}/orders/{{orderId}}' },
  users: { method: 'GET', url: '{{baseUrl}}/users' },
};

/** What the editor shows of a text. */
function viewOf(text: string, before?: PolicyView): PolicyView {
  const document = parseDocument(text, 'orders.authz.json');
  const broken = breakOf(document);
  return broken === undefined
    ? policyView(policyGrid(document), {
        file: 'orders.authz.json',
        requestOf: ({ chain, id = '' }) => (chain === 'a.chain.json' ? REQUESTS[id] : undefined),
      })
    : brokenPolicy(broken, 'orders.authz.json', before);
}

describe('the policy grid in a browser', function () {
  const { open: openPanel, panel } = panelTests(POLICY);

  /** An editor with a text, which the page changes; another text is shown when it is set. */
  function editorWith(written: string) {
    let text = written;
    const show = (after: string): void => {
      const before = viewOf(text);
      text = after;
      panel().editor.notify('show', viewOf(after, before));
    };
    const editor = notingEditor(policyContract.editor, {
      ready: () => ({ subject: 'file:///orders.authz.json', view: viewOf(text) }),
      grant: (choice) => {
        const after = textWithGrant(text, choice);
        if (after === undefined) {
          return 'stale';
        }
        show(after);
        return 'done';
      },
      setPublic: (operation, isPublic) => show(textWithPublic(text, operation, isPublic)),
    });
    return { ...editor, show, text: () => text };
  }

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.getByRole('grid', { name: 'Operations by roles' }).waitFor();
    return page;
  }

  /** The cells of an operation: customer, agent, public. */
  const cellsOf = (page: Page, operation: string): Locator =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: operation, exact: true }) })
      .getByRole('gridcell');

  const shows = (page: Page, operation: string, ...texts: readonly string[]): Promise<void> =>
    showTexts(cellsOf(page, operation), texts, (text) => text.replace(/\s*\n\s*/g, ' ').trim());

  const choose = (page: Page, name: string): Promise<void> =>
    page.getByRole('menuitemradio', { name, exact: true }).click();

  it('shows operations by roles, each cell with its scope and the line that says so', async () => {
    const page = await open(editorWith(MATRIX));
    await showTexts(page.getByRole('columnheader'), [
      'Operation',
      'customer\nalice, bob',
      'agent\nsam',
      'public\nnobody',
    ]);
    await shows(page, 'order.read', '["tenant", "own"] by name', 'not granted no line', 'not public');
    await shows(page, 'order.delete', 'own order.*', 'not granted no line', 'not public');
    await shows(page, 'health', 'any public', 'any public', 'public by name');
    await showTexts(page.locator('.policy-group'), ['order', 'Functions']);
    await page.getByRole('rowheader', { name: /DELETE order\.delete \/orders\/\{\{orderId\}\}/ }).waitFor();
    await page.getByRole('rowheader', { name: /health gone\.chain\.json#health/ }).waitFor();
  });

  it('writes what is chosen in a cell, and marks what holds', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    await cellsOf(page, 'order.delete').first().click();
    const menu = page.getByRole('menu', { name: 'order.delete: customer' });
    await showTexts(menu.locator('[aria-checked=true]'), ['As order.* says: own']);
    await choose(page, 'none: must be refused');
    await shows(page, 'order.delete', 'none by name', 'not granted no line', 'not public');
    assert.equal(editor.text(), MATRIX.replace('// theirs\n', '// theirs\n      "order.delete": "none",\n'));
    await cellsOf(page, 'order.delete').first().click();
    await choose(page, 'As order.* says: own');
    await shows(page, 'order.delete', 'own order.*', 'not granted no line', 'not public');
    assert.equal(editor.text(), MATRIX);
  });

  it('keeps a scope that it does not offer until another is chosen', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    await cellsOf(page, 'order.read').first().click();
    await choose(page, '["tenant", "own"]');
    assert.equal(editor.text(), MATRIX);
    await cellsOf(page, 'order.read').first().click();
    await choose(page, 'any: the objects of everybody');
    await shows(page, 'order.read', 'any by name', 'not granted no line', 'not public');
  });

  it('makes an operation public, and takes that back', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    await cellsOf(page, 'users.list').last().click();
    await choose(page, 'Public: needs no credentials');
    await shows(page, 'users.list', 'any public', 'any public', 'public by name');
    await cellsOf(page, 'users.list').last().click();
    await choose(page, 'Not public');
    await untilEqual(editor.text, MATRIX);
  });

  it('counts operations that no line is about, and shows them alone', async () => {
    const page = await open(editorWith(MATRIX));
    await page.getByText('1 operation is named by no line of the policy.').waitFor();
    await page.getByRole('rowheader', { name: /users\.list .*named by no line/ }).waitFor();
    await page.getByRole('button', { name: 'Show only these' }).click();
    await page.getByRole('button', { name: 'Show all operations' }).waitFor();
    assert.equal(await page.getByRole('gridcell').count(), 3);
    await cellsOf(page, 'users.list').first().click();
    await choose(page, 'none: must be refused');
    await page.getByText('Every operation is named by a line of the policy.').waitFor();
    assert.equal(await page.getByRole('gridcell').count(), 3);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'none by name');
    await page.getByRole('button', { name: 'Show all operations' }).click();
    await cellsOf(page, 'health').first().waitFor();
    assert.equal(await page.getByText('named by').count(), 0);
  });

  it('is gone through by keys, in and out of the menu', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement instanceof HTMLTableCellElement
          ? [activeElement.parentElement?.querySelector('.pick')?.textContent, activeElement.cellIndex]
          : undefined;
      });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.deepEqual(await focused(), ['order.read', 1]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await focused(), ['users.list', 2]);
    assert.equal(await page.locator('[role="gridcell"][tabindex="0"]').count(), 1);
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'users.list: agent' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await focused(), ['users.list', 2]);
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await shows(page, 'users.list', 'not granted no line', 'own by name', 'not public');
    assert.deepEqual(await focused(), ['users.list', 2]);
    await page.keyboard.press('Control+Home');
    assert.deepEqual(await focused(), ['order.read', 1]);
  });

  it('leads to the line that decides, and to the operation', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    await cellsOf(page, 'order.delete').first().click();
    await page.getByRole('menuitem', { name: 'Show in text' }).click();
    await called(editor, ['revealGrant', 'customer', 'order.delete']);
    await cellsOf(page, 'health').last().click();
    await page.getByRole('menuitem', { name: 'Show in text' }).click();
    await called(editor, ['revealGrant', null, 'health']);
    await page.getByRole('button', { name: 'users.list' }).click();
    await called(editor, ['revealOperation', 'users.list']);
  });

  it('shows what somebody else does to the text', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    editor.show(MATRIX.replace('"own", // theirs', '"none",').replace('"sam": { "role": "agent" },', ''));
    await shows(page, 'order.delete', 'none order.*', 'not public');
  });

  it('keeps the last grid of a text that cannot be read, and changes nothing then', async () => {
    const editor = editorWith(MATRIX);
    const page = await open(editor);
    editor.show(MATRIX.replace('"public": [', '"public": '));
    const alert = page.getByRole('alert');
    await alert.getByText(/orders\.authz\.json cannot be read: .* \(line 21, column \d+\)/).waitFor();
    await shows(page, 'order.delete', 'own order.*', 'not granted no line', 'not public');
    await cellsOf(page, 'order.delete').first().click();
    await page.getByRole('menuitem', { name: 'Show in text' }).waitFor();
    assert.equal(await page.getByRole('menuitemradio').count(), 0);
    assert.deepEqual(await violationsOn(page), []);
    await page.keyboard.press('Escape');
    await alert.getByRole('button', { name: 'Show the text' }).click();
    await called(editor, ['revealText']);
    editor.show(MATRIX);
    await alert.waitFor({ state: 'detached' });
  });

  it('says when the text has changed under a choice', async () => {
    const editor = editorWith(MATRIX);
    const { implementation } = editor;
    const page = await open({ ...editor, implementation: { ...implementation, grant: () => 'stale' } });
    await cellsOf(page, 'order.delete').first().click();
    await choose(page, 'none: must be refused');
    await page.getByRole('alert').getByText('The text has changed meanwhile').waitFor();
  });

  it('says what a matrix without operations lacks', async () => {
    const editor = editorWith('{ "name": "New", "users": {}, "operations": {}, "policy": {} }');
    const page = await openPanel(editor.implementation);
    await page.getByText('This matrix has no operations.').waitFor();
    await page.getByRole('button', { name: 'Show the text' }).click();
    await called(editor, ['revealText']);
  });

  it('says that it waits for the editor, and why that was for nothing', async () => {
    const { implementation } = editorWith(MATRIX);
    await assertSaysRefusal(
      (answer) => openPanel({ ...implementation, ready: () => answer }),
      'Loading the policy…',
    );
  });

  it('shows texts of strangers as text', async () => {
    const written = JSON.stringify({
      name: HOSTILE,
      users: { [HOSTILE]: { role: HOSTILE } },
      operations: { [HOSTILE]: { resource: HOSTILE, request: HOSTILE } },
      policy: { [HOSTILE]: { '*': HOSTILE } },
    });
    const page = await open(editorWith(written));
    await page.getByRole('gridcell').first().click();
    await page.getByRole('menu').waitFor();
    assert.equal(await page.title(), 'Panel');
    assert.equal(await page.locator('main img').count(), 0);
    assert.deepEqual(panel().console, []);
  });

  /** 200 operations by 8 roles and `public`. */
  function largeMatrix(): string {
    const numbers = Array.from({ length: 200 }, (_none, index) => index);
    const roles = numbers.slice(0, 8).map((role) => `role-${role}`);
    return JSON.stringify({
      name: 'Large',
      users: Object.fromEntries(roles.map((role) => [`user of ${role}`, { role }])),
      operations: Object.fromEntries(
        numbers.map((at) => [`thing-${at % 20}.do-${at}`, { resource: `thing-${at % 20}`, request: 'a#b' }]),
      ),
      policy: Object.fromEntries(roles.map((role) => [role, { 'thing-1.*': 'own', 'thing-2.*': 'any' }])),
    });
  }

  it('shows 200 operations by 8 roles, and changes one cell of them', async () => {
    const page = await open(editorWith(largeMatrix()));
    assert.equal(await page.getByRole('gridcell').count(), 1800);
    await cellsOf(page, 'thing-19.do-199').nth(7).click();
    await choose(page, 'none: must be refused');
    await cellsOf(page, 'thing-19.do-199').nth(7).getByText('by name').waitFor();
  });

  it('keeps the operation and the roles in sight in a narrow panel', async () => {
    const page = await open(editorWith(largeMatrix()), { width: 480 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(overflow, 0);
    await cellsOf(page, 'thing-3.do-23').last().scrollIntoViewIfNeeded();
    const operation = await page.getByRole('rowheader', { name: /thing-3\.do-23 / }).boundingBox();
    const heading = await page.getByRole('columnheader', { name: /^public/ }).boundingBox();
    const pane = await page.locator('.policy-pane').boundingBox();
    assert.deepEqual([operation?.x, heading?.y], [pane?.x, pane?.y]);
  });

  it('keeps the cell that has the focus out of their way', async () => {
    const page = await open(editorWith(largeMatrix()), { width: 480 });
    await cellsOf(page, 'thing-3.do-23').last().focus();
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('ArrowLeft');
    }
    await page.keyboard.press('ArrowUp');
    const cell = await page.locator('td:focus').boundingBox();
    const operation = await page.getByRole('rowheader', { name: /thing-3\.do-3 / }).boundingBox();
    const heading = await page.getByRole('columnheader', { name: /^role-0/ }).boundingBox();
    assert.ok(cell !== null && operation !== null && heading !== null);
    assert.ok(cell.x >= operation.x + operation.width, 'right of the operation');
    assert.ok(cell.y >= heading.y + heading.height, 'below the roles');
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    it(`is accessible and breaks no rule of its policy in ${theme}`, async () => {
      const page = await open(editorWith(MATRIX), { theme });
      assert.deepEqual(await violationsOn(page), []);
      await cellsOf(page, 'order.delete').first().click();
      await page.getByRole('menu').waitFor();
      assert.deepEqual(await violationsOn(page), []);
      assert.deepEqual(panel().console, []);
    });
  }
});
