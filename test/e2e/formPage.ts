/**
 * The page of the form editor in a real browser, for its tests: a chain of orders, the editor's side, and
 * what the tests wait for.
 */
import type { Locator, Page } from 'playwright-core';
import { formContract, type FormEditor, type FormPage } from '../../src/protocol/formContract';
import type { Suggestion, VariableDefinition } from '../../src/protocol/formVariables';
import { until, untilEqual } from '../until';
import type { FormSide } from './formSide';
import type { Look, OpenPanel, PanelKind } from './panelPage';
import { panelTests, selectTab } from './panelTests';

const FORM: PanelKind<FormEditor, FormPage> = {
  page: 'editor',
  contract: formContract,
};

/** A chain of three requests, the second with everything. */
export const ORDERS = {
  status: 'active',
  environment: 'local',
  tags: ['orders', 'smoke'],
  requests: [
    { id: 'log-in', name: 'Log in', method: 'POST', url: '{{baseUrl}}/api/login' },
    {
      id: 'create-order',
      name: 'Create order',
      method: 'POST',
      url: '{{baseUrl}}/api/users/{{userId}}/orders?dryRun={{dry}}',
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'X-Trace', value: '1', disabled: true },
      ],
      auth: { type: 'basic', username: 'ann', password: '{{$secret PASSWORD}}' },
      body: { json: { sku: 'A-1', note: 'for {{userId}}' } },
      extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      expect: { status: 201, body: [{ path: '$.amount', equals: 12.5 }] },
      retry: { times: 5, until: { path: '$.state', equals: 'ready' } },
    },
    { id: 'read-order', name: 'Read order', method: 'GET', url: '{{baseUrl}}/api/orders/{{orderId}}' },
  ],
};

/** What its references lead to. */
export const VARIABLES: readonly VariableDefinition[] = [
  { name: 'baseUrl', state: 'resolved', explanation: 'environment local', shown: '"http://127.0.0.1:4010"' },
  { name: 'userId', state: 'resolved', explanation: 'from Log in', shown: '7', producer: 0 },
  { name: 'dry', state: 'unresolved', explanation: 'nothing gives it' },
  { name: '$secret PASSWORD', state: 'secret', explanation: 'a secret' },
];

/** What can be inserted anywhere. */
export const SUGGESTIONS: readonly Suggestion[] = ['orderId', 'userId', 'baseUrl'].map((name) => ({
  name,
  explanation: 'from Log in',
  shown: '7',
  matches: name === 'orderId',
  start: 0,
  end: 0,
  text: `{{${name}}}`,
}));

/** The form that a test has open. */
export interface FormTests {
  readonly open: (side: FormSide, look?: Look) => Promise<Page>;
  /** Opens the second request at a tab. */
  readonly openTab: (side: FormSide, tab: string) => Promise<Page>;
  /** The panel that is open; fails when there is none. */
  readonly panel: () => OpenPanel<FormEditor, FormPage>;
}

/** A browser for the tests of a suite, which are skipped where there is none; forms are closed after each. */
export function formTests(): FormTests {
  const { open: openPanel, panel } = panelTests(FORM);
  const open = async (side: FormSide, look: Look = {}): Promise<Page> => {
    const page = await openPanel(side.implementation, look);
    side.show = (view) => panel().editor.notify('show', view);
    await page.getByRole('region', { name: 'Chain', exact: true }).waitFor();
    return page;
  };
  const openTab = async (side: FormSide, tab: string): Promise<Page> => {
    const page = await open(side);
    await rowOf(page, 'Create order').click();
    await requestShown(page, 'create-order');
    await selectTab(page, new RegExp(`^${tab}`));
    return page;
  };
  return { open, openTab, panel };
}

/** A row whose request ended. */
export function ended(outcome: 'passed' | 'failed' | 'blocked', more: { status?: number; reason?: string }) {
  return {
    progress: { state: 'finished', summary: { outcome, durationMs: 34, attempts: 1, ...more } },
  } as const;
}

/** The row of a request in the list. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listbox', { name: 'Requests' }).getByRole('option').filter({ hasText: name });
}

/** Waits until the request with this id is shown: the row that is clicked is marked before. */
export async function requestShown(page: Page, id: string): Promise<void> {
  await page.locator(`#request-name[placeholder="${id}"]`).waitFor();
}

/** Opens the settings of the chain, whose tabs have names that those of a request have, too. */
export async function openChainSettings(page: Page): Promise<void> {
  await page.getByTitle('Chain settings').click();
  await page.getByRole('heading', { name: 'Chain settings' }).waitFor();
}

/** The names of the requests in the order of the list. */
export function namesIn(page: Page): Locator {
  return page.locator('.row-name');
}

/** The second request, as the text says it. */
export function requestIn(side: FormSide): Readonly<Record<string, unknown>> {
  const { requests } = JSON.parse(side.text()) as { requests: Readonly<Record<string, unknown>>[] };
  return requests[1] ?? {};
}

/** Waits until the text says of the second request what it should. */
export async function requestHas(side: FormSide, member: string, value: unknown): Promise<void> {
  const expected = JSON.stringify(value);
  await until(() => JSON.stringify(requestIn(side)[member]) === expected, {
    otherwise: () => `${expected} was expected as ${member} of ${JSON.stringify(requestIn(side))}`,
  });
}

/** Waits until a field holds a text. */
export async function fieldIs(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name });
  await field.waitFor();
  await untilEqual(() => field.inputValue(), text);
}

/** Runs in the page: frames come no more, as on a machine that is busy for a while. */
export function holdFrames(): void {
  window.requestAnimationFrame = () => 0;
}
