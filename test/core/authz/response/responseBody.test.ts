import assert from 'node:assert/strict';
import { stringifyJson } from '../../../../src/core/json/json';
import { valuesAt } from '../../../../src/core/authz/response/propertyValues';
import { jsonBody } from '../../../../src/core/authz/response/responseBody';
import { answer, binaryAnswer } from '../answers';

describe('the body of a recorded answer', () => {
  it('is JSON, also behind a guard and in lines', () => {
    const lines = answer('{"id":7,"role":"owner"}\n{"id":8,"role":"reader"}\n', {
      mediaType: 'application/x-ndjson',
    });
    assert.equal(stringifyJson(jsonBody(answer('[7]')) ?? null), '[7]');
    assert.equal(stringifyJson(jsonBody(answer(")]}'\n[7]")) ?? null), '[7]');
    assert.deepEqual(valuesAt(lines, '$.role'), ['owner', 'reader']);
  });

  it('is nothing where it is empty, a page or bytes', () => {
    const bodies = [
      answer(''),
      answer('<p>7</p>'),
      answer('{"id":7}\n{"id":8}'),
      binaryAnswer(Buffer.from('[7]')),
    ];
    assert.deepEqual(bodies.map(jsonBody), [undefined, undefined, undefined, undefined]);
  });
});
