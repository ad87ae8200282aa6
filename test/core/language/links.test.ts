import assert from 'node:assert/strict';
import { authzLinks, chainLinks, environmentLinks, type FileLink } from '../../../src/core/language/links';
import { chain, linkedFiles } from './linkedFiles';

/** Links as `text → target`. */
function shown(text: string, links: readonly FileLink[]): readonly string[] {
  return links.map(
    ({ range, target, request }) =>
      `${text.slice(range.start, range.end)} → ${target}${request === undefined ? '' : `#${request}`}`,
  );
}

function linksOfChain(file: string, text: string): readonly string[] {
  const { chains } = linkedFiles({
    [file]: text,
    'local.environment.json': '{ "name": "local", "variables": {} }',
  });
  return chains.flatMap((analysis) => shown(text, chainLinks(analysis)));
}

describe('chainLinks', () => {
  it('links chains that are run as steps', () => {
    const text = chain(`{ "id": "a", "chain": "../pay.chain.json", "with": { "file": "b.json" } }`);
    assert.deepEqual(linksOfChain('sub/a.chain.json', text), ['../pay.chain.json → pay.chain.json']);
  });

  it('links required chains, the environment and the files of bodies', () => {
    const text = chain(
      `{ "id": "a", "method": "POST", "url": "/", "body": { "file": "files/order.json" } },
       { "id": "b", "method": "POST", "url": "/", "body": { "multipart": [
         { "name": "x", "file": "../photo.jpg" }, { "name": "y", "value": "v" } ] } }`,
      '"environment": "local", "requires": ["../auth/login.chain.json"],',
    );
    assert.deepEqual(linksOfChain('sub/a.chain.json', text), [
      'local → local.environment.json',
      '../auth/login.chain.json → auth/login.chain.json',
      'files/order.json → sub/files/order.json',
      '../photo.jpg → photo.jpg',
    ]);
  });

  it('links the description of the API, of an environment as well', () => {
    const named = '"openapi": "../api/openapi.yaml"';
    assert.deepEqual(linksOfChain('sub/a.chain.json', chain('', `${named},`)), [
      '../api/openapi.yaml → api/openapi.yaml',
    ]);
    const text = `{ ${named} }`;
    assert.deepEqual(shown(text, environmentLinks(text, 'env/x.environment.json')), [
      '../api/openapi.yaml → api/openapi.yaml',
    ]);
  });

  it('links the chains that steps run', () => {
    const text = chain(
      '{ "id": "a", "chain": "../pay.chain.json" }, { "id": "b", "chain": "../../away.chain.json" }',
    );
    assert.deepEqual(linksOfChain('sub/a.chain.json', text), ['../pay.chain.json → pay.chain.json']);
  });

  const unlinked: [title: string, body: string][] = [
    ['files outside the workspace', '{ "file": "../../etc/passwd" }'],
    ['absolute paths', '{ "file": "/etc/passwd" }'],
    ['files that references decide on', '{ "file": "files/{{name}}.json" }'],
    ['no name yet', '{ "file": "" }'],
    ['what is not a string', '{ "file": 7, "multipart": { "file": "x" } }'],
  ];
  for (const [title, body] of unlinked) {
    it(`does not link ${title}`, () => {
      const text = chain(`{ "id": "a", "method": "POST", "url": "/", "body": ${body} }`);
      assert.deepEqual(linksOfChain('sub/a.chain.json', text), []);
    });
  }

  it('does not link an environment that is not there', () => {
    assert.deepEqual(linksOfChain('a.chain.json', chain('', '"environment": "prod",')), []);
  });
});

describe('environmentLinks', () => {
  it('links certificates and keys', () => {
    const text =
      '{ "tls": { "ca": "ca.pem", "clientCertificate": { "cert": "../c.pem", "key": "k/k.pem" } } }';
    assert.deepEqual(shown(text, environmentLinks(text, 'env/x.environment.json')), [
      'ca.pem → env/ca.pem',
      '../c.pem → c.pem',
      'k/k.pem → env/k/k.pem',
    ]);
  });

  it('finds none in what is not an environment', () => {
    assert.deepEqual(environmentLinks('[{ "tls": 1 }', 'x.environment.json'), []);
  });
});

describe('authzLinks', () => {
  it('links chains and requests', () => {
    const text =
      '{ "users": { "a": { "login": "auth/login.chain.json" } }, "operations": { "o": { "request": "a.chain.json#get", "probe": "../../x.chain.json#y" } } }';
    const { authz } = linkedFiles({ 'x/m.authz.json': text });
    assert.deepEqual(
      authz.flatMap((source) => shown(text, authzLinks(source))),
      ['auth/login.chain.json → x/auth/login.chain.json', 'a.chain.json#get → x/a.chain.json#get'],
    );
  });

  for (const text of [
    '',
    '[]',
    '{ "users": [], "resources": 7 }',
    '{ "operations": { "o": { "request": ["a"] } } }',
  ]) {
    it(`finds none in ${JSON.stringify(text)}`, () => {
      const { authz } = linkedFiles({ 'm.authz.json': text });
      assert.deepEqual(authz.flatMap(authzLinks), []);
    });
  }
});
