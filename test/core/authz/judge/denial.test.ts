import assert from 'node:assert/strict';
import { denialOf, isEmptied, sameShape, statusAccepted } from '../../../../src/core/authz/judge/denial';
import type { DeniedPattern } from '../../../../src/core/authz/model/matrix';
import type { RecordedResponse } from '../../../../src/core/result/result';
import { answer } from '../answers';
import { chainRequest } from '../attacks';
import { processorSeconds } from '../../../processorTime';

const FAIL: DeniedPattern = { status: 200, path: '$.status', equals: 'fail' };
const FORBIDDEN: DeniedPattern = { path: '$.errors[*].extensions.code', equals: 'FORBIDDEN', as: 403 };
const PAGE = answer('<html><title>Sign in</title>Please sign in</html>', {
  headers: { 'X-Login': 'required' },
  mediaType: 'text/html',
});
const graphql = (code: string, data: unknown = null): unknown => ({
  data,
  errors: [{ extensions: { code } }],
});

describe('denialOf', () => {
  const cases: readonly [
    title: string,
    response: RecordedResponse,
    pattern: DeniedPattern,
    expected: object,
  ][] = [
    ['finds a denial in a success', answer({ status: 'fail' }), FAIL, { soft: true }],
    ['needs the value', answer({ status: 'ok' }), FAIL, { soft: false }],
    ['needs the member', answer({}), FAIL, { soft: false }],
    ['needs the status', answer({ status: 'fail' }, { status: 201 }), FAIL, { soft: false }],
    ['needs JSON where it names a path', answer('fail'), FAIL, { soft: false }],
    [
      'is soft for successes only',
      answer({ status: 'fail' }, { status: 400 }),
      { path: '$.status' },
      { soft: false },
    ],
    ['takes any value where none is named', answer({ error: 0 }), { path: '$.error' }, { soft: true }],
    ['takes a status alone', answer('', { status: 204 }), { status: 204 }, { soft: true }],
    ['finds a text in a page', PAGE, { text: { contains: 'Please sign in' } }, { soft: true }],
    ['needs the text', PAGE, { text: { contains: 'Welcome' } }, { soft: false }],
    [
      'finds an expression in a page',
      PAGE,
      { text: { matches: '<title>\\s*(Log|Sign) ?in' } },
      { soft: true },
    ],
    ['fits no expression that is none', PAGE, { text: { matches: '(' } }, { soft: false }],
    [
      'needs both where both are named',
      PAGE,
      { text: { contains: 'sign', matches: 'Bye' } },
      { soft: false },
    ],
    ['finds a header, its name in any case', PAGE, { header: { name: 'X-LOGIN' } }, { soft: true }],
    ['compares a header', PAGE, { header: { name: 'X-Login', contains: 'optional' } }, { soft: false }],
    ['needs the header', PAGE, { header: { name: 'X-Other' } }, { soft: false }],
    ['takes a media type, in any case', PAGE, { contentType: 'Text/HTML' }, { soft: true }],
    ['needs the media type', PAGE, { contentType: 'application/json' }, { soft: false }],
    [
      'needs every member that it names',
      PAGE,
      { status: 200, contentType: 'text/html', text: { contains: 'Welcome' } },
      { soft: false },
    ],
    [
      'maps a page to sign in on',
      PAGE,
      { text: { contains: 'Please sign in' }, as: 403 },
      { soft: false, mapped: 403 },
    ],
    ['takes a whole body', answer(false), { equals: false }, { soft: true }],
    ['takes nothing for a denial that says nothing', answer({}), {}, { soft: false }],
    ['compares values, not texts', answer({ code: 1.0 }), { path: '$.code', equals: 1 }, { soft: true }],
    ['ignores a path that is none', answer({}), { path: 'x[' }, { soft: false }],
    [
      'maps the code of a GraphQL error',
      answer(graphql('FORBIDDEN')),
      FORBIDDEN,
      { soft: false, mapped: 403 },
    ],
    [
      'maps it where a field is null',
      answer(graphql('FORBIDDEN', { order: null })),
      FORBIDDEN,
      { soft: false, mapped: 403 },
    ],
    [
      'maps it with the status 400',
      answer(graphql('FORBIDDEN'), { status: 400 }),
      FORBIDDEN,
      { soft: false, mapped: 403 },
    ],
    ['maps no other code', answer(graphql('INTERNAL')), FORBIDDEN, { soft: false }],
    [
      'maps nothing that comes with data',
      answer(graphql('FORBIDDEN', { order: { id: 1 } })),
      FORBIDDEN,
      { soft: false },
    ],
    [
      'maps no fault of the server that is not named',
      answer(graphql('FORBIDDEN'), { status: 500 }),
      FORBIDDEN,
      { soft: false },
    ],
    [
      'maps no 401 that is not named',
      answer(graphql('FORBIDDEN'), { status: 401 }),
      FORBIDDEN,
      { soft: false },
    ],
    [
      'maps a status that is named',
      answer({}, { status: 500 }),
      { status: 500, as: 404 },
      { soft: false, mapped: 404 },
    ],
  ];
  for (const [title, response, pattern, expected] of cases) {
    it(title, () => {
      assert.deepEqual(denialOf(response, [pattern]), expected);
    });
  }

  it('goes by the first pattern that fits', () => {
    assert.deepEqual(denialOf(answer({ status: 'fail' }), [FORBIDDEN, { ...FAIL, as: 404 }, FAIL]), {
      soft: false,
      mapped: 404,
    });
    assert.deepEqual(denialOf(answer({ status: 'fail' }), []), { soft: false });
  });
});

