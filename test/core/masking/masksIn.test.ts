import assert from 'node:assert/strict';
import { defined } from '../../../src/core/defined';
import { masksIn } from '../../../src/core/masking/masksIn';
import { reporters } from '../../../src/formats/reporters/reporters';
import { sampleReport, textOf } from '../../formats/reporters/sampleReport';

const MASK = '‹secret:7f3a›';

describe('the masks in texts', () => {
  it('are counted over all texts, each value once, in their order', () => {
    assert.deepEqual(masksIn([`one ${MASK} ‹secret:0c1d›`, `‹secret:0c1d› ${MASK} ${MASK}`]), [
      { mask: MASK, count: 3 },
      { mask: '‹secret:0c1d›', count: 2 },
    ]);
  });

  it('are none where nothing was masked', () => {
    assert.deepEqual(masksIn([]), []);
    assert.deepEqual(masksIn(['', 'secret:7f3a', '‹secret:7F3A›', '‹secret:7f3›']), []);
  });

  const named: [text: string, name: string | undefined][] = [
    [`Authorization: Bearer ${MASK}`, 'Authorization'],
    [`{"password":"${MASK}"}`, 'password'],
    [`{\\"password\\": \\"${MASK}\\"}`, 'password'],
    [`https://api.example.com/?api_key=${MASK}`, 'api_key'],
    [`{ "name": "X-Api-Key", "value": "${MASK}" }`, 'X-Api-Key'],
    [`<td>Cookie</td>\n <td><code>sid=${MASK}`, 'Cookie'],
    [`the value ${MASK}`, undefined],
    [`${'x'.repeat(5000)} ${MASK}`, undefined],
  ];
  for (const [text, name] of named) {
    it(`are called ${String(name)} in ${text.slice(0, 50)}`, () => {
      assert.deepEqual(masksIn([text]), [{ mask: MASK, count: 1, ...defined({ name }) }]);
    });
  }

  it('have a name from the first one that has it', () => {
    assert.deepEqual(masksIn([`${MASK} token=${MASK}`, `other: ${MASK}`]), [
      { mask: MASK, count: 3, name: 'token' },
    ]);
  });

  it('are all found in what reporters write of a run', () => {
    for (const { name, render } of reporters.filter((reporter) => ['json', 'har'].includes(reporter.name))) {
      const masks = masksIn([textOf(render(sampleReport))]).map(({ mask }) => mask);
      assert.deepEqual([...masks].sort(), ['‹secret:0c1d›', '‹secret:12ab›', '‹secret:7f3a›'], name);
    }
  });
});
