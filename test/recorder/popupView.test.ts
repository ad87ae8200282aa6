import assert from 'node:assert/strict';
import type { Failed } from '../../recorder/messages';
import { failureText, fileName, popupView, readChoices, type Choices } from '../../recorder/popupView';
import type { Snapshot } from '../../recorder/snapshot';

const all: Choices = { withoutHosts: new Set(), apiOnly: false, masking: 'mask' };
const snapshot: Snapshot = {
  phase: 'recording',
  startedAt: 0,
  hosts: [
    { host: 'a.test', calls: 3, apiCalls: 1 },
    { host: 'b.test', calls: 1, apiCalls: 1 },
  ],
  tabs: 2,
  problems: [],
};

describe('popupView', () => {
  it('counts calls, hosts and tabs while it records', () => {
    const { count, countLabel, details, actions } = popupView(snapshot, all);
    assert.deepEqual([count, countLabel, actions], ['4', 'calls', ['stop']]);
    assert.match(details, /^2 hosts · 2 tabs · since /);
  });

  it('says how many of them are chosen', () => {
    const choices = { ...all, apiOnly: true, withoutHosts: new Set(['b.test']) };
    const { count, countLabel, canDownload } = popupView({ ...snapshot, phase: 'stopped' }, choices);
    assert.deepEqual([count, countLabel, canDownload], ['1', 'of 4 calls chosen', true]);
  });

  it('downloads nothing when nothing is chosen', () => {
    assert.equal(popupView({ ...snapshot, hosts: [] }, all).canDownload, false);
  });
});

describe('readChoices', () => {
  const usual = { apiOnly: false, masking: 'mask' };
  const cases: [text: string | null, expected: object][] = [
    [null, usual],
    ['', usual],
    ['{', usual],
    ['null', usual],
    ['7', usual],
    ['{"apiOnly":"yes","masking":"none"}', usual],
    ['{"apiOnly":true,"masking":"off"}', { apiOnly: true, masking: 'off' }],
    ['{"masking":"drop"}', { apiOnly: false, masking: 'drop' }],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${String(text)}`, () => assert.deepEqual(readChoices(text), expected));
  }
});

describe('failureText', () => {
  it('says what to do where the browser lets nobody record', () => {
    assert.match(
      failureText('start', 'Cannot access a chrome:// URL'),
      /\(Cannot access a chrome:\/\/ URL\)\. Open the page/,
    );
  });

  const texts: [title: string, failed: Failed, message: string, expected: RegExp][] = [
    [
      'something else debugs the tab',
      'start',
      'Another debugger is already attached to the tab with id: 5.',
      /^Something else debugs this tab .*Switch that extension off/,
    ],
    ['the browser gives another reason', 'start', 'No.', /^The recording did not start \(No\)\. Reload/],
    ['it was not deleted', 'discard', 'Full.', /^The recording was not deleted \(Full\)\. Close the popup/],
    ['it did not end', 'stop', 'No.', /^The recording did not end as it should \(No\)\./],
    ['nothing can be opened', 'open', 'No.', /^The recordings of this browser cannot be opened \(No\)\./],
  ];
  for (const [title, failed, message, expected] of texts) {
    it(`says what to do where ${title}`, () => assert.match(failureText(failed, message), expected));
  }
});

describe('fileName', () => {
  it('has the local time', () => {
    assert.equal(fileName(new Date(2026, 0, 2, 3, 4).getTime()), 'recording-2026-01-02-03-04.har');
  });
});