describe('statusAccepted', () => {
  const plain = chainRequest({}).request;
  const created = chainRequest({ expect: { status: 302 } }).request;
  const query = chainRequest({ method: 'POST', body: { graphql: { query: '{ me { id } }' } } }).request;
  const cases: readonly [
    title: string,
    response: RecordedResponse,
    request: typeof plain,
    expected: boolean,
  ][] = [
    ['takes 2xx', answer({}, { status: 204 }), plain, true],
    ['takes no redirect', answer({}, { status: 302 }), plain, false],
    ['takes no 404', answer({}, { status: 404 }), plain, false],
    ['takes the status that the request expects', answer({}, { status: 302 }), created, true],
    ['takes no other one then', answer({}, { status: 200 }), created, false],
    ['takes no denial in the body', answer({ status: 'fail' }), plain, false],
    ['takes no mapped denial', answer(graphql('FORBIDDEN')), plain, false],
    ['takes GraphQL without errors', answer({ data: { me: { id: 1 } } }), query, true],
    ['takes GraphQL with an empty list of errors', answer({ data: {}, errors: [] }), query, true],
    ['takes no GraphQL with errors', answer({ data: {}, errors: [{ message: 'x' }] }), query, false],
    ['takes a member called errors elsewhere', answer({ errors: [1] }), plain, true],
  ];
  for (const [title, response, request, expected] of cases) {
    it(title, () => {
      assert.equal(statusAccepted(response, request, [FAIL, FORBIDDEN]), expected);
    });
  }
});

describe('sameShape', () => {
  const ids = { attacked: ['731'], absent: ['1900000001'] };
  const cases: readonly [
    title: string,
    attacked: RecordedResponse,
    absent: RecordedResponse | undefined,
    expected: boolean,
  ][] = [
    ['knows equal answers', answer({ data: null }), answer({ data: null }), true],
    [
      'knows answers that repeat the identifier',
      answer({ no: 'order 731' }),
      answer({ no: 'order 1900000001' }),
      true,
    ],
    ['knows empty answers', answer('', { status: 204 }), answer('', { status: 204 }), true],
    ['tells other texts apart', answer({ data: 'x' }), answer({ data: 'y' }), false],
    ['tells other statuses apart', answer({}), answer({}, { status: 404 }), false],
    ['tells other media types apart', answer('{}'), answer({}), false],
    ['knows nothing without an answer to compare with', answer({}), undefined, false],
    [
      'takes no part of a number for the identifier',
      answer({ n: 47310 }),
      answer({ n: 419000000010 }),
      false,
    ],
    [
      'keeps what merely looks like the identifier',
      answer({ n: 47310, id: 731 }),
      answer({ n: 47310, id: 1900000001 }),
      true,
    ],
  ];
  for (const [title, attacked, absent, expected] of cases) {
    it(title, () => {
      assert.equal(sameShape(attacked, absent, ids), expected);
    });
  }

  it('sees through percent codes', () => {
    const attacked = answer({ link: '/users/bob%40example.com' });
    const absent = answer({ link: '/users/xyz%40example.com' });
    assert.ok(sameShape(attacked, absent, { attacked: ['bob@example.com'], absent: ['xyz@example.com'] }));
  });

  it('keeps two identifiers apart', () => {
    const two = { attacked: ['11', '22'], absent: ['33', '44'] };
    assert.ok(sameShape(answer('a 11 22'), answer('a 33 44'), two));
    assert.ok(!sameShape(answer('a 11 22'), answer('a 44 33'), two));
  });

  it('survives identifiers that are empty, half a character or look like patterns', () => {
    const odd = { attacked: ['', '\ud800', '$&', '.*'], absent: ['', '\udfff', '$1', '.+'] };
    assert.ok(sameShape(answer('x $& .*'), answer('x $1 .+'), odd));
    assert.ok(!sameShape(answer('x'), answer('y'), odd));
  });

  it('compares long answers in bounded time', () => {
    const seconds = processorSeconds(() => {
      assert.ok(sameShape(answer('731 '.repeat(1_000_000)), answer('1900000001 '.repeat(1_000_000)), ids));
      sameShape(answer('731'.repeat(1_000_000)), answer('1'.repeat(3_000_000)), ids);
    });
    assert.ok(seconds < 10);
  });
});

describe('isEmptied', () => {
  const full = { object: 'list', items: [{ id: 7 }], total: 1, page: { next: null, links: [] } };
  const cases: readonly [title: string, shown: unknown, whole: unknown, expected: boolean][] = [
    ['knows a list without its items', { ...full, items: [], total: 0 }, full, true],
    ['knows a bare list without its items', [], [1], true],
    ['knows a list that is inside of something', { data: { notes: [] } }, { data: { notes: [1] } }, true],
    ['wants items in the other list', [], [], false],
    ['wants no items', { ...full, items: [{ id: 8 }] }, full, false],
    ['wants the same words', { ...full, object: 'secret', items: [] }, full, false],
    ['wants a list where the other has one', { items: [] }, { items: 'none' }, false],
    ['wants a list at all', { total: 0 }, { total: 1 }, false],
    ['wants JSON', 'nothing', full, false],
  ];
  for (const [title, shown, whole, expected] of cases) {
    it(title, () => {
      assert.equal(isEmptied(answer(shown as never), answer(whole as never)), expected);
    });
  }
});
