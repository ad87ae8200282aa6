import assert from 'node:assert/strict';
import type { CellResult } from '../../../src/core/authz/model/authzResult';
import { brokenRule } from '../../../src/core/authz/report/brokenRule';
import { severityOf } from '../../../src/core/authz/report/findingRules';
import { findingsOf } from '../../../src/core/authz/report/findings';
import type { JsonObject } from '../../../src/core/json/json';
import { describeAnswers } from '../../../src/formats/importers/read/openapi/describedAnswers';
import { createSpec } from '../../../src/formats/importers/read/openapi/spec';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

const text: JsonObject = { type: 'string' };
const NOTE: JsonObject = { type: 'object', properties: { id: text, text, owner: text } };
const LIST: JsonObject = { type: 'object', properties: { items: { type: 'array', items: NOTE } } };

function descriptionOf(note: JsonObject, list: JsonObject) {
  const answer = (schema: JsonObject): JsonObject => ({
    get: { responses: { 200: { content: { 'application/json': { schema } } } } },
  });
  const root: JsonObject = {
    openapi: '3.0.3',
    info: { title: 'Notes' },
    paths: { '/notes/{id}': answer(note), '/notes': answer(list) },
  };
  const files = { main: 'notes.json', documents: new Map([['notes.json', root]]), remarks: [] };
  return describeAnswers('notes.json', createSpec(files));
}

interface Given {
  /** What is added to a note that somebody reads or lists. */
  readonly adds?: (account: string) => object;
  /** Said to carl in place of notes. */
  readonly says?: ToyAnswer;
  readonly note?: JsonObject;
  readonly list?: JsonObject;
  readonly isDescribed?: boolean;
  readonly packs?: readonly string[];
}

async function run({
  adds = () => ({}),
  says,
  note = NOTE,
  list = LIST,
  isDescribed = true,
  packs = ['exposure'],
}: Given): Promise<ToyRun & { readonly reads: number }> {
  const notes = toyNotes({ open: true });
  let reads = 0;
  const answer = (request: ToyRequest): ToyAnswer => {
    const { method, token = '' } = request;
    const done = notes.answer(request.token, request);
    if (method !== 'GET' || done.status !== 200) {
      return done;
    }
    reads += 1;
    const { items, ...body } = done.body as { readonly items?: readonly object[] };
    const shown =
      items === undefined
        ? { ...body, ...adds(token) }
        : { items: items.map((item) => ({ ...item, ...adds(token) })) };
    return token === 'key-of-carl' && says !== undefined ? says : { status: 200, body: shown };
  };
  const result = await runToy({
    answer,
    packs,
    users: { carl: { role: 'clerk', variables: { key: 'key-of-carl' } } },
    resource: { list: 'notes.chain.json#list' },
    policy: { writer: { 'note.*': 'own' }, clerk: { 'note.*': 'any' } },
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      'note.list': { resource: 'note', request: 'notes.chain.json#list' },
      'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
    },
    ...(isDescribed ? { described: descriptionOf(note, list) } : {}),
  });
  return { ...result, reads };
}

const READ = 'PROP note.read alice<-alice path:noteId#undescribed-members';
const READ_BY_CLERK = 'PROP note.read alice<-carl path:noteId#undescribed-members';
const LISTED_BY_CLERK = 'PROP note.list alice<-carl#undescribed-members';
const LISTED = 'PROP note.list alice<-alice#undescribed-members';

function exposures({ result }: ToyRun): readonly CellResult[] {
  return result.cells.filter(({ cell }) => cell.variant === 'undescribed-members');
}

