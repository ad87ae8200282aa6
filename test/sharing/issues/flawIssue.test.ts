import assert from 'node:assert/strict';
import { flawIssue, isFlaw } from '../../../src/sharing/issues/flawIssue';
import { authzWith, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { CONTEXT, HOSTILE, proseOf } from './drafts';

describe('the issue about a flaw', () => {
  const flaws = sampleAuthz.cells.filter(isFlaw);
  const [cell] = flaws;

  it('says who could do what, how bad that is, how to fix it, and how it was found', () => {
    assert.ok(cell);
    const draft = flawIssue({ result: sampleAuthz, cell, place: 'security/orders.authz.json:21:5' }, CONTEXT);
    assert.match(draft.title, /^Authorization: alice reads bob's order$/);
    assert.match(
      draft.body,
      /^`alice reads bob's order`\. The answer holds data of an object that belongs to somebody else/,
    );
    assert.match(draft.body, /- Severity: `high \(7\.5\)`\n- Weakness: `CWE-639, API1:2023`/);
    assert.match(draft.body, /- Matrix: `security\/orders\.authz\.json:21:5`/);
    assert.match(
      draft.body,
      /## Expected\n\n```text\nalice is refused with 403 or 404, and learns and changes nothing\.\n```/,
    );
    assert.match(
      draft.body,
      /## Send it again\n\nSet these variables of the shell first: `TOKEN_ALICE`\.\n\n```bash\ncurl -i /,
    );
    assert.deepEqual(draft.labels, ['security', 'severity:high']);
  });

  it('has a fingerprint that neither users nor the time of the run change, and that tells flaws apart', () => {
    assert.ok(cell);
    const of = (result: typeof sampleAuthz, one: typeof cell) =>
      flawIssue({ result, cell: one }, CONTEXT).fingerprint;
    const later = { ...sampleAuthz, startedAt: '2027-01-01T00:00:00.000Z', users: [] };
    assert.equal(of(later, { ...cell, cell: { ...cell.cell, caller: 'carol' } }), of(sampleAuthz, cell));
    assert.equal(new Set(flaws.map((one) => of(sampleAuthz, one))).size, flaws.length);
  });

  it('takes texts of strangers for nothing but code', () => {
    const hostile = authzWith(HOSTILE);
    const one = hostile.cells.find(isFlaw);
    assert.ok(one);
    const { title, body } = flawIssue({ result: hostile, cell: one }, CONTEXT);
    assert.doesNotMatch(title, /@everyone|[\r\n]/);
    assert.doesNotMatch(proseOf(body), /everyone|evil|hidden|GH-2|shop#|img/);
  });

  it('is about flaws alone', () => {
    assert.ok(flaws.length > 0 && flaws.length < sampleAuthz.cells.length);
    assert.ok(flaws.every(({ class: outcome }) => /^(?:FLAW|SUSPECT|OVER)/.test(outcome)));
  });
});
