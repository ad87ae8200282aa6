import assert from 'node:assert/strict';
import { nothingApproved } from '../../../src/core/permission/approval';
import { derivedLabel } from '../../../src/core/permission/sensitive';
import { createVouching, type Vouchers } from '../../../src/core/permission/vouching';

const label = 'secret KEY';
const remote = 'https://api.test';
const local = 'http://127.0.0.1:4010';

function vouching(more: Partial<Vouchers> = {}, variables: object = { base: remote, dev: local }) {
  const environment = {
    name: 'test',
    variables: { ...variables } as Record<string, string>,
    secrets: [],
    secretOrigins: new Map<string, readonly string[]>(),
    protected: false,
    allowHosts: ['https://cdn.test'],
    http2: false,
  };
  const authored = { environment, environmentFile: 'e', overrides: new Map([['own', 'https://own.test/x']]) };
  return createVouching({ authored, vouchedHosts: [], approval: 'all', trusted: false, ...more });
}

describe('createVouching', () => {
  /** What a secret may go to, and what was obtained with one. */
  const cases: [title: string, origin: string, more: Partial<Vouchers>, secret: boolean, derived: boolean][] =
    [
      ['a URL that a file names', remote, {}, false, false],
      ['a URL of a trusted file', remote, { trusted: true }, true, true],
      ['a URL of this machine in a file', local, {}, true, true],
      ['another port of this machine', 'http://127.0.0.1:1', {}, false, false],
      ['a URL of the person', 'https://own.test', {}, true, true],
      ['a host that the person names', 'https://up.test', { vouchedHosts: ['https://up.test'] }, false, true],
      ['a host that a file allows', 'https://cdn.test', {}, false, false],
      ['a host that a trusted file allows', 'https://cdn.test', { trusted: true }, true, true],
    ];
  for (const [title, origin, more, secret, derived] of cases) {
    it(`on the command line: ${title}`, () => {
      const { secret: bindable, derived: vouched } = vouching(more);
      assert.deepEqual([bindable(label, origin), vouched(label, origin)], [secret, derived]);
    });
  }

  it('in the editor: what the person answered, each for itself', () => {
    const answers: [labels: readonly string[], secret: boolean, derived: boolean][] = [
      [[], false, false],
      [[label], true, false],
      [[derivedLabel(label)], false, true],
    ];
    for (const [labels, secret, derived] of answers) {
      const approval = { ...nothingApproved, origins: new Map([[remote, new Set(labels)]]) };
      const { secret: bindable, derived: vouched } = vouching({ approval });
      assert.deepEqual([bindable(label, remote), vouched(label, remote)], [secret, derived]);
    }
  });
});
