/** How the wire measure of the benchmark compares and pairs requests. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Recorded {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

interface Comparison {
  differences(
    pair: { peer: Recorded; ours: Recorded; peerAgain?: Recorded; oursAgain?: Recorded },
    secrets?: Map<string, string>,
  ): readonly string[];
  secretMarker(index: number): string;
}

/** What a report says. */
interface Said {
  readonly remarks: readonly string[];
  readonly allRemarks: readonly string[];
  readonly texts: readonly string[];
  readonly undefinedVariables: readonly string[];
}

interface Explanations {
  sameMeaning(cause: string): string | undefined;
  inWords(cause: string): string | undefined;
  isNamed(cause: string, said: Said): boolean;
}

interface Cookies {
  missingCookieCause(
    pair: { readonly peer: Recorded; readonly ours: Recorded },
    known: { readonly stated: readonly string[]; readonly ours: readonly Recorded[] },
  ): string | undefined;
}

interface Pairing {
  pairRequests(
    peer: readonly Recorded[],
    ours: readonly Recorded[],
    countDifferences: (one: Recorded, two: Recorded) => number,
  ): readonly { peer?: number; ours?: number; moved?: true }[];
}

const bench = <Module>(file: string): Promise<Module> =>
  import(pathToFileURL(path.resolve('bench/wire', file)).href) as Promise<Module>;

function request(
  target: string,
  { method = 'GET', headers = [], body = '' }: Partial<Omit<Recorded, 'body'>> & { body?: string } = {},
): Recorded {
  return { method, origin: 'http://api.test', target, headers, body: Buffer.from(body) };
}

