/**
 * Braces behind percent escapes: no tool looks for references there, so that a server gets them as text; and what
 * is in a recording is text, however it is written. Each source is read, filled in and looked at on the wire.
 */
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/core/json/json';
import { resolveTemplate, resolveUrl } from '../../../src/core/prepare/template';
import { addQuery, encodeComponent } from '../../../src/core/prepare/url';
import {
  itemsOf,
  memberAt,
  memberOf,
  textOf,
  type Foreign,
} from '../../../src/formats/importers/shape/externalJson';
import { readImport } from '../../../src/formats/importers/importers';
import { decodeAround } from '../../../src/formats/importers/shape/urlTexts';

const ENCODED = '%7B%7Bb%7D%7D';
const URL = 'http://a.test/x';

const filled = (text: Foreign): string => resolveTemplate(textOf(text) ?? '', ({ name }) => `<${name}>`).text;
const pairOf = (row: Foreign): readonly [string, string] => [
  filled(memberOf(row, 'name')),
  filled(memberOf(row, 'value')),
];

/** What a server reads of the query and of the form that a request sends, each reference as `<name>`. */
function received(request: JsonObject): readonly (readonly [string, string])[] {
  const url = resolveUrl({ url: textOf(request['url']) ?? '' }, ({ name }) => `<${name}>`);
  const whole = itemsOf(request['query'])
    .map(pairOf)
    .reduce((sum, [name, value]) => addQuery(sum, encodeComponent(name), encodeComponent(value)), url);
  const text = filled(memberAt(request, 'body', 'text'));
  return [
    ...new URLSearchParams(/\?(.*)$/s.exec(whole)?.[1] ?? ''),
    ...itemsOf(memberAt(request, 'body', 'form')).map(pairOf),
    ...new URLSearchParams(text),
  ];
}

const har = (request: JsonObject): string => {
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } };
  return JSON.stringify({ log: { entries: [{ request: { headers: [], ...request }, response }] } });
};
const harForm = (text: string): string => {
  const postData = { mimeType: 'application/x-www-form-urlencoded', text };
  return har({ method: 'POST', url: URL, postData });
};
const postman = (request: JsonValue): string =>
  JSON.stringify({
    info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'A', request }],
  });
const postmanUrl = (value: string): string => {
  const query = [{ key: 'q', value }];
  const parts = { protocol: 'http', host: ['a', 'test'], path: ['x'] };
  return postman({ method: 'GET', url: { raw: `${URL}?q=${value}`, ...parts, query } });
};
const insomnia = (more: JsonObject): string => {
  const request = { name: 'A', url: URL, method: 'POST', meta: { id: 'req_1' }, ...more };
  return JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'x', collection: [request] });
};
const bru = (value: string, encodeUrl: boolean): string =>
  [
    'meta {\n  name: A\n  type: http\n}\n',
    `get {\n  url: ${URL}?q=${value}\n  body: none\n  auth: none\n}\n`,
    `params:query {\n  q: ${value}\n}\n`,
    `settings {\n  encodeUrl: ${String(encodeUrl)}\n}\n`,
  ].join('\n');
const http = (type: string): string => `POST ${URL}\nContent-Type: ${type}\n\n`;
const FORM = 'application/x-www-form-urlencoded';

describe('braces behind percent escapes', () => {
  const mixed = `{{a}}${ENCODED}`;
  const sources: readonly [title: string, file: string, text: string, value: string][] = [
    ['the query of a recording', 'x.har', har({ method: 'GET', url: `${URL}?q=${ENCODED}` }), '{{b}}'],
    ['braces as they are there', 'x.har', har({ method: 'GET', url: `${URL}?q=${mixed}` }), '{{a}}{{b}}'],
    ['the form of a recording', 'x.har', harForm(`q=${ENCODED}`), '{{b}}'],
    ['braces as they are in it', 'x.har', harForm(`q=${mixed}`), '{{a}}{{b}}'],
    ['a query of cURL', 'x.sh', `curl '${URL}?q=${mixed}'`, '<a>{{b}}'],
    ['a form of cURL', 'x.sh', `curl ${URL} -d 'q=${mixed}'`, '<a>{{b}}'],
    ['braces that cURL encodes', 'x.sh', `curl ${URL} --data-urlencode 'q={{a}}{b}'`, '<a>{b}'],
    ['a query of an .http file', 'x.http', `GET ${URL}?q=${mixed}\n`, '<a>{{b}}'],
    ['a form of an .http file', 'x.http', `${http(FORM)}q=${mixed}\n`, '<a>{{b}}'],
    ['a query of Postman', 'x.json', postmanUrl(mixed), '<a>{{b}}'],
    ['a query that is text there', 'x.json', postman(`${URL}?q=${mixed}`), '<a>{{b}}'],
    [
      'a query of Insomnia',
      'x.yaml',
      insomnia({ parameters: [{ name: 'q', value: '{{ _.a }}%7B%7Bb%7D%7D' }] }),
      '<a>{{b}}',
    ],
    [
      'a form of Insomnia',
      'x.yaml',
      insomnia({ body: { mimeType: FORM, params: [{ name: 'q', value: `{{ _.a }}${ENCODED}` }] } }),
      '<a>{{b}}',
    ],
    ['a query of Bruno', 'x.bru', bru(mixed, false), '<a>{{b}}'],
    ['a query that Bruno encodes', 'x.bru', bru(mixed, true), `<a>${ENCODED}`],
  ];
  for (const [title, file, text, value] of sources) {
    it(`are text in ${title}`, async () => {
      const { requests } = await readImport(file, text);
      const [request] = requests;
      assert.ok(request?.kind === 'kept', JSON.stringify(request));
      assert.deepEqual(received(request.request), [['q', value]]);
    });
  }
});

describe('decodeAround', () => {
  const cases: readonly [text: string, decoded: string | undefined][] = [
    ['', ''],
    ['{{a}} b', '{{a}} b'],
    ['a%20b', 'a b'],
    ['%7B{a}}', '\\{{a}}'],
    ['%7B{{a}}', '{{{a}}'],
    ['{{$randomInt 1 9}}%2F', '{{$randomInt 1 9}}/'],
    ['%5C{{a}}', undefined],
    ['100%', undefined],
    ['%E4', undefined],
  ];
  for (const [text, decoded] of cases) {
    it(`makes ${JSON.stringify(decoded)} of ${text}`, () => {
      assert.equal(decodeAround(text), decoded);
    });
  }
});
