/** Traps of the corpus page for Postman and HAR, each by its file; tables next to them cover the rest. */
import assert from 'node:assert/strict';
import {
  itemsOf,
  memberAt,
  memberOf,
  textOf,
  type Foreign,
} from '../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../src/formats/importers/shape/imported';
import { readImport } from '../../../src/formats/importers/importers';
import { corpusText, hasCorpus } from './corpus';
import { documentation, remarkText } from '../../../src/formats/importers/shape/remark';

const postman = (name: string): Promise<ImportedCollection> => readImport(name, corpusText('postman', name));
const har = (name: string): Promise<ImportedCollection> => readImport(name, corpusText('har', name));

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');
const reasons = ({ requests }: ImportedCollection): readonly string[] =>
  requests.flatMap((request) => (request.kind === 'kept' ? [] : [request.reason]));
const bodyOf = (request: KeptRequest | undefined): Foreign => request?.request['body'];
const isSaid = (request: KeptRequest | undefined, what: RegExp): void => {
  assert.ok(
    request?.remarks.some((remark) => what.test(remarkText(remark))),
    request?.remarks.map(remarkText).join('\n'),
  );
};

describe('traps of the Postman corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const name of ['crapi.json', 'bruno-v21-wrapped.json']) {
    it(`looks into the wrapping of ${name}`, async () => {
      const { format } = await postman(name);
      assert.equal(format, 'Postman collection 2.1');
    });
  }

  it('does not mind a byte order mark: newman-bom.json', async () => {
    assert.equal(kept(await postman('newman-bom.json')).length, 3);
  });

  it('reads addresses that are texts and forms that are empty: newman-super-sandbox.json', async () => {
    const [first] = kept(await postman('newman-super-sandbox.json'));
    assert.equal(first?.request['url'], 'https://postman-echo.com/type/xml');
    assert.equal(bodyOf(first), undefined);
  });

  it('builds an address from its parts where there is no other: insomnia-from-headers-v2_0.json', async () => {
    const [first] = kept(await postman('insomnia-from-headers-v2_0.json'));
    assert.equal(first?.request['url'], 'https://web.timingapp.com//api/v1/projects/hierarchy');
  });

  it('keeps the one example that succeeded, and all that failed: vampi.json', async () => {
    const requests = kept(await postman('vampi.json'));
    const answered = requests.filter(({ recorded }) => recorded !== undefined);
    assert.equal(answered.length, 1);
    const examples = requests.flatMap((request) => request.examples ?? []);
    assert.deepEqual([...new Set(examples.map(({ name }) => typeof name))], ['string']);
  });

  it('follows authentication of folders, and where there is none: bruno-auth-inheritance.json', async () => {
    const collection = await postman('bruno-auth-inheritance.json');
    assert.equal(collection.auth?.['type'], 'basic');
    assert.ok(kept(collection).some(({ request }) => memberAt(request, 'auth', 'type') === 'none'));
  });

  it('leaves out a body that is switched off, and keeps the method: newman-custom-method.json', async () => {
    const off = kept(await postman('newman-custom-method.json')).at(-1);
    assert.equal(off?.request['method'], 'POSTMAN');
    assert.equal(bodyOf(off), undefined);
    isSaid(off, /^Its body is switched off/);
  });

  it('says what body it does not know, and reads GraphQL variables in a text: insomnia-complex-v2_0.json', async () => {
    const requests = kept(await postman('insomnia-complex-v2_0.json'));
    isSaid(
      requests.find(({ name }) => /Unknown Body/.test(name)),
      /^A body of the kind "unknown"/,
    );
    const graphql = requests.find(({ name }) => /GraphQL/.test(name));
    assert.equal(memberAt(bodyOf(graphql), 'graphql', 'variables', 'password'), '{{password}}');
  });

  it('keeps the body of a GET: newman-body-with-get.json', async () => {
    const requests = kept(await postman('newman-body-with-get.json'));
    assert.ok(requests.every((one) => one.request['method'] === 'GET' && bodyOf(one) !== undefined));
  });

  it('names the files of bodies: newman-file-bodies.json', async () => {
    const [part, whole] = kept(await postman('newman-file-bodies.json'));
    assert.equal(memberOf(itemsOf(memberOf(bodyOf(part), 'multipart'))[0], 'file'), 'test.json');
    assert.equal(memberOf(bodyOf(whole), 'file'), 'test.json');
    isSaid(whole, /^The file "test\.json" is not imported/);
  });

  it('reads JSON with a reference that has no quotes: crapi.json', async () => {
    assert.deepEqual((await postman('crapi.json')).typedVariables, ['product_id']);
  });

  it('leaves out variables that are switched off: bruno-vars-mixed-disabled.json', async () => {
    const { variables, remarks } = await postman('bruno-vars-mixed-disabled.json');
    assert.deepEqual(
      variables.map(({ name }) => name),
      ['enabledVar', 'explicitlyEnabledVar'],
    );
    assert.deepEqual(remarks, [documentation('The variable "disabledVar" is switched off and left out.')]);
  });

  it('says that the order is not changed by scripts: newman-set-next-request.json', async () => {
    const [first] = kept(await postman('newman-set-next-request.json'));
    isSaid(first, /this jump is not carried over .*postman\.setNextRequest\('method'\)$/);
  });

  it('does not follow redirects where Postman does not: newman-protocol-profile.json', async () => {
    const requests = kept(await postman('newman-protocol-profile.json'));
    assert.ok(requests.some(({ request }) => request['redirects'] === 'manual'));
  });

  it('follows the inner one of two references in each other: newman-whatwg-url.json', async () => {
    const [first] = kept(await postman('newman-whatwg-url.json'));
    isSaid(first, /^A reference inside a reference is not followed/);
  });
});

describe('traps of the HAR corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  it('drops pseudo headers, and sets aside what pages are made of: chrome-19.har', async () => {
    const collection = await har('chrome-19.har');
    const headers = kept(collection).flatMap(({ request }) => itemsOf(request['headers']));
    assert.ok(headers.every((header) => textOf(memberOf(header, 'name'))?.startsWith(':') === false));
    assert.equal(reasons(collection).length, 14);
  });

  it('sets aside WebSockets: mitmproxy-websocket.har', async () => {
    assert.ok(reasons(await har('mitmproxy-websocket.har')).every((one) => /WebSocket/.test(one)));
  });

  it('keeps a call that was aborted, and says so: chrome-3-post.har', async () => {
    const requests = kept(await har('chrome-3-post.har'));
    assert.equal(requests.length, 3);
    // It is the second one of the file, and the last one that was started.
    isSaid(requests[2], /^The recording has no response to it/);
  });

  it('takes calls without response: mitmproxy-incomplete.har', async () => {
    const requests = kept(await har('mitmproxy-incomplete.har'));
    assert.ok(
      requests.length === 4 && requests.every(({ recorded }) => recorded?.exchange.response === undefined),
    );
  });

  it('leaves out a call without address: insomnia-deep.har', async () => {
    assert.deepEqual(reasons(await har('insomnia-deep.har')), ['It has no URL.']);
  });

  it('takes a bare request for a recording of one call: insomnia-form-data.har', async () => {
    const [only] = kept(await har('insomnia-form-data.har'));
    const [file, field] = itemsOf(memberOf(bodyOf(only), 'multipart'));
    assert.deepEqual([memberOf(file, 'file'), memberOf(field, 'value')], ['test.txt', 'bar']);
  });
});