describe('the comparison of the wire measure', () => {
  let comparison: Comparison;
  before(async () => {
    comparison = await bench<Comparison>('comparison.mjs');
  });

  const cases: [title: string, peer: Recorded, ours: Recorded, causes: readonly string[]][] = [
    ['finds nothing between equal requests', request('/a?b=1'), request('/a?b=1'), []],
    ['compares paths', request('/a'), request('/b'), ['other path']],
    [
      'tells another encoding from another path',
      request('/a%20b'),
      request('/a b'),
      ['path encoded differently'],
    ],
    [
      'tells another encoding next to a percent sign',
      request('/a%20%'),
      request('/a %'),
      ['path encoded differently'],
    ],
    [
      'tells the default port from another one',
      { ...request('/'), origin: 'http://api.test:80' },
      request('/'),
      ['the default port is not written'],
    ],
    ['tells another port', { ...request('/'), origin: 'http://api.test:443' }, request('/'), ['other host']],
    ['tells the order of a query', request('/?a=1&b=2'), request('/?b=2&a=1'), ['query in another order']],
    ['tells the names of a query', request('/?a=1'), request('/?b=1'), ['other parameters in the query']],
    ['tells the values of a query', request('/?a=1'), request('/?a=2'), ['other value in the query']],
    [
      'skips what a runner adds by itself',
      request('/', {
        headers: [
          ['User-Agent', 'PostmanRuntime/7.39.1'],
          ['Postman-Token', 'f52e97bb-b49a-47fc-900e-6a90985f64d7'],
        ],
      }),
      request('/', { headers: [['User-Agent', 'chainwright/0.1.0']] }),
      [],
    ],
    [
      'compares a header of that name that a person wrote',
      request('/', { headers: [['User-Agent', 'shop/1']] }),
      request('/', { headers: [['User-Agent', 'chainwright/0.1.0']] }),
      ['header not sent: user-agent'],
    ],
    [
      'compares headers whatever their case',
      request('/', {
        headers: [
          ['X-A', '1'],
          ['X-B', '1'],
        ],
      }),
      request('/', {
        headers: [
          ['x-a', '2'],
          ['x-c', '1'],
        ],
      }),
      ['other value of the header x-a', 'header not sent: x-b', 'header added: x-c'],
    ],
    [
      'writes the boundaries of a form the same',
      request('/', {
        headers: [['Content-Type', 'multipart/form-data; boundary=one']],
        body: '--one\r\n\r\n1\r\n--one--',
      }),
      request('/', {
        headers: [['content-type', 'multipart/form-data; boundary="two"']],
        body: '--two\r\n\r\n1\r\n--two--',
      }),
      [],
    ],
    [
      'skips white space between strings of JSON',
      request('/', { body: '{ "a b": 1 }' }),
      request('/', { body: '{"a b":1}' }),
      [],
    ],
    [
      'keeps white space in strings of JSON',
      request('/', { body: '{"a":"b c"}' }),
      request('/', { body: '{"a":"bc"}' }),
      ['body: other white space'],
    ],
    [
      'tells JSON that is written differently',
      request('/', { body: String.raw`{"a":"\u00e9"}` }),
      request('/', { body: '{"a":"e"}'.replace('"e"', String.raw`"\u00E9"`) }),
      ['body: the same JSON, written differently'],
    ],
    [
      'compares white space of other bodies',
      request('/', { body: 'a b' }),
      request('/', { body: 'ab' }),
      ['body: other white space'],
    ],
    [
      'tells a line break behind a form from other white space',
      request('/', { headers: [['Content-Type', 'multipart/form-data; boundary=one']], body: '--one--' }),
      request('/', { headers: [['Content-Type', 'multipart/form-data; boundary=two']], body: '--two--\r\n' }),
      ['body: a line break after the form'],
    ],
    [
      'tells other line breaks from other white space',
      request('/', { body: '--a\n\nb\n--a--' }),
      request('/', { body: '--a\r\n\r\nb\r\n--a--' }),
      ['body: other line breaks'],
    ],
    ['finds a body that was not sent', request('/', { body: 'a' }), request('/'), ['body not sent']],
    [
      'finds a reference that was sent as text',
      request('/', { body: '7' }),
      request('/', { body: '{{id}}' }),
      ['body: a reference is sent as text'],
    ],
  ];
  for (const [title, peer, ours, causes] of cases) {
    it(title, () => {
      assert.deepEqual(comparison.differences({ peer, ours }), causes);
    });
  }

  it('lets a secret match any value, the same one everywhere', () => {
    const marker = comparison.secretMarker(0);
    const secrets = new Map<string, string>();
    const sent = (value: string): Recorded =>
      request('/', { headers: [['Authorization', basic(`me:${value}`)]] });
    assert.deepEqual(comparison.differences({ peer: sent('one'), ours: sent(marker) }, secrets), []);
    assert.deepEqual(comparison.differences({ peer: sent('two'), ours: sent(marker) }, secrets), [
      'other value of the header authorization',
    ]);
  });

  it('lets a secret match in JSON that is written differently', () => {
    const [peer, ours] = [`{"n":3.60,"t":"abc"}`, `{"n":3.6,"t":"${comparison.secretMarker(0)}"}`].map(
      (body) => request('/', { method: 'POST', body }),
    );
    assert.ok(peer !== undefined && ours !== undefined);
    assert.deepEqual(comparison.differences({ peer, ours }), ['body: the same JSON, written differently']);
  });

  it('skips what is random on both sides at the same place only', () => {
    const found = (pair: readonly [string, string, string, string]): readonly string[] => {
      const [peer, peerAgain, ours, oursAgain] = pair.map((body) => request('/', { body }));
      assert.ok(
        peer !== undefined && peerAgain !== undefined && ours !== undefined && oursAgain !== undefined,
      );
      return comparison.differences({ peer, peerAgain, ours, oursAgain });
    };
    assert.deepEqual(
      found(['{"id":"a1","x":1}', '{"id":"b2","x":1}', '{"id":"c3","x":1}', '{"id":"d4","x":1}']),
      [],
    );
    assert.deepEqual(
      found(['{"id":"a1","x":1}', '{"id":"b2","x":1}', '{"id":"c3","x":2}', '{"id":"d4","x":2}']),
      ['other body'],
    );
    assert.deepEqual(found(['{"id":"a1"}', '{"id":"b2"}', '{"id":"c3"}', '{"id":"c3"}']), ['other body']);
    const times = ['10:59:59', '11:00:02', '11:00:03', '11:00:04'];
    const at = (time = ''): string => `{"at":"2026-01-01T${time}Z"}`;
    const [peer, peerAgain, ours, oursAgain] = times;
    assert.deepEqual(found([at(peer), at(peerAgain), at(ours), at(oursAgain)]), []);
    assert.deepEqual(found([at(peer), at(peerAgain), at(ours), at(ours)]), ['other body']);
    assert.deepEqual(found(['say one', 'say two six', 'say three four', 'say five']), []);
    assert.deepEqual(found(['say one', 'say two six', 'tell three four', 'tell five']), ['other body']);
  });
});

