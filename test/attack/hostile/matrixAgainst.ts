/** A matrix against an API that gives a hostile answer in one place: every cell gets its verdict. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chainOf } from '../../node/workspace';
import { faultsOfEnding, measure } from '../measured';
import { exitCodeOf, readVerdicts } from '../verdicts';
import { missingReports, onStage, reportsTo, type HostileOutcome } from './against';
import type { Place } from './api';
import type { HostileTarget } from './targets';

/** For each request, milliseconds: a cell may get several answers that never end. */
const TIMEOUT_MS = 600;

const MATRIX_REPORTS = ['json', 'junit', 'sarif', 'html', 'markdown', 'csv'] as const;

/** Runs a matrix against an API that gives the hostile answer in one place. */
export async function matrixAgainst(target: HostileTarget, place: Place): Promise<HostileOutcome> {
  return onStage(target, place, matrixFiles(target), async ({ folder }) => {
    const args = ['authz', 'run', 'items.authz.json', '--allow-mutations', '--timeout', String(TIMEOUT_MS)];
    const end = await measure([...args, ...reportsTo(MATRIX_REPORTS), '--reporter', 'console'], folder).end;
    const classes = await readVerdicts(path.join(folder, 'report.json'));
    const lost = CELLS.filter((id) => !classes.has(id));
    const junit = await readFile(path.join(folder, 'report.junit'), 'utf8').catch(() => '');
    const inJunit = junit.split('<testcase ').length - 1;
    // Nobody gets an item of another. `odd.use` gives everybody the same answer, which is a flaw.
    const inventions = [...classes].filter(
      ([id, verdict]) => id.includes(' item.') && verdict.startsWith('FLAW_'),
    );
    const faults = [
      ...faultsOfEnding(end),
      ...(await missingReports(folder, MATRIX_REPORTS)),
      ...lost.map((id) => `no verdict for ${id}: ${end.stderr.slice(-200)}`),
      ...(inJunit === CELLS.length ? [] : [`JUnit has ${inJunit} of ${CELLS.length} cells`]),
      ...inventions.map(([id, verdict]) => `${verdict} is invented for ${id}`),
      ...(end.code === exitCodeOf([...classes.values()])
        ? []
        : [`the exit code is ${end.code} with ${[...classes.values()].join(', ')}`]),
    ];
    return { faults, end, lostVerdicts: lost.length };
  });
}

const ITEM = '{{baseUrl}}/items/{{itemId}}';

/** Every cell of the matrix. */
const CELLS: readonly string[] = [
  'FUN odd.use mia<-alice',
  'FUN odd.use mia<-bob',
  'SELF odd.use mia<-mia',
  ...['item.read', 'item.delete'].flatMap((operation) => [
    `SELF ${operation} alice<-alice path:itemId`,
    `OBJ ${operation} alice<-bob path:itemId`,
    `FUN ${operation} alice<-mia path:itemId`,
  ]),
];

/** A matrix of items and of `odd.use`, its chains included, for the small API. */
export function matrixFiles({ request = {} }: Pick<HostileTarget, 'request'>): Record<string, object> {
  const active = { status: 'active', environment: 'local', auth: { type: 'bearer', token: '{{token}}' } };
  const login = {
    id: 'login',
    method: 'POST',
    url: '{{baseUrl}}/login',
    auth: { type: 'none' },
    body: { json: { user: '{{user}}' } },
    extract: [{ variable: 'token', from: 'body', path: '$.token' }],
  };
  const requests = [
    {
      id: 'create',
      method: 'POST',
      url: '{{baseUrl}}/items',
      body: { json: { note: 'a note' } },
      extract: [{ variable: 'itemId', from: 'body', path: '$.id' }],
      expect: { status: 201 },
    },
    { id: 'read', method: 'GET', url: ITEM },
    { id: 'list', method: 'GET', url: '{{baseUrl}}/items' },
    { id: 'delete', method: 'DELETE', url: ITEM },
    { id: 'odd', method: 'GET', url: '{{oddUrl}}', ...request },
  ];
  const user = (name: string, role: string): object => ({
    role,
    login: 'login.chain.json',
    variables: { user: name },
  });
  return {
    'login.chain.json': chainOf([login], { status: 'active', environment: 'local' }),
    'items.chain.json': chainOf(requests, active),
    'items.authz.json': {
      formatVersion: 1,
      name: 'Items',
      environment: 'local',
      mutate: true,
      users: { alice: user('alice', 'customer'), bob: user('bob', 'customer'), mia: user('mia', 'manager') },
      resources: {
        item: {
          create: 'items.chain.json#create',
          read: 'items.chain.json#read',
          list: 'items.chain.json#list',
          delete: 'items.chain.json#delete',
          id: ['itemId'],
          canary: ['$.note'],
        },
      },
      operations: {
        'item.read': { resource: 'item', request: 'items.chain.json#read' },
        'item.delete': { resource: 'item', request: 'items.chain.json#delete' },
        'odd.use': { request: 'items.chain.json#odd', effect: 'read' },
      },
      policy: {
        customer: { 'item.*': 'own', 'odd.use': 'none' },
        manager: { 'item.*': 'none', 'odd.use': 'any' },
      },
    },
  };
}
