import assert from 'node:assert/strict';
import { chooseRequests, overviewOf } from '../../../../src/formats/importers/chooseRequests';
import type { ImportedCollection, KeptRequest } from '../../../../src/formats/importers/shape/imported';
import { documentation, lostCheck, type Remark } from '../../../../src/formats/importers/shape/remark';
import { composeImport } from '../../../../src/formats/importers/write/composeImport';
import { needsAttention, renderImportReport } from '../../../../src/formats/importers/write/importReport';
import { collection } from '../collections';

const call = (name: string, remarks: readonly Remark[] = [], url = 'http://a.test'): KeptRequest => ({
  kind: 'kept',
  name,
  folders: [],
  request: { method: 'GET', url },
  remarks,
});

const leftOut = (name: string, rule?: string) => ({
  kind: 'left-out' as const,
  ...{ name, folders: [], reason: 'It is left out.' },
  ...(rule === undefined ? {} : { rule }),
});

const reportsOf = (one: ImportedCollection) =>
  composeImport([{ source: 'orders.json', collection: one }], { folders: 'tags' }).reports;

describe('the report of an import', () => {
  const described = documentation('It has a description.');
  const looks: [title: string, one: ImportedCollection, expected: boolean][] = [
    ['nothing is lost', collection([call('a')]), false],
    ['documentation is lost', collection([call('a', [described])], { remarks: [described] }), false],
    ['a check is lost', collection([call('a', [lostCheck('It is not checked.')])]), true],
    ['a request sends something else', collection([call('a', ['A row is left out.'])]), true],
    ['all requests send something else', collection([call('a')], { remarks: ['A proxy.'] }), true],
    ['a variable has no value', collection([call('a', [], '{{host}}/a')]), true],
    ['a request cannot be imported', collection([leftOut('a')]), true],
    ['a rule sets a request aside', collection([leftOut('a', 'images')]), false],
    [
      'a person did not choose a request',
      chooseRequests(collection([call('a')]), { requests: new Set(), environments: new Set() }),
      false,
    ],
  ];
  for (const [title, one, expected] of looks) {
    it(`${expected ? 'needs' : 'does not need'} a look where ${title}`, () => {
      assert.deepEqual(reportsOf(one).map(needsAttention), [expected]);
    });
  }

  it('begins with what has to be done and what could not be imported', () => {
    const sources = reportsOf(
      collection([call('a', [], '{{host}}/a'), leftOut('b', 'images'), leftOut('c')]),
    );
    assert.equal(
      renderImportReport({ formatVersion: 1, sources }),
      [
        'orders.json: Test collection, 1 request, 2 left out',
        '  set aside by rules: 1 images',
        '  variables to be defined in an environment: host',
        '  Not imported:',
        '    c: left out. It is left out.',
        '  Requests:',
        '    a -> orders.chain.json#a',
        '    b: left out. It is left out.',
        '',
      ].join('\n'),
    );
  });

  it('is foreseen where a person chooses requests, by how much matters of what is lost', () => {
    const source = collection([
      call('a', [described, 'A row is left out.', 'A row is left out.']),
      call('b'),
    ]);
    const { requests } = overviewOf({ source: 'orders.json', collection: source });
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && request.lost),
      [
        { sent: 2, check: 0, documentation: 1 },
        { sent: 0, check: 0, documentation: 0 },
      ],
    );
  });
});