describe('cookies of the wire measure', () => {
  let cookies: Cookies;
  before(async () => {
    cookies = await bench<Cookies>('cookies.mjs');
  });

  const sent = (cookie: string): Recorded => request('/', { headers: [['Cookie', cookie]] });
  const cause = (peer: Recorded, ours: Recorded, earlier = [request('/first')]): string | undefined =>
    cookies.missingCookieCause({ peer, ours }, { stated: ['a=1', 'b=2'], ours: earlier });

  it('are missing because the peer keeps those of headers', () => {
    assert.match(cause(sent('sid=x; a=1'), sent('sid=x')) ?? '', /earlier header/);
    assert.match(cause(sent('b=2'), request('/')) ?? '', /earlier header/);
    assert.equal(cause(sent('sid=x; c=3'), sent('sid=x')), undefined);
    assert.equal(cause(sent('a=1'), sent('sid=x')), undefined);
    assert.equal(cause(sent('sid=x'), sent('sid=x')), undefined);
  });

  it('are missing because the chain asked their host nothing before', () => {
    const elsewhere = [{ ...request('/'), origin: 'http://other.test' }];
    assert.match(cause(sent('sid=x'), request('/'), elsewhere) ?? '', /came before/);
    const otherPort = [{ ...request('/'), origin: 'http://api.test:8080' }];
    assert.equal(cause(sent('sid=x'), request('/'), otherPort), undefined);
  });
});

describe('explanations of the wire measure', () => {
  let explanations: Explanations;
  before(async () => {
    explanations = await bench<Explanations>('explanations.mjs');
  });

  const named = (cause: string, said: Partial<Said>): boolean =>
    explanations.isNamed(cause, { remarks: [], allRemarks: [], texts: [], undefinedVariables: [], ...said });

  it('say what means the same', () => {
    assert.match(explanations.sameMeaning('query encoded differently') ?? '', /percent-encodes/);
    assert.match(explanations.sameMeaning('body: a line break after the form') ?? '', /last delimiter/);
    assert.equal(explanations.sameMeaning('other value in the query'), undefined);
  });

  it('say where the other tool continues, which does not mean the same', () => {
    const cause = 'not sent: its extraction failed';
    assert.match(explanations.inWords(cause) ?? '', /empty value/);
    assert.equal(explanations.sameMeaning(cause), undefined);
  });

  it('say what the other tool does in its own way, which does not mean the same', () => {
    for (const cause of [
      'body: other line breaks',
      'a cookie of an earlier header is not kept',
      'no answer of its host came before, which could set a cookie',
    ]) {
      assert.ok(explanations.inWords(cause) !== undefined);
      assert.equal(explanations.sameMeaning(cause), undefined);
    }
  });

  it('are remarks on what the chain says of a body or a time', () => {
    const untyped = [
      'Its body has no Content-Type there. A chain sends the type of JSON, of a form or of plain text.',
    ];
    assert.equal(named('header added: content-type', { remarks: untyped }), true);
    assert.equal(named('header not sent: content-type', { remarks: untyped }), false);
    const unchosen = ['No file is chosen for the form field "a"; it is left out.'];
    assert.equal(named('header not sent: content-type', { remarks: unchosen }), true);
    assert.equal(named('header added: content-type', { remarks: unchosen }), false);
    const inUtc = ['{{$localDatetime iso8601}} is sent in UTC, not in the time zone of this machine.'];
    assert.equal(named('other value in the query', { remarks: inUtc }), true);
    assert.equal(named('other body', { remarks: inUtc }), false);
    const query = ['Its GraphQL query is in the file "a.gql", which is not at hand. Write it into the body.'];
    assert.equal(named('other body', { remarks: query }), true);
    assert.equal(named('other path', { remarks: query }), false);
  });

  it('are remarks that fit the cause', () => {
    const remarks = ['Postman does not send the body of a GET request, unless its settings say so.'];
    assert.equal(named('body added', { remarks }), true);
    assert.equal(named('other path', { remarks }), false);
    assert.equal(named('body added', {}), false);
    const token = [
      'OAuth 2.0 with the grant "implicit" needs a browser. Get a token there, and enter it as the secret T.',
    ];
    assert.equal(named('other parameters in the query', { remarks: token }), true);
    assert.equal(named('other body', { remarks: token }), false);
    const missing = ['The file "../a.json" is not imported. Put it next to the chain as "a.json".'];
    assert.equal(named('body added', { remarks: missing }), true);
    assert.equal(named('other body', { remarks: missing }), false);
  });

  it('are statements of scripts that send or set something, but checks are not', () => {
    const lost = 'pm.request.headers.add(x)';
    assert.equal(
      named('header not sent: x-a', { remarks: [`Pre-request script, line 2: not carried over: ${lost}`] }),
      true,
    );
    assert.equal(
      named('header not sent: x-a', { remarks: ['Test script, line 2: this check is not carried over: x'] }),
      false,
    );
  });

  it('are statements of scripts that run before a request', () => {
    const remark = (title: string): Partial<Said> => ({
      remarks: [`${title}, line 2: this value is known only when the script runs: x`],
    });
    assert.equal(named('other path', remark('Pre-request script')), true);
    assert.equal(named('other path', remark('Folder "Users": pre-request script')), true);
    assert.equal(named('other path', remark('Script before it')), true);
    assert.equal(named('other path', remark('Script after it')), false);
    assert.equal(named('other path', remark('Tests')), false);
  });

  it('are statements of any script for a request that the chain does not have', () => {
    const said = {
      allRemarks: ['Folder "Users": pre-request script, line 2: not carried over: lib.login(req)'],
    };
    assert.equal(named('not sent: the imported chain has no such request, or not that often', said), true);
    assert.equal(named('header not sent: authorization', said), false);
  });

  it('are cookies that a script sets or removes before a request', () => {
    const lost = (title: string, statement: string): Partial<Said> => ({
      remarks: [`${title}, line 2: not carried over: ${statement}`],
    });
    assert.equal(named('header added: cookie', lost('Pre-request script', 'jar.clear()')), true);
    assert.equal(named('header added: cookie', lost('Pre-request script', 'req.setBody(body)')), false);
    assert.equal(named('header added: cookie', lost('Tests', 'jar.clear()')), false);
    assert.equal(named('header not sent: cookie', lost('Pre-request script', 'jar.clear()')), false);
    const { remarks: allRemarks = [] } = lost('Tests', 'jar.clear()');
    assert.equal(named('header added: cookie', { allRemarks }), true);
    assert.equal(named('other value of the header cookie', { allRemarks }), false);
  });

  it('are headers that a script makes', () => {
    const remarks = ['The headers of shared, which a script makes, are not carried over.'];
    assert.equal(named('header not sent: x-a', { remarks }), true);
    assert.equal(named('other path', { remarks }), false);
  });

  it('are variables that scripts of other requests set, in requests that use them', () => {
    const why = 'this value is known only when the script runs';
    const allRemarks = [`Tests, line 7: ${why}: bru.setVar("flow", id)`];
    const texts = ['{"url":"{{host}}/{{flow}}"}'];
    assert.equal(named('other path', { texts, allRemarks }), true);
    const exported = [`Script after it, line 2: ${why}: exports.flow = id`];
    assert.equal(named('other path', { texts, allRemarks: exported }), true);
    assert.equal(named('header added: cookie', { texts, allRemarks }), false);
    assert.equal(named('other path', { texts: ['{"url":"{{host}}"}'], allRemarks }), false);
    const check = ['Tests, line 2: this check is not carried over: expect(bru.setVar("flow", id))'];
    assert.equal(named('other path', { texts, allRemarks: check }), false);
  });

  it('are variables that the report asks for, in requests that use them', () => {
    const cause = 'not sent: nothing defines a variable that it uses';
    const texts = ['{"url":"{{host}}/a"}'];
    assert.equal(named(cause, { texts, undefinedVariables: ['host'] }), true);
    assert.equal(named(cause, { texts, undefinedVariables: ['other'] }), false);
  });
});

