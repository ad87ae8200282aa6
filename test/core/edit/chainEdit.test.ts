import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import {
  addExtraction,
  duplicateRequest,
  gatherRequests,
  insertRequest,
  moveRequest,
  moveRequests,
  removeRequest,
  removeRequests,
  renameChain,
  renameRequest,
  shiftRequests,
  transferRequests,
} from '../../../src/core/edit/chainEdit';
import type { Extraction } from '../../../src/core/model';
import { applyEdits } from '../../../src/core/edit/textEdit';

const chain = `{
  "formatVersion": 1,
  "name": "Orders",
  "requests": [
    // Who we are.
    { "id": "login", "method": "POST", "url": "{{baseUrl}}/login" },
    {
      "id": "get",
      "method": "GET", // read only
      "url": "{{baseUrl}}/orders/1",
      "extract": [{ "variable": "etag", "from": "header", "name": "ETag" }]
    }
  ]
}
`;

const after = (line: string, ...added: string[]) => chain.replace(line, [line, ...added].join('\n'));

const idsIn = (text: string) => {
  const { chain: read, problems } = readChain(text, 'f');
  assert.deepEqual(problems, []);
  return read?.requests.map(({ id }) => id);
};

describe('insertRequest', () => {
  it('puts a request between two, spread over lines, and leaves their comments to them', () => {
    const text = applyEdits(chain, insertRequest(chain, 1, { id: 'new', method: 'GET', url: 'u' }));
    assert.equal(
      text,
      after(
        '    { "id": "login", "method": "POST", "url": "{{baseUrl}}/login" },',
        '    {',
        '      "id": "new",',
        '      "method": "GET",',
        '      "url": "u"',
        '    },',
      ),
    );
  });

  it('puts the first request into an empty list', () => {
    const empty = '{ "formatVersion": 1, "name": "x", "requests": [] }';
    const text = applyEdits(empty, insertRequest(empty, 0, { id: 'new', method: 'GET', url: 'u' }));
    assert.deepEqual(idsIn(text), ['new']);
    assert.equal(
      text,
      '{ "formatVersion": 1, "name": "x", "requests": [\n  {\n    "id": "new",\n    "method": "GET",\n    "url": "u"\n  }\n] }',
    );
  });
});

describe('removeRequest', () => {
  it('takes a request and its lines', () => {
    assert.deepEqual(idsIn(applyEdits(chain, removeRequest(chain, 1))), ['login']);
  });

  it('edits nothing when there is no such request', () => {
    assert.deepEqual(removeRequest(chain, 2), []);
  });
});

describe('moveRequest', () => {
  it('takes the comments of a request along', () => {
    const text = applyEdits(chain, moveRequest(chain, { from: 0, to: 1 }));
    assert.deepEqual(idsIn(text), ['get', 'login']);
    assert.match(text, / {4}\/\/ Who we are\.\n {4}\{ "id": "login", .*\}\n {2}\]/);
    assert.match(text, /"method": "GET", \/\/ read only/);
  });

  it('is undone by moving back', () => {
    const there = applyEdits(chain, moveRequest(chain, { from: 0, to: 1 }));
    assert.equal(applyEdits(there, moveRequest(there, { from: 1, to: 0 })), chain);
  });

  it('edits nothing in a file without requests', () => {
    assert.deepEqual(moveRequest('{}', { from: 0, to: 1 }), []);
  });
});

describe('moveRequests', () => {
  it('moves several, comments included', () => {
    const moves = [
      { from: 0, to: 1 },
      { from: 0, to: 1 },
    ];
    assert.deepEqual(moveRequests(chain, moves), []);
    assert.equal(
      applyEdits(chain, moveRequests(chain, moves.slice(1))),
      applyEdits(chain, moveRequest(chain, { from: 0, to: 1 })),
    );
  });

  it('refuses a file without a list of requests', () => {
    assert.throws(() => moveRequests('{ "requests": 1 }', []), {
      message: 'This file has no list of requests. Add "requests": [] to it.',
    });
  });
});

