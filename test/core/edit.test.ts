import assert from 'node:assert/strict';
import { readChain } from '../../src/core/chainFile';
import { addExtraction, insertRequest, moveRequest, removeRequest } from '../../src/core/edit';
import type { Extraction } from '../../src/core/model';
import { applyEdits } from '../../src/core/textEdit';

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
        'There is no request "constructor" in this file. It may have been renamed or removed: choose the request again.',
    });
  });
});
