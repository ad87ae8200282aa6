import assert from 'node:assert/strict';
import { openLink, readOpenLink, type OpenTarget } from '../../src/sharing/openLink';

const editor = { scheme: 'vscode', extension: 'chainwright.chainwright' };

function queryOf(target: OpenTarget): string {
  return openLink(editor, target).replace(/^[^?]*\?/, '');
}

describe('a link to something of a workspace', () => {
  it('reads like what it names', () => {
    assert.equal(
      openLink(editor, { kind: 'chain', path: 'orders/create.chain.json', request: 'read-order' }),
      'vscode://chainwright.chainwright/open?chain=orders/create.chain.json&request=read-order',
    );
  });

  it('is for the editor that made it', () => {
    const link = openLink({ ...editor, scheme: 'vscodium' }, { kind: 'matrix', path: 'a.authz.json' });
    assert.equal(link, 'vscodium://chainwright.chainwright/open?matrix=a.authz.json');
  });

  const targets: readonly OpenTarget[] = [
    { kind: 'chain', path: 'a.chain.json' },
    { kind: 'chain', path: 'a/b/c.chain.json', request: 'x', folder: 'shop' },
    { kind: 'matrix', path: 'who/orders.authz.json' },
    { kind: 'result', path: '.chainwright/results/orders/2026-01-02T03-04-05.000Z.json' },
    { kind: 'chain', path: 'a & b=c#d+e.chain.json', request: 'über 100 %/~2e?', folder: '訂單 👍🏽' },
    { kind: 'chain', path: "it's (50%25) ~7e.chain.json" },
    { kind: 'chain', path: '.hidden/..a/a..b.chain.json' },
  ];
  for (const target of targets) {
    it(`to ${target.path} leads back to it, however often it is decoded on the way`, () => {
      const query = queryOf(target);
      for (const received of [query, decodeURIComponent(query), encodeURI(query)]) {
        assert.deepEqual(readOpenLink(received), target);
      }
    });
  }

  it('may be written by hand, percent-encoded', () => {
    assert.deepEqual(readOpenLink('chain=my%20orders%2Fa.chain.json'), {
      kind: 'chain',
      path: 'my orders/a.chain.json',
    });
  });

  const hostile: readonly string[] = [
    '',
    'chain=',
    'chain',
    '=a.chain.json',
    'file=a.chain.json',
    'chain=../a.chain.json',
    'chain=a/../../b.chain.json',
    'chain=a/./b.chain.json',
    'chain=a//b.chain.json',
    'chain=/etc/a.chain.json',
    'chain=%2Fetc%2Fa.chain.json',
    'chain=%2e%2e/a.chain.json',
    'chain=~2e~2e~2fa.chain.json',
    'chain=%7e2e%7e2e/a.chain.json',
    'chain=..~20/a.chain.json',
    'chain=.. /a.chain.json',
    'chain=.../a.chain.json',
    'chain=..\\a.chain.json',
    'chain=a%5C..%5Cb.chain.json',
    'chain=~5c~5cserver~5cshare~5ca.chain.json',
    'chain=//server/share/a.chain.json',
    'chain=c:/a.chain.json',
    'chain=C:a.chain.json',
    'chain=a:stream.chain.json',
    'chain=file:///etc/a.chain.json',
    'chain=https://evil.example/a.chain.json',
    'chain=untitled:a.chain.json',
    'chain=a%00.chain.json',
    'chain=a~00b.chain.json',
    'chain=a%0Ab.chain.json',
    'chain=con/a.chain.json',
    'chain=NUL.chain.json',
    'chain=a.json',
    'chain=a.authz.json',
    'chain=.chain.json/',
    'chain=a.chain.json.exe',
    'chain=.vscode/settings.json',
    'matrix=a.chain.json',
    'result=a.json',
    'result=.chainwright/authz/a/b.json',
    'result=.chainwright/results/b.json',
    'result=.chainwright/results/../../b/a.json',
    'result=x/.chainwright/results/a/b.json',
    'chain=a.chain.json&matrix=b.authz.json',
    'chain=a.chain.json&chain=b.chain.json',
    'chain=a.chain.json&command=workbench.action.terminal.new',
    'chain=a.chain.json&run=true',
    'chain=a.chain.json&request=',
    'chain=a.chain.json&request=a%00b',
    `chain=a.chain.json&request=${'x'.repeat(201)}`,
    'matrix=a.authz.json&request=x',
    `chain=${'a/'.repeat(2_000)}a.chain.json`,
    'chain=%',
    'chain=%E0%A4%A.chain.json',
    'chain=~ff.chain.json',
    'chain=__proto__',
    '__proto__=a.chain.json',
  ];
  for (const query of hostile) {
    it(`is not ${JSON.stringify(query.slice(0, 70))}`, () => {
      assert.equal(readOpenLink(query), undefined);
    });
  }
});