describe('the pack exposure', () => {
  it('passes for reads and lists of each role where the description lists everything', async () => {
    const all = exposures(await run({}));
    assert.deepEqual(
      all.map(({ cell, class: outcome }) => [cell.id, outcome]),
      [
        [READ, 'PASS_EFFECT'],
        [READ_BY_CLERK, 'PASS_EFFECT'],
        [LISTED, 'PASS_EFFECT'],
        [LISTED_BY_CLERK, 'PASS_EFFECT'],
      ],
    );
    assert.match(
      all[0]?.reasons[0] ?? '',
      /^alice may use note\.read, and the API description lists all members/,
    );
  });

  it('is off by default, and sends only what is asked of objects of others once more', async () => {
    const off = await run({ packs: [] });
    assert.deepEqual(exposures(off), []);
    assert.equal((await run({})).reads, off.reads + 2);
  });

  it('finds members that are not listed, at a low severity, once for all items', async () => {
    const exposed = await run({ adds: () => ({ cost: 12.5, origin: { ip: '10.0.0.7' } }) });
    const read = exposed.cell(READ);
    assert.equal(read.class, 'FLAW_READ');
    assert.deepEqual(
      read.leaks.map(({ found }) => found),
      ['body /cost', 'body /origin'],
    );
    const rule = brokenRule(read, exposed.result.cells)?.rule;
    assert.equal(rule?.id, 'authz/undescribed-member');
    assert.equal(severityOf(rule), 'low');
    assert.deepEqual(
      exposed.cell(LISTED).leaks.map(({ found }) => found),
      ['body /items/0/cost', 'body /items/0/origin'],
    );
    assert.equal(
      read.reasons[0],
      'alice may use note.read, but its answer shows /cost and /origin, which the API description does not list.',
    );
    assert.deepEqual(
      findingsOf(exposures(exposed)).map(({ sentence }) => sentence),
      [
        'GET /notes/{noteId} shows /cost and /origin, which the API description does not list',
        'GET /notes shows /items/cost and /items/origin, which the API description does not list',
      ],
    );
  });

  it('finds secrets first, at a high severity, and shows nothing of them', async () => {
    const exposed = await run({
      adds: () => ({ cost: 12.5, passwordHash: '$2b$10$abcdef', ssn: '078-05-1120' }),
    });
    const read = exposed.cell(READ);
    const rule = brokenRule(read, exposed.result.cells)?.rule;
    assert.equal(rule?.id, 'authz/undescribed-secret');
    assert.equal(severityOf(rule), 'high');
    assert.deepEqual(
      read.leaks.map(({ value, begins }) => [value, begins]),
      [
        ['/passwordHash', ''],
        ['/ssn', ''],
        ['/cost', '12.5'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(exposed.result), /\$2b\$10|078-05/);
  });

  it('finds secrets inside of what is not listed', async () => {
    const exposed = await run({
      adds: () => ({ author: { name: 'Alice', logins: [{ apiKey: 'k-4711' }] } }),
    });
    const read = exposed.cell(READ);
    assert.equal(brokenRule(read, exposed.result.cells)?.rule.id, 'authz/undescribed-secret');
    assert.deepEqual(
      read.leaks.map(({ value, begins }) => [value, begins]),
      [
        ['/author/logins/0/apiKey', ''],
        ['/author', '{"na'],
      ],
    );
  });

  it('finds what only one role is shown', async () => {
    const exposed = await run({ adds: (account) => (account === 'key-of-carl' ? { margin: 47 } : {}) });
    assert.equal(exposed.cell(READ).class, 'PASS_EFFECT');
    assert.equal(exposed.cell(READ_BY_CLERK).class, 'FLAW_READ');
  });

  it('finds nothing in members without a value', async () => {
    const exposed = await run({ adds: () => ({ cost: null, tags: [], token: '***' }) });
    assert.equal(exposed.cell(READ).class, 'PASS_EFFECT');
  });

  it('asks nothing without a description, or where it leaves open which members there are', async () => {
    const undescribed = await run({ adds: () => ({ cost: 1 }), isDescribed: false });
    assert.equal(undescribed.cell(READ).class, 'SKIPPED');
    assert.match(undescribed.cell(READ).reasons[0] ?? '', /Name the description of the API with --openapi/);
    const open = await run({ adds: () => ({ cost: 1 }), note: { ...NOTE, additionalProperties: true } });
    assert.equal(open.cell(READ).class, 'SKIPPED');
    assert.deepEqual(open.cell(READ).reasons, [
      'notes.json does not say which members note.read answers with.',
    ]);
    assert.equal(open.cell(LISTED).class, 'FLAW_READ');
  });

  const others: readonly (readonly [says: ToyAnswer, failure: RegExp])[] = [
    [{ status: 200, body: { status: 'fail', cost: 1 } }, /without any member that notes\.json lists/],
    [{ status: 200 }, /^carl got 200 from note\.\w+ without JSON/],
    [
      { status: 202, body: { id: 'n-1', items: [], cost: 1 } },
      /notes\.json does not say which members that answer has/,
    ],
    [{ status: 403, body: { cost: 1 } }, /^carl may do this to every note\. .*403/],
  ];
  for (const [says, failure] of others) {
    it(`is inconclusive for ${JSON.stringify(says)}`, async () => {
      const { cell } = await run({ says });
      for (const id of [READ_BY_CLERK, LISTED_BY_CLERK]) {
        const { class: outcome, controlFailure = '', leaks } = cell(id);
        assert.equal(outcome, 'INCONCLUSIVE_CONTROL');
        assert.match(controlFailure, failure);
        assert.deepEqual(leaks, []);
      }
    });
  }

  it('is inconclusive for an empty list', async () => {
    const { cell } = await run({ says: { status: 200, body: { items: [], cost: 1 } } });
    const { class: outcome, controlFailure } = cell(LISTED_BY_CLERK);
    assert.equal(outcome, 'INCONCLUSIVE_CONTROL');
    assert.match(controlFailure ?? '', /^carl got 200 from note\.list with an empty list/);
  });
});