describe('the pairs of the wire measure', () => {
  let pairing: Pairing;
  before(async () => {
    pairing = await bench<Pairing>('pairing.mjs');
  });

  const pairs = (peer: readonly string[], ours: readonly string[]): unknown =>
    pairing.pairRequests(
      peer.map((target) => request(target)),
      ours.map((target) => request(target)),
      (one, two) => [one.target !== two.target, one.method !== two.method].filter(Boolean).length,
    );

  it('pairs what is alike, and keeps the order', () => {
    assert.deepEqual(pairs(['/a/1', '/b', '/c'], ['/a/2', '/c']), [
      { peer: 0, ours: 0 },
      { peer: 1 },
      { peer: 2, ours: 1 },
    ]);
  });

  it('prefers the pair with fewer differences', () => {
    const peer = ['1', '22'].map((body) => request('/a', { body }));
    const ours = [request('/a', { body: '23' })];
    const count = (one: Recorded, two: Recorded): number => 1 + Math.abs(one.body.length - two.body.length);
    assert.deepEqual(pairing.pairRequests(peer, ours, count), [{ peer: 0 }, { peer: 1, ours: 0 }]);
  });

  it('finds equal requests that were sent in another order', () => {
    assert.deepEqual(pairs(['/a', '/b', '/c'], ['/b', '/c', '/a']), [
      { peer: 0, ours: 2, moved: true },
      { peer: 1, ours: 0 },
      { peer: 2, ours: 1 },
    ]);
  });

  it('has requests that only the chain sent at the end', () => {
    assert.deepEqual(pairs(['/a'], ['/token', '/a']), [{ peer: 0, ours: 1 }, { ours: 0 }]);
  });
});

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
