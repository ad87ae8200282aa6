import assert from 'node:assert/strict';
import { changingWord, isSafe } from '../../../../src/core/authz/matrix/safeRequest';
import { loadChain } from '../../fakeRun';

function requestWith(more: object) {
  const [request] = loadChain({ requests: [{ id: 'a', method: 'GET', url: '{{baseUrl}}/', ...more }] }, 'c')
    .chain.requests;
  assert.ok(request);
  return request;
}

describe('a request that is chosen without asking', () => {
  const safe: readonly (readonly [method: string, path: string])[] = [
    ['GET', '/me'],
    ['HEAD', '/orders/{{orderId}}'],
    ['OPTIONS', '/'],
    ['GET', '/orders/created'],
    ['GET', '/created-orders'],
    ['GET', '/orders?include=deleted&created_after=2027&reset_at=1'],
    ['GET', '/password-resets'],
    ['GET', '/droplets/1/dropdown'],
    ['GET', '/initial/initials'],
    ['GET', '/clearance/seeds/seedlings'],
    ['GET', '/exchange-rates'],
    ['GET', '/icon-set/datasets'],
    ['GET', '/addresses/{{deleteToken}}'],
    ['GET', '/setup/updates/changelog'],
    ['GET', '/creators/creation/blogoutline'],
    ['GET', '/orders?action=list'],
    ['GET', '/archive/2027/runs'],
    ['GET', '/bans/1/payments/refunds'],
    ['GET', '/lock/1/run-log'],
    ['GET', '/run/{{runId}}'],
    ['GET', '/published/acceptance'],
  ];
  for (const [method, path] of safe) {
    it(`can be ${method} ${path}`, () => {
      const request = requestWith({ method, url: `{{resetUrl}}${path}` });
      assert.equal(changingWord(request), undefined);
      assert.ok(isSafe(request));
    });
  }

  const unsafe: readonly (readonly [path: string, word: string])[] = [
    ['/createdb', 'createdb'],
    ['/create-db', 'create'],
    ['/create_db', 'create'],
    ['/createDb', 'create'],
    ['/resetDB', 'reset'],
    ['/dbreset', 'dbreset'],
    ['/db/seed', 'seed'],
    ['/init', 'init'],
    ['/initdb/', 'initdb'],
    ['/orders/{{orderId}}/delete', 'delete'],
    ['/deleteuser?id=1', 'deleteuser'],
    ['/orders/{{orderId}}/cancel', 'cancel'],
    ['/rest/user/change-password', 'change'],
    ['/resetpassword', 'resetpassword'],
    ['/Cart/ClearAll', 'clear'],
    ['/purge-cache', 'purge'],
    ['/logout', 'logout'],
    ['/log-out', 'logout'],
    ['/users/signOff', 'signoff'],
    ['/user/logoutAll', 'logout'],
    ['/logoutall', 'logoutall'],
    ['/flags/{{flag}}/toggle', 'toggle'],
    ['/index.php?action=delete&id=3', 'delete'],
    ['/cache?clear=true', 'clear'],
    ['/invites/1/accept', 'accept'],
    ['/invites/accept/{{inviteToken}}', 'accept'],
    ['/orders/1/confirm', 'confirm'],
    ['/posts/1/publish', 'publish'],
    ['/rotate-key', 'rotate'],
    ['/auth/terminate', 'terminate'],
    ['/users/1/ban', 'ban'],
    ['/invoices/1/pay', 'pay'],
    ['/orders/1/refund?full=1', 'refund'],
    ['/items/1/archive', 'archive'],
    ['/accounts/1/Lock/', 'lock'],
    ['/jobs/run', 'run'],
    ['/jobs/1/stop', 'stop'],
    ['/setup', 'setup'],
  ];
  for (const [path, word] of unsafe) {
    it(`is not GET ${path}`, () => {
      const request = requestWith({ url: `http://127.0.0.1${path}` });
      assert.equal(changingWord(request), word);
      assert.ok(!isSafe(request));
    });
  }

  const ids: readonly (readonly [id: string, isSafe: boolean])[] = [
    ['get-order', true],
    ['get-created-order', true],
    ['get-order-after-delete', true],
    ['getOrderBeforeReset', true],
    ['list-add-ons', true],
    ['reset-everything', false],
    ['createTables', false],
    ['do-log-out', false],
    ['after-reset', false],
    ['set-locale', false],
    ['pay-invoice', false],
    ['setup', false],
    ['get-run', true],
  ];
  for (const [id, expected] of ids) {
    it(`can${expected ? '' : ' not'} be a GET called ${id}`, () => {
      assert.equal(isSafe(requestWith({ id })), expected);
    });
  }

  const methods: readonly (readonly [title: string, request: object, isSafe: boolean])[] = [
    ['a POST', { method: 'POST' }, false],
    ['a DELETE', { method: 'DELETE' }, false],
    ['a method that nobody knows', { method: 'LOCK' }, false],
    ['a GraphQL query', { method: 'POST', body: { graphql: { query: '{ me { id } }' } } }, true],
    [
      'a GraphQL mutation',
      { method: 'POST', body: { graphql: { query: 'mutation { drop { id } }' } } },
      false,
    ],
    [
      'a GraphQL mutation after a fragment in one line',
      {
        method: 'POST',
        body: { graphql: { query: 'fragment F on U { id } mutation M { deleteAll { ...F } }' } },
      },
      false,
    ],
    ['a GET that says it is a GET', { headers: [{ name: 'X-HTTP-Method-Override', value: 'GET' }] }, true],
    [
      'a GET that a header turns into another method',
      { headers: [{ name: 'X-HTTP-Method-Override', value: 'DELETE' }] },
      false,
    ],
    ['a GET that a parameter turns into another method', { url: 'http://127.0.0.1/?_method=put' }, false],
    [
      'a GET with such a parameter switched off',
      { query: [{ name: '_method', value: 'put', disabled: true }] },
      true,
    ],
  ];
  for (const [title, request, expected] of methods) {
    it(`can${expected ? '' : ' not'} be ${title}`, () => {
      assert.equal(isSafe(requestWith(request)), expected);
    });
  }
});