describe('shiftRequests', () => {
  it('moves a request down, and nothing where there is no room', () => {
    assert.deepEqual(idsIn(applyEdits(chain, shiftRequests(chain, [0], 1))), ['get', 'login']);
    assert.deepEqual(shiftRequests(chain, [0], -1), []);
  });
});

describe('gatherRequests', () => {
  const five = `{ "formatVersion": 1, "name": "x", "requests": [\n${['a', 'b', 'c', 'd', 'e']
    .map((id) => `{ "id": "${id}", "method": "GET", "url": "/" }`)
    .join(',\n')}\n] }`;
  const gathered: [title: string, picked: readonly number[], place: number, ids: string][] = [
    ['one onto one below it', [0], 2, 'bcade'],
    ['one onto one above it', [3], 1, 'adbce'],
    ['several onto one in between', [0, 3], 2, 'bcade'],
    ['several onto one of themselves', [1, 3], 1, 'abdce'],
    ['to the end', [0, 1], 99, 'cdeab'],
  ];
  for (const [title, picked, place, ids] of gathered) {
    it(`takes ${title}`, () => {
      assert.deepEqual(idsIn(applyEdits(five, gatherRequests(five, picked, place))), [...ids]);
    });
  }
});

describe('removeRequests', () => {
  const three = after(
    '    { "id": "login", "method": "POST", "url": "{{baseUrl}}/login" },',
    '    { "id": "again", "method": "POST", "url": "/" },',
  );
  const removed: [title: string, picked: readonly number[], left: readonly string[]][] = [
    ['several, in whatever order they are named', [2, 0], ['again']],
    ['one that is named twice once', [1, 1], ['login', 'get']],
    ['all', [0, 1, 2], []],
    ['nothing where there is no request', [7, -1], ['login', 'again', 'get']],
  ];
  for (const [title, picked, left] of removed) {
    it(`removes ${title}`, () => {
      const text = applyEdits(three, removeRequests(three, picked));
      assert.deepEqual(idsIn(text), left);
      assert.match(text, /Who we are/);
    });
  }
});

describe('duplicateRequest', () => {
  it('puts a copy with another id and name after the request, comments inside included', () => {
    const text = applyEdits(chain, duplicateRequest(chain, 1, { id: 'get-2', name: 'Copy' }));
    assert.deepEqual(idsIn(text), ['login', 'get', 'get-2']);
    assert.equal(text.match(/\/\/ read only/g)?.length, 2);
    assert.ok(text.endsWith('"name": "ETag" }]\n    }\n  ]\n}\n'));
  });

  it('leaves the comments above it where they are, and names only what has a name', () => {
    const text = applyEdits(chain, duplicateRequest(chain, 0, { id: 'login-2', name: 'Copy' }));
    assert.equal(
      text,
      after(
        '    { "id": "login", "method": "POST", "url": "{{baseUrl}}/login" },',
        '    { "id": "login-2", "method": "POST", "url": "{{baseUrl}}/login" },',
      ),
    );
  });

  it('gives the copy its name', () => {
    const named = chain.replace('"id": "get",', '"id": "get", "name": "Read",');
    const text = applyEdits(named, duplicateRequest(named, 1, { id: 'get-2', name: 'Read (copy)' }));
    assert.deepEqual(
      readChain(text, 'f').chain?.requests.map(({ name }) => name),
      ['login', 'Read', 'Read (copy)'],
    );
  });

  it('refuses a request that is not there', () => {
    assert.throws(() => duplicateRequest(chain, 2, { id: 'x', name: 'x' }), {
      message:
        'This file has no request at position 3. It may have been moved or removed: choose the request again.',
    });
  });
});

