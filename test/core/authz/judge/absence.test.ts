import assert from 'node:assert/strict';
import { showsAbsence } from '../../../../src/core/authz/judge/absence';

/** Whether a body, JSON or any other text, shows that an object is not there. */
function shows(content: string, status = 200): boolean {
  return showsAbsence({
    status,
    body: { mediaType: '', encoding: 'utf8', content, size: content.length },
  });
}

describe('showsAbsence', () => {
  const absent = [
    '',
    'null',
    '[]',
    '{}',
    '{"data":null}',
    '{"status":"success","data":null}',
    '{"data":{"items":[]},"total":0}',
    '{"errors":[],"data":null}',
    '{"error":null,"message":"","order":null}',
    '[{"id":"another"}]',
    '{"items":[{"id":"another"}]}',
    '{"data":{}}',
  ];
  for (const body of absent) {
    it(`takes ${body || 'an empty body'} for a proof`, () => {
      assert.equal(shows(body), true);
    });
  }

  it('takes an answer that repeats no body for no proof', () => {
    assert.equal(shows('', 204), true);
    assert.equal(shows('', 304), false);
  });

  const silent = [
    '<html><form action="/login"></form></html>',
    'Please sign in.',
    '{"status":"fail"}',
    '{"error":"try again later"}',
    '{"data":null,"errors":[{"message":"timed out"}]}',
    '{"data":null,"Message":"The service is busy."}',
    '{"data":{"detail":"forbidden","order":null}}',
    '{"text":"hidden"}',
    'true',
    '"busy"',
    '7',
  ];
  for (const body of silent) {
    it(`takes ${body} for no proof`, () => {
      assert.equal(shows(body), false);
    });
  }
});
