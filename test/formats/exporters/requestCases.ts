/** Requests that say everything a chain can say, with the characters that break formats. */

/** What is sent, and a chain's members around it. */
import { defined } from '../../../src/core/defined';
export interface RequestCase {
  readonly title: string;
  readonly request: object;
  readonly chain?: object;
}

/** Characters that end texts, lines, words and references somewhere. */
export const ODD = 'ä "q" \'s\' `b` \\n \n\t% %41 + & = ? # ; : , {x} }} $y ${z} $(w) <a> 日本 🙂';

/** The same without what no header can hold. */
const ODD_IN_HEADER = 'a "q" \'s\' `b` \\n % %41 + & = ? # ; : , {x} }} $y ${z} $(w) <a>';

const one = (title: string, request: object, chain?: object): RequestCase => ({
  title,
  request,
  ...defined({ chain }),
});

/** Places of a request and their characters. */
export const placeCases: readonly RequestCase[] = [
  one('a plain request', {}),
  one('a method of its own', { method: 'PROPFIND' }),
  one('a port, and no path', { url: 'http://127.0.0.1:8080' }),
  one('a reference for the base', { url: '{{baseUrl}}/api/orders/{{orderId}}/items' }),
  one(
    'a reference for the host and the port',
    { url: 'https://{{host}}:{{port}}/x' },
    { variables: { host: 'h', port: 81 } },
  ),
  one('odd characters in the path', { url: "http://h/a%20b/ä;v=1/c,d/(e)'f/~g/:id/x:y" }),
  one('an empty segment and a slash at the end', { url: 'http://h/a//b/' }),
  one('nothing behind a question mark', { url: 'http://h/a?' }),
  one('dots in the path', { url: 'http://h/a/../b' }),
  one('a query in the URL', { url: 'http://h/x?a=1&b={{orderId}}&c&d=x%20y+z' }),
  one('a query in the URL and rows', { url: 'http://h/x?a=1', query: [{ name: 'b', value: '2' }] }),
  one('odd characters in the query', { query: [{ name: ODD, value: ODD }] }),
  one('a query with references', { query: [{ name: '{{orderId}}', value: 'a {{token}} b' }] }),
  one('a query twice, and an empty one', {
    query: [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
      { name: 'b', value: '' },
    ],
  }),
  one('odd characters in headers', { headers: [{ name: 'X-Odd', value: ODD_IN_HEADER }] }),
  one('a header twice, and an empty one', {
    headers: [
      { name: 'X-A', value: '1' },
      { name: 'X-A', value: '{{token}}' },
      { name: 'X-Empty', value: '' },
    ],
  }),
];

/** Every kind of body. */
export const bodyCases: readonly RequestCase[] = [
  one('a JSON body', { method: 'POST', body: { json: { a: [1, 'x', null, true, {}], 'odd "name"': ODD } } }),
  one('JSON with references', {
    method: 'POST',
    body: { json: { token: '{{token}}', note: 'a {{orderId}} b' } },
  }),
  one(
    'JSON with constants that are no texts',
    {
      method: 'POST',
      body: { json: { quantity: '{{quantity}}', flags: '{{flags}}', again: 'x{{quantity}}' } },
    },
    { variables: { quantity: 2, flags: true } },
  ),
  one('JSON that is not an object', { method: 'PUT', body: { json: 'text' } }),
  one('a text', { method: 'POST', body: { text: `first\nsecond {{token}}\n${ODD}` } }),
  one('a text with a type', {
    method: 'POST',
    body: { text: '<a>{{token}}</a>', contentType: 'application/xml' },
  }),
  one('a form', {
    method: 'POST',
    body: {
      form: [
        { name: 'user name', value: ODD },
        { name: 'token', value: '{{token}}' },
        { name: 'a', value: '1' },
        { name: 'a', value: '' },
      ],
    },
  }),
  one('parts', {
    method: 'POST',
    body: {
      multipart: [
        { name: 'title', value: 'Note of {{orderId}}' },
        { name: 'odd "name"', value: 'a\nb', contentType: 'text/plain' },
        { name: 'file', file: 'files/note.txt', contentType: 'text/plain' },
      ],
    },
  }),
  one('a file', { method: 'PUT', body: { file: 'files/note.bin', contentType: 'application/octet-stream' } }),
  one('GraphQL', {
    method: 'POST',
    body: {
      graphql: {
        query: 'query Q($id: ID!) { order(id: $id) { id { x } } }',
        variables: { id: '{{orderId}}' },
        operationName: 'Q',
      },
    },
  }),
];

/** Every kind of authentication. */
export const authCases: readonly RequestCase[] = [
  one(
    'none, where the chain has one',
    { auth: { type: 'none' } },
    { auth: { type: 'bearer', token: '{{token}}' } },
  ),
  one('inherited', {}, { auth: { type: 'bearer', token: '{{token}}' } }),
  one('a bearer token', { auth: { type: 'bearer', token: '{{token}}' } }),
  one('basic', { auth: { type: 'basic', username: '{{user}}', password: '{{$secret PASSWORD}}' } }),
  one('basic without a password', { auth: { type: 'basic', username: '{{user}}', password: '' } }),
  one('an API key in a header', {
    auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: '{{$secret KEY}}' },
  }),
  one('an API key in the query', {
    auth: { type: 'apiKey', in: 'query', name: 'key', value: '{{$secret KEY}}' },
  }),
  one('an API key in a cookie', { auth: { type: 'apiKey', in: 'cookie', name: 'key', value: '{{token}}' } }),
  one('digest', { auth: { type: 'digest', username: 'alice', password: '{{$secret PASSWORD}}' } }),
  one('a signature of AWS', {
    auth: {
      type: 'awsSigV4',
      accessKeyId: '{{$secret AWS_ID}}',
      secretAccessKey: '{{$secret AWS_KEY}}',
      sessionToken: '{{token}}',
      region: 'eu-west-1',
      service: 'execute-api',
    },
  }),
];

const oauth2 = {
  type: 'oauth2',
  tokenUrl: 'http://127.0.0.1:4010/oauth/token',
  clientId: 'warehouse',
  clientSecret: '{{$secret CLIENT}}',
  scope: 'stock:read',
};

const oauth1 = {
  type: 'oauth1',
  consumerKey: 'warehouse',
  consumerSecret: '{{$secret CLIENT}}',
  token: '{{token}}',
  tokenSecret: '{{$secret TOKEN_SECRET}}',
};

/** OAuth 1.0, and the grants of OAuth 2.0. */
export const oauthCases: readonly RequestCase[] = [
  one('OAuth 1.0', { auth: { ...oauth1, realm: 'stock', callback: 'oob', verifier: '{{verifier}}' } }),
  one('OAuth 1.0 in the query', { auth: { ...oauth1, signatureMethod: 'HMAC-SHA256', in: 'query' } }),
  one('OAuth 1.0 with a private key', {
    auth: { ...oauth1, signatureMethod: 'RSA-SHA1', privateKey: '{{$secret RSA_KEY}}' },
  }),
  one('client credentials', { auth: { ...oauth2, grant: 'clientCredentials' } }),
  one('client credentials in the body', {
    auth: { ...oauth2, grant: 'clientCredentials', clientAuth: 'body' },
  }),
  one('a password', {
    auth: { ...oauth2, grant: 'password', username: 'alice', password: '{{$secret PASSWORD}}' },
  }),
  one('an authorization code', {
    auth: { ...oauth2, grant: 'authorizationCode', authorizationUrl: 'http://127.0.0.1:4010/authorize' },
  }),
];