describe('renameRequest', () => {
  it('names a request that had no name, after its id', () => {
    assert.equal(
      applyEdits(chain, renameRequest(chain, 0, 'Log "in"')),
      chain.replace('"id": "login", ', '"id": "login", "name": "Log \\"in\\"", '),
    );
  });

  it('replaces the name it has', () => {
    const named = applyEdits(chain, renameRequest(chain, 1, 'Read'));
    const text = applyEdits(named, renameRequest(named, 1, 'Read $& it'));
    assert.equal(
      text,
      named.replace('"Read"', () => '"Read $& it"'),
    );
  });
});

describe('renameChain', () => {
  it('names the chain, which may have no name yet', () => {
    assert.equal(applyEdits(chain, renameChain(chain, 'New')), chain.replace('"Orders"', '"New"'));
    assert.equal(applyEdits('{}', renameChain('{}', 'New')), '{ "name": "New" }');
  });
});

describe('transferRequests', () => {
  const target = `{\r\n\t"formatVersion": 1,\r\n\t"name": "Target",\r\n\t"requests": [\r\n\t\t{ "id": "get", "method": "GET", "url": "/" }\r\n\t]\r\n}\r\n`;
  const transferred = (source: string, to: string, picked: readonly number[], before: number) => {
    const { cut, put, moved } = transferRequests(source, to, { picked, before });
    return { source: applyEdits(source, cut), target: applyEdits(to, put), moved };
  };

  it('takes a request with its comments into another file, in the layout of that file', () => {
    const result = transferred(chain, target, [0], 0);
    assert.deepEqual([idsIn(result.source), idsIn(result.target)], [['get'], ['login', 'get']]);
    assert.doesNotMatch(result.source, /Who we are/);
    assert.match(
      result.target,
      /\[\r\n\t\t\/\/ Who we are\.\r\n\t\t\{ "id": "login", .*\},\r\n\t\t\{ "id": "get"/,
    );
  });

  it('raises the format version of the other file to that of its own', () => {
    const later = chain.replace('"formatVersion": 1', '"formatVersion": 2');
    assert.notEqual(later, chain);
    assert.match(transferred(later, target, [0], 0).target, /"formatVersion": 2,/);
    assert.match(transferred(chain, target.replace('": 1', '": 2'), [0], 0).target, /"formatVersion": 2,/);
    assert.match(transferred(chain, target, [0], 0).target, /"formatVersion": 1,/);
  });

  it('gives a request whose id is taken there a new one, and says so', () => {
    const result = transferred(chain, target, [0, 1], 1);
    assert.deepEqual([idsIn(result.source), idsIn(result.target)], [[], ['get', 'login', 'get-2']]);
    assert.deepEqual(result.moved, [
      { id: 'login', newId: 'login', isMeant: true },
      { id: 'get', newId: 'get-2', isMeant: true },
    ]);
  });

  it('knows which of several requests with one id other files mean', () => {
    const twice = chain.replace('"login", "m', '"get", "m');
    const ids = (picked: readonly number[]) =>
      transferred(twice, target, picked, 0).moved.map(({ newId, isMeant }) => [newId, isMeant]);
    assert.deepEqual(ids([0, 1]), [
      ['get-2', true],
      ['get-3', false],
    ]);
    assert.deepEqual(ids([1]), [['get-2', false]]);
  });

  it('names the files of bodies as the other chain has to', () => {
    const body = (file: string) =>
      `{ "formatVersion": 1, "name": "x", "requests": [
    { "id": "a", "method": "POST", "url": "/", "body": { "multipart": [
      { "name": "p", "file": "${file}" }, // the photo
      { "name": "q", "file": "{{which}}.jpg" }, { "name": "r", "value": "./v" }
    ] } }
  ] }`;
    const files = { from: 'shop/orders.chain.json', to: 'auth/login.chain.json' };
    const { put } = transferRequests(body('./data/p.jpg'), target, { picked: [0], before: 0, files });
    assert.match(
      applyEdits(target, put),
      /"file": "\.\.\/shop\/data\/p\.jpg" \}, \/\/ the photo\r\n.*"\{\{which\}\}\.jpg".*"\.\/v"/,
    );
  });

  it('names the chain of a step as the other chain has to', () => {
    const steps =
      '{ "formatVersion": 2, "name": "x", "requests": [{ "id": "pay", "chain": "pay.chain.json" }] }';
    const files = { from: 'shop/orders.chain.json', to: 'auth/login.chain.json' };
    const { put } = transferRequests(steps, target, { picked: [0], before: 0, files });
    assert.match(applyEdits(target, put), /"chain": "\.\.\/shop\/pay\.chain\.json"/);
  });

  it('fills an empty list', () => {
    const empty = '{ "formatVersion": 1, "name": "x", "requests": [] }';
    const result = transferred(chain, empty, [1, 0], 0);
    assert.deepEqual(idsIn(result.target), ['get', 'login']);
    assert.match(result.target, /\/\/ read only/);
  });

  it('edits nothing when nothing is picked, or what is not there', () => {
    assert.deepEqual(transferred(chain, target, [], 0), { source: chain, target, moved: [] });
    assert.deepEqual(transferred(chain, target, [5], 0), { source: chain, target, moved: [] });
  });
});

describe('addExtraction', () => {
  const defaults = { all: false, optional: false };
  const added: [title: string, extraction: Extraction, expected: string][] = [
    [
      'a whole header',
      { variable: 'a', from: 'header', name: 'Location', ...defaults },
      '{ "variable": "a", "from": "header", "name": "Location" }',
    ],
    [
      'a part of the body',
      { variable: 'a', from: 'body', select: { kind: 'path', path: '$.id' }, ...defaults },
      '{ "variable": "a", "from": "body", "path": "$.id" }',
    ],
    [
      'a first group',
      { variable: 'a', from: 'url', select: { kind: 'regex', regex: '/(\\d+)' }, ...defaults },
      '{ "variable": "a", "from": "url", "regex": "/(\\\\d+)" }',
    ],
    [
      'an attribute',
      { variable: 'a', from: 'body', select: { kind: 'css', css: 'i', attribute: 'value' }, ...defaults },
      '{ "variable": "a", "from": "body", "css": "i", "attribute": "value" }',
    ],
    [
      'a claim of a token',
      { variable: 'a', from: 'cookie', name: 't', decode: { as: 'jwt', path: '$.sub' }, ...defaults },
      '{ "variable": "a", "from": "cookie", "name": "t", "decode": { "as": "jwt", "path": "$.sub" } }',
    ],
    [
      'all nodes, if any',
      { variable: 'a', from: 'body', select: { kind: 'xpath', xpath: '//a' }, all: true, optional: true },
      '{ "variable": "a", "from": "body", "xpath": "//a", "all": true, "optional": true }',
    ],
  ];
  for (const [title, extraction, expected] of added) {
    it(`writes ${title} as a file states it`, () => {
      const text = applyEdits(chain, addExtraction(chain, 'get', extraction));
      assert.equal(text, chain.replace('"ETag" }]', `"ETag" }, ${expected}]`));
      assert.deepEqual(readChain(text, 'f').chain?.requests[1]?.extract[1], extraction);
    });
  }

  it('creates the list of a request that extracts nothing yet', () => {
    const extraction: Extraction = {
      variable: 'token',
      from: 'body',
      select: { kind: 'path', path: '$.token' },
      ...defaults,
    };
    const text = applyEdits(chain, addExtraction(chain, 'login', extraction));
    assert.equal(
      text,
      chain.replace(
        '/login" }',
        '/login", "extract": [{ "variable": "token", "from": "body", "path": "$.token" }] }',
      ),
    );
  });

  it('refuses a request that is not there', () => {
    assert.throws(() => addExtraction(chain, 'constructor', { variable: 'a', from: 'status', ...defaults }), {
      message:
        'This file has no request "constructor". It may have been renamed or removed: choose the request again.',
    });
  });
});
