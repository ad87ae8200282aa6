import assert from 'node:assert/strict';
import { omittableOfAuthz, withoutOmittedAuthz } from '../../../../src/core/authz/report/omitFromResult';
import { nothingOmitted } from '../../../../src/core/result/omissions';
import { authzReporters } from '../../../../src/formats/reporters/authz/authzReporters';
import { emptyAuthz, sampleAuthz } from '../../../formats/reporters/authz/sampleAuthz';

const context = { tool: { name: 'chainwright', version: '1.2.3' }, strict: false };

function without(omissions: Partial<typeof nothingOmitted>) {
  return withoutOmittedAuthz(sampleAuthz, { ...nothingOmitted, ...omissions });
}

describe('what can be left out of an authorization result', () => {
  it('is listed exchange by exchange, with the sender', () => {
    const { exchanges } = omittableOfAuthz(sampleAuthz);
    assert.equal(exchanges.length, sampleAuthz.exchanges.length);
    assert.ok(exchanges.every(({ name, answer }) => /^\S+: \S/.test(name) && answer !== ''));
  });

  it('is nothing of an empty one', () => {
    assert.deepEqual(omittableOfAuthz(emptyAuthz), { bodies: 0, headers: 0, exchanges: [] });
  });
});

describe('an authorization result without what was left out', () => {
  it('is the result itself when nothing is', () => {
    assert.equal(without({}), sampleAuthz);
  });

  it('keeps every verdict, and the positions that cells refer to', () => {
    const left = without({ bodies: true, headers: true, exchanges: [0] });
    assert.equal(left.exchanges.length, sampleAuthz.exchanges.length);
    assert.deepEqual(
      left.cells.map(({ class: verdict, steps }) => [verdict, steps]),
      sampleAuthz.cells.map(({ class: verdict, steps }) => [verdict, steps]),
    );
    assert.equal(left.notes.at(-1), 'Left out before this was shared: bodies, headers, 1 request.');
    for (const { render } of authzReporters) {
      assert.ok(render(left, context).length > 0);
    }
  });

  it('has no message of an exchange that is left out', () => {
    const { exchange, failure } = without({ exchanges: [0] }).exchanges[0] ?? {};
    assert.deepEqual([exchange, failure], [undefined, 'left out']);
  });

  it('has no header, no body and no value of a user', () => {
    const left = without({ bodies: true, headers: true });
    for (const { exchange } of left.exchanges) {
      assert.deepEqual(exchange?.request.headers ?? [], []);
      assert.deepEqual(exchange?.response?.headers ?? [], []);
      assert.equal(exchange?.request.body?.content ?? '', '');
      assert.equal(exchange?.response?.body.content ?? '', '');
    }
    assert.ok(sampleAuthz.cells.some(({ leaks }) => leaks.length > 0));
    for (const { leaks, changes } of left.cells) {
      assert.ok(leaks.every(({ begins, sha256 }) => begins === '' && sha256 === ''));
      assert.ok(changes.every((change) => !('before' in change) && !('after' in change)));
    }
  });
});
