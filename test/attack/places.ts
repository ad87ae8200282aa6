/**
 * The 33 places of an answer at which a server may repeat a secret. They are data: what is answered, and what
 * a chain extracts and checks there, always in vain, so that messages quote the place.
 */
import type { Answer } from './answer';
import { asText, atPath, cookies, inHeader } from './reads';

/** One place. */
export interface Place {
  readonly name: string;
  /** The answer with an encoded value at this place; `id` names the case and is safe in a path. */
  readonly answer: (coded: string, id: string) => Answer;
  /** Members of a chain's request that read the place. */
  readonly reads: object;
}

const JSON_TYPE = 'application/json';
const json = (value: unknown, contentType = JSON_TYPE): Answer => ({
  contentType,
  body: [JSON.stringify(value)],
});
const typed = (contentType: string, text: string): Answer => ({ contentType, body: [text] });
const headers = (...lines: readonly (readonly [string, string])[]): Answer => ({
  headers: lines,
  body: ['ok'],
});

/** All places. */
export const places: readonly Place[] = [
  {
    name: 'status-text',
    answer: (coded) => ({ status: 418, statusText: `Refused ${coded}`, body: ['no'] }),
    reads: { expect: { status: 200 } },
  },
  { name: 'header-value', answer: (coded) => headers(['X-Echo', coded]), reads: inHeader('X-Echo') },
  { name: 'header-name', answer: (coded) => headers([`X-${coded}`, 'on']), reads: inHeader('X-Echo') },
  {
    name: 'cookie-name',
    answer: (coded, id) => headers(['Set-Cookie', `${coded}=1; Path=/echo/${id}`]),
    reads: cookies,
  },
  {
    name: 'cookie-value',
    answer: (coded, id) => headers(['Set-Cookie', `session=${coded}; Path=/echo/${id}`]),
    reads: cookies,
  },
  {
    name: 'cookie-attribute',
    answer: (coded) => headers(['Set-Cookie', `session=1; Path=/p/${coded}`]),
    reads: cookies,
  },
  {
    name: 'location-nonsense',
    answer: (coded) => ({ status: 302, headers: [['Location', `http://[${coded}`]] }),
    reads: inHeader('Location'),
  },
  {
    name: 'location-followed',
    answer: (coded, id) => ({ status: 302, headers: [['Location', `/landed/${id}?code=${coded}#${coded}`]] }),
    reads: {
      ...asText(),
      extract: [
        { variable: 'found', from: 'url', optional: true },
        { variable: 'missed', from: 'url', regex: 'no such (text)' },
      ],
    },
  },
  {
    name: 'www-authenticate',
    answer: (coded) => ({
      status: 401,
      headers: [['WWW-Authenticate', `Bearer realm="shop", error_description="${coded} expired"`]],
    }),
    reads: inHeader('WWW-Authenticate'),
  },
  { name: 'json-value', answer: (coded) => json({ v: coded }), reads: atPath('$.v') },
  { name: 'json-key', answer: (coded) => json({ [coded]: 1, v: { [coded]: 2 } }), reads: atPath('$.v') },
  {
    name: 'json-array-item',
    answer: (coded) => json({ list: ['a', coded] }),
    reads: atPath('$.list[1]', {
      retry: { times: 1, delayMs: 0, until: { path: '$.list[1]', equals: 'x' } },
    }),
  },
  {
    name: 'json-in-string',
    answer: (coded) => json({ inner: JSON.stringify({ deeper: JSON.stringify({ v: coded }) }) }),
    reads: atPath('$.inner'),
  },
  {
    name: 'json-after-digits',
    answer: (coded) => json({ v: `1234567890${coded}1234567890` }),
    reads: atPath('$.v'),
  },
  {
    name: 'json-literal',
    answer: (coded) => typed(JSON_TYPE, `{"v":"${coded}","w":"${coded}"}`),
    reads: atPath('$.v'),
  },
  {
    name: 'json-error-sentence',
    answer: (coded) => ({
      ...json({ error: `The login with ${coded} for ann was refused.` }),
      status: 403,
    }),
    reads: atPath('$.error'),
  },
  {
    name: 'json-across-200',
    answer: (coded) => json({ v: `${'- '.repeat(94)}${coded}` }),
    reads: atPath('$.v'),
  },
  {
    name: 'json-key-across-40',
    answer: (coded) => json({ v: { [`${'- '.repeat(14)}${coded}`]: 1 } }),
    reads: atPath('$.v.nope'),
  },
  {
    name: 'html-text',
    answer: (coded) => typed('text/html', `<!doctype html><body><h1>Error</h1><p>${coded}</p></body>`),
    reads: asText({ css: 'p' }),
  },
  {
    name: 'html-attribute',
    answer: (coded) => typed('text/html', `<!doctype html><input name="csrf" value="${coded}">`),
    reads: asText({ css: 'input', attribute: 'value' }),
  },
  {
    name: 'html-comment',
    answer: (coded) => typed('text/html', `<!doctype html><!-- ${coded} --><p>fine</p>`),
    reads: asText({ css: 'p' }),
  },
  {
    name: 'xml-element',
    answer: (coded) => typed('application/xml', `<answer><key>${coded}</key></answer>`),
    reads: asText({ xpath: '//key' }),
  },
  {
    name: 'xml-cdata',
    answer: (coded) => typed('application/xml', `<answer><key><![CDATA[${coded}]]></key></answer>`),
    reads: asText({ xpath: '//key' }),
  },
  { name: 'csv', answer: (coded) => typed('text/csv', `name,key\r\nann,"${coded}"\r\n`), reads: asText() },
  { name: 'plain-text', answer: (coded) => typed('text/plain', `Hello ${coded}, again`), reads: asText() },
  {
    name: 'form-body',
    answer: (coded) => typed('application/x-www-form-urlencoded', `user=ann&key=${coded}&n=1`),
    reads: asText(),
  },
  {
    name: 'multipart-body',
    answer: (coded) =>
      typed(
        'multipart/form-data; boundary=edge',
        `--edge\r\nContent-Disposition: form-data; name="key"\r\n\r\n${coded}\r\n--edge--\r\n`,
      ),
    reads: asText(),
  },
  {
    name: 'binary-body',
    answer: (coded) => typed('application/octet-stream', `\u0001\u0002\u0003${coded}\u0004\u0005`),
    reads: asText(),
  },
  {
    name: 'trailer',
    answer: (coded) => ({ body: ['ok'], trailers: [['X-Trailer', coded]] }),
    reads: inHeader('X-Trailer'),
  },
  {
    name: 'url-in-body',
    answer: (coded) => json({ v: `https://shop.example.test/reset?token=${coded}&n=1` }),
    reads: atPath('$.v'),
  },
  {
    name: 'graphql-error',
    answer: (coded) =>
      json({ data: null, errors: [{ message: `No user ${coded}`, path: ['login', coded] }] }),
    reads: atPath('$.errors[0].message'),
  },
  {
    name: 'problem-json',
    answer: (coded) => ({
      ...json({ type: 'about:blank', title: 'Refused', detail: `key ${coded}` }, 'application/problem+json'),
      status: 400,
    }),
    reads: atPath('$.detail'),
  },
  {
    name: 'chunk-border',
    answer: (coded) => ({
      contentType: 'text/plain',
      body: ['begin ', coded.slice(0, coded.length / 2), coded.slice(coded.length / 2), ' end'],
    }),
    reads: asText(),
  },
];
