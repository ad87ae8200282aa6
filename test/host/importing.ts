/** Imports in tests: sources of other tools, and a person who answers by the items of a list. */
import * as vscode from 'vscode';
import type { ImportPorts } from '../../src/host/import/importRequests';
import type { StoredSecret } from '../../src/node/secrets/secretValues';
import { noHelp } from './viewFakes';

/** A Postman collection of two folders; the first request keeps a token for the second. */
export const postmanCollection = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Users',
      item: [
        {
          name: 'Log in',
          event: [
            { listen: 'test', script: { exec: ["pm.environment.set('token', pm.response.json().token)"] } },
          ],
          request: {
            method: 'POST',
            url: 'http://127.0.0.1:4010/login',
            body: { mode: 'raw', raw: '{"password":"hunter22xyz"}', options: { raw: { language: 'json' } } },
          },
        },
      ],
    },
    {
      name: 'Orders',
      item: [
        {
          name: 'List orders',
          request: {
            method: 'GET',
            url: 'http://127.0.0.1:4010/orders',
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
          },
        },
        { name: 'No address', request: { method: 'GET', url: '' } },
      ],
    },
  ],
};

/** The same with an answer to the first request, as somebody saved it. */
export function withExample(token: string): object {
  const [users, ...others] = postmanCollection.item;
  const [logIn] = users?.item ?? [];
  const body = JSON.stringify({ token, user: { id: 'u-7' } });
  const example = { name: 'Example', code: 200, header: [], body };
  return { ...postmanCollection, item: [{ ...users, item: [{ ...logIn, response: [example] }] }, ...others] };
}

/** A HAR recording of a page with a picture. */
export const recording = {
  log: {
    version: '1.2',
    entries: ['/api/orders', '/logo.png'].map((path) => ({
      request: { method: 'GET', url: `http://127.0.0.1:4010${path}`, headers: [] },
    })),
  },
};

/** Picks what begins with one of these texts; of lists in which nothing does, what is picked already. */
export function picking(...beginnings: readonly string[]) {
  return (items: readonly vscode.QuickPickItem[]): readonly string[] => {
    const meant = items.filter(({ label }) => beginnings.some((beginning) => label.startsWith(beginning)));
    return (meant.length > 0 ? meant : items.filter(({ picked }) => picked === true)).map(
      ({ label }) => label,
    );
  };
}

/** What an import works on in a test: the chains that a test names, and secrets in memory. */
export function importPorts(chains: readonly vscode.Uri[] = []) {
  const kept = new Map<string, StoredSecret>();
  const ports: ImportPorts = {
    files: { list: () => Promise.resolve(chains) },
    secrets: {
      get entries() {
        return [...kept].map(([name, { origins }]) => ({ name, origins }));
      },
      values: () => Promise.resolve(kept),
      set: (name, secret) => {
        kept.set(name, secret);
        return Promise.resolve();
      },
    },
    machine: () => Promise.resolve({ maskingKey: new Uint8Array(32) }),
    last: { reread: () => undefined },
    reports: new Map(),
    autoMap: () => Promise.resolve(),
    startAll: () => Promise.resolve(),
    help: noHelp,
    environments: { nameFor: () => Promise.resolve(undefined) },
    log: vscode.window.createOutputChannel('Chainwright import tests', { log: true }),
  };
  return { ports, kept };
}
