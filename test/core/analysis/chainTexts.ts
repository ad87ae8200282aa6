/** Texts of chain files to read: the sample workspace, one with every place there is, and broken ones. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Workspace path and text of every sample chain. */
export function sampleChains(): readonly (readonly [file: string, text: string])[] {
  const folder = path.resolve('examples/workspace');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.chain.json'))
    .sort()
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]);
}

/** A chain with a reference in every place that may hold one. */
export const everyPlace = `{
  // Constants and authentication
  "formatVersion": 2, "name": "Every place", "environment": "local",
  "requires": ["auth/login.chain.json"],
  "variables": { "outer": "x{{inner}}", "inner": 1, "deep": { "{{inName}}": ["{{inList}}"] } },
  "auth": { "type": "basic", "username": "{{user}}", "password": "{{pass}}" },
  "requests": [
    {
      "id": "all", "method": "POST", "url": "{{baseUrl}}/{{a}}?q={{b}}",
      "query": [
        { "name": "{{qn}}", "value": "{{qv}}" },
        { "name": "off", "value": "{{off}}", "disabled": true }
      ],
      "headers": [{ "name": "X-{{hn}}", "value": "{{hv}} {{ $guid }} {{own}}" }],
      "variables": { "own": ["{{$concat wa 'x'}}"] },
      "auth": { "type": "apiKey", "in": "header", "name": "{{kn}}", "value": "{{kv}}", "note": 5 },
      "body": { "json": { "a/b~c": ["{{j0}}", { "{{jn}}": "{{jv}}" }], "n": 1.50 } },
      "extract": [{ "variable": "made", "from": "body", "path": "$.id" }],
      "expect": {
        "status": 200,
        "headers": [{ "name": "ETag", "equals": "{{eh}}" }],
        "body": [{ "path": "$.x", "equals": { "y": "{{eb}}" } }, { "contains": "{{ec}}" }]
      },
      "retry": { "times": 1, "until": { "path": "$.s", "equals": "{{u}}" } }
    },
    { "id": "text", "method": "POST", "url": "/", "body": { "text": "{{t}}", "contentType": "{{tt}}" } },
    {
      "id": "form", "method": "POST", "url": "/", "auth": { "type": "none", "token": "{{unused}}" },
      "body": { "form": [{ "name": "{{fn}}", "value": "{{fv}}" }] }
    },
    {
      "id": "parts", "method": "POST", "url": "/", "auth": { "type": "inherit", "token": "{{no}}" },
      "body": { "multipart": [{ "name": "{{mn}}", "file": "{{mf}}", "fileName": "{{mm}}", "contentType": "{{mt}}" }] }
    },
    { "id": "file", "method": "POST", "url": "/", "body": { "file": "{{f}}", "contentType": "{{ft}}" } },
    {
      "id": "graphql", "method": "POST", "url": "/", "disabled": true,
      "body": { "graphql": { "query": "{{gq}}", "operationName": "{{go}}", "variables": { "v": "{{gv}}" } } },
      "retry": { "times": 1, "until": { "name": "X-State", "equals": "{{un}}" } }
    },
  ]
}
`;

const request = (id: string, more = ''): string => `{ "id": "${id}", "method": "GET", "url": "/"${more} }`;
const chain = (requests: string, more = ''): string =>
  `{ "formatVersion": 1, "name": "Test"${more}, "requests": [${requests}] }`;

/** Texts that are wrong in one way or another, or unusual. */
export const unusualTexts: readonly string[] = [
  '',
  ' ',
  '[]',
  'null',
  '{',
  '}',
  '{}',
  '"requests"',
  '{ "requests" }',
  '{ "requests": }',
  '{ "requests": 5 }',
  '{ "requests": {} }',
  '{ "requests": [ }',
  '{ "requests": [] ]',
  '{ "requests": [{}] } x',
  '{ "requests": [{]} }',
  chain(''),
  `\uFEFF${chain(request('a'))}`,
  chain(`${request('a')},`),
  chain(`, ${request('a')}`),
  chain(`${request('a')},, ${request('b')}`),
  chain(`${request('a')} ${request('b')}`),
  chain(`${request('a')}, 5, "x", ${request('b')}`),
  chain(`/* [ */ ${request('a')} // ]\n, /* } */ ${request('b')}`),
  chain(`${request('a')}, ${request('a')}, ${request('b')}, ${request('a')}`),
  chain(`${request('a')}, ${request('')}, {}, { "id": 5 }`),
  chain(request('a', ', "url": "twice"')),
  chain(request('a', ', "query": "no list"')),
  chain(request('a', ', "name": "not closed')),
  chain(request('a', ', "name": "bad \\q escape", "x": "\\u12"')),
  chain(request('a', ', "name": "back\\\\", "description": "\\""')),
  chain(request('a', ', "name": "tab\there"')),
  chain(request('a', ', "name": tru')),
  chain(request('a', ', "description": "no value", "body":')),
  chain(request('a', ', "body" {"json": 1}')),
  chain(request('a', ', "body": {"json": [1, 2}]')),
  chain(request('a', ', "body": {"json": {"__proto__": {"x": 1}, "constructor": 1}}')),
  chain(request('a', ', "body": {"json": 12345678901234567890.12345}, "timeoutMs": 1e400')),
  chain(request('a', `, "body": {"json": ${'['.repeat(507)}${']'.repeat(507)}}`)),
  chain(request('a', `, "body": {"json": ${'['.repeat(508)}${']'.repeat(508)}}`)),
  chain(request('a', `, "body": {"json": ${'['.repeat(509)}${']'.repeat(509)}}`)),
  chain(request('a', `, "body": {"json": ${'['.repeat(20_000)}`)),
  chain(request('a'), ', "formatVersion": 1'),
  chain(request('a'), ', "requests": []'),
  chain(request('a'), ', "name": ""'),
  chain(request('a'), ', "variables": { "__proto__": 1, "1x": 2 }'),
  chain(request('a'), ', "re\\u0071uires": ["b.chain.json"]'),
  chain(request('a')).replace('"requests"', '"re\\u0071uests"'),
  chain(request('a')).replace('"requests"', '"re\\u0071uests": [], "requests"'),
  chain(request('a')).replace('"formatVersion": 1', '"formatVersion": 2'),
  chain(request('a')).replace('"formatVersion": 1', '"formatVersion": 1.0'),
  chain(request('a')).replace('"formatVersion": 1, ', ''),
  chain(request('a')).replaceAll(' ', '\r\n'),
  chain(request('a')).replaceAll(' ', '\r'),
  chain(`${request('a')}, ${request('b', `, "body": { "text": "{{$hash 'md5' 'x'}}" }`)}`),
  chain(`${request('a')}, ${request('b', ', "variables": { "x": 1 }')}, ${request('b')}`),
  chain(`${request('a')}, ${request('b', ', "auth": { "type": "oauth1", "consumerKey": "k" }')}`),
  chain(request('a'), `, "variables": { "x": "{{$upper 'x'}}" }`),
  chain(`${request('a')}, /* not closed`),
  chain(`${request('a')} // ]}`),
  chain(Array.from({ length: 120 }, (_, index) => request(`r${index}`, ', "query": 1')).join(',\n')),
];
