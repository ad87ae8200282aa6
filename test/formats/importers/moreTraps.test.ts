/** Traps of the corpus page for specifications, Insomnia, `.http` files and cURL, each by the file that has it. */
import assert from 'node:assert/strict';
import { itemsOf, memberOf, textOf, type Foreign } from '../../../src/formats/importers/shape/externalJson';
import type { KeptRequest } from '../../../src/formats/importers/shape/imported';
import { readImport } from '../../../src/formats/importers/importers';
import { corpusText, hasCorpus } from './corpus';
import { remarkText } from '../../../src/formats/importers/shape/remark';

/** The requests that are kept of a file of the corpus. */
async function kept(folder: string, name: string): Promise<readonly KeptRequest[]> {
  const { requests } = await readImport(name, corpusText(folder, name));
  return requests.filter((request) => request.kind === 'kept');
}

const written = (
  requests: readonly KeptRequest[],
  member: keyof KeptRequest['request'],
): readonly unknown[] => requests.map(({ request }) => request[member]);

/** A place in a request as a chain has it. */
const inside = (request: KeptRequest | undefined, ...path: readonly (string | number)[]): Foreign =>
  path.reduce<Foreign>(
    (value, step) => (typeof step === 'number' ? itemsOf(value)[step] : memberOf(value, step)),
    request?.request,
  );

const said = (requests: readonly KeptRequest[]): string =>
  requests.flatMap(({ remarks }) => remarks.map(remarkText)).join('\n');

function ofCorpus(title: string, tests: () => void): void {
  describe(`traps of the ${title} corpus`, () => {
    before(function () {
      if (!hasCorpus) {
        this.skip();
      }
    });
    tests();
  });
}

ofCorpus('OpenAPI', () => {
  it('comes to an end in schemas that lead back to themselves: restler-circular-path-swagger2.json', async () => {
    const [, put] = await kept('openapi', 'restler-circular-path-swagger2.json');
    assert.deepEqual(put?.request['body'], { json: { properties: { name: 'string' } } });
    assert.equal((await kept('openapi', 'restler-multi-circular-swagger2.json')).length, 2);
  });

  it('says where nothing says which server: insomnia-no-servers.yaml', async () => {
    const requests = await kept('openapi', 'insomnia-no-servers.yaml');
    assert.deepEqual(written(requests, 'url'), ['{{baseUrl}}/', '{{baseUrl}}/v2']);
  });

  it('has one authentication where several would do, or none: insomnia-endpoint-security.yaml', async () => {
    const requests = await kept('openapi', 'insomnia-endpoint-security.yaml');
    assert.equal(requests.length, 12);
    assert.deepEqual(requests[0]?.request['auth'], { type: 'none' });
    assert.match(said(requests), /Of its authentications Basic is used; no authentication would do as well/);
  });

  it('reads operations that are only in x-ms-paths: restler-x-ms-paths-swagger2.json', async () => {
    const requests = await kept('openapi', 'restler-x-ms-paths-swagger2.json');
    assert.equal(requests.length, 6);
    assert.equal(requests[0]?.request['url'], '{{baseUrl}}/?operation=list');
  });

  it('keeps a name on one line: bruno-newline-in-name.yaml', async () => {
    const requests = await kept('openapi', 'bruno-newline-in-name.yaml');
    assert.ok(requests.every(({ name }) => !/[\r\n]/.test(name)));
  });

  it('keeps parameters apart that differ by case: restler-inconsistent-casing-swagger2.json', async () => {
    const urls = written(await kept('openapi', 'restler-inconsistent-casing-swagger2.json'), 'url');
    assert.ok(urls.includes('{{baseUrl}}/api/dataItem/{{dataITeMName}}/dataPoints/{{dataPOInTName}}'));
    assert.ok(urls.includes('{{baseUrl}}/api/dataItem/{{dataItemName}}'));
  });

  it('finds parameters next to and inside words: restler-path-param-substrings.json', async () => {
    const urls = written(await kept('openapi', 'restler-path-param-substrings.json'), 'url');
    assert.equal(urls[2], '{{baseUrl}}/vm:delete({{vmName}})/activate');
    assert.equal(urls[3], '{{baseUrl}}/vm/hello{{vmId}}/start/{{startId}}goodbye');
  });

  it('leaves calls that the server makes to others out: listennotes-3_1.json', async () => {
    const requests = await kept('openapi', 'listennotes-3_1.json');
    assert.ok(written(requests, 'url').every((url) => String(url).startsWith('{{baseUrl}}/')));
    assert.match(said(requests), /it leads to the request itself/);
  });
});

ofCorpus('Insomnia', () => {
  it('leaves dates and numbers as they are written: bruno-v5-dates.yaml', async () => {
    const [only] = await kept('insomnia', 'bruno-v5-dates.yaml');
    assert.deepEqual(
      [0, 2, 3].map((at) => inside(only, 'query', at, 'value')),
      ['2024-01-01', '0', '2.0'],
    );
  });

  it('keeps a header that is switched off: insomnia-smoke-v4.yaml', async () => {
    const requests = await kept('insomnia', 'insomnia-smoke-v4.yaml');
    assert.ok(
      requests.some(({ request }) =>
        itemsOf(request['headers']).some((header) => memberOf(header, 'disabled') === true),
      ),
    );
  });

  it('reads variables of GraphQL out of a text in a text: insomnia-graphql-v4.yaml', async () => {
    const [first] = await kept('insomnia', 'insomnia-graphql-v4.yaml');
    assert.deepEqual(inside(first, 'body', 'graphql', 'variables'), {
      inputVar: '{{intVar}}',
    });
  });
});

ofCorpus('.http', () => {
  it('reads requests with and without a line between: httpyac-methods.http', async () => {
    const requests = await kept('http', 'httpyac-methods.http');
    assert.equal(requests.length, 24);
    assert.ok(
      ['CONNECT', 'OPTIONS', 'PATCH'].every((method) => written(requests, 'method').includes(method)),
    );
  });

  it('joins forms over several lines, and takes what a script keeps: httpyac-intellij.http', async () => {
    const requests = await kept('http', 'httpyac-intellij.http');
    assert.deepEqual(inside(requests[0], 'body', 'form', 1), {
      name: 'password',
      value: '1',
    });
    assert.deepEqual(requests[4]?.request['extract'], [
      { variable: 'email', from: 'body', path: '$.form.email' },
    ]);
  });

  it('does not end a request at marks inside its body: httpyac-odata-hash-in-body.http', async () => {
    const requests = await kept('http', 'httpyac-odata-hash-in-body.http');
    assert.equal(requests.length, 1);
    assert.match(textOf(inside(requests[0], 'body', 'text')) ?? '', /###/);
  });

  it('does not take a response for a request: httpyac-httpbin-inline-responses.http', async () => {
    const requests = await kept('http', 'httpyac-httpbin-inline-responses.http');
    assert.deepEqual(written(requests, 'method').slice(0, 5), ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
  });

  it('joins a query over several lines: httpyac-query-multiline.http', async () => {
    const [only] = await kept('http', 'httpyac-query-multiline.http');
    assert.deepEqual(only?.request['query'], [
      { name: 'q', value: 'httpyac' },
      { name: 'ie', value: 'UTF-8' },
    ]);
  });

  it('names the file of a body, and what it does not do to it: httpyac-body-import-replace.http', async () => {
    const requests = await kept('http', 'httpyac-body-import-replace.http');
    assert.equal(inside(requests[0], 'body', 'file'), 'requestBodyImport.json');
    assert.match(said(requests), /Variables inside the file of its body are not replaced/);
  });

  it('puts the host before addresses that have none: httpyac-cookies.http', async () => {
    const requests = await kept('http', 'httpyac-cookies.http');
    assert.equal(requests[0]?.request['url'], '{{host}}/cookies/set');
  });

  it('says what headers a script makes: httpyac-headers-spread.http', async () => {
    assert.match(
      said(await kept('http', 'httpyac-headers-spread.http')),
      /which a script makes, are not carried/,
    );
  });

  it('switches requests off: httpyac-disabled.http', async () => {
    assert.deepEqual(written(await kept('http', 'httpyac-disabled.http'), 'disabled'), [true, true]);
  });

  it('reads a user and a password that are not encoded: httpyac-basic-auth.http', async () => {
    const [only] = await kept('http', 'httpyac-basic-auth.http');
    assert.deepEqual(only?.request['auth'], {
      type: 'basic',
      username: '{{user}}',
      password: '{{password}}',
    });
  });

  it('keeps variables of the system, and names those that there are none of here: restclient-aadtoken.http', async () => {
    const [, second] = await kept('http', 'httpyac-restclient-variables.http');
    assert.equal(inside(second, 'query', 0, 'value'), '{{$randomInt 100 200}}');
    assert.match(
      said(await kept('http', 'restclient-aadtoken.http')),
      /Nothing makes a value like {{\$aadToken}}/,
    );
  });

  it('follows a reference to an answer: httpyac-ref.http', async () => {
    const [first, second] = await kept('http', 'httpyac-ref.http');
    assert.deepEqual(first?.request['extract'], [{ variable: 'json_id', from: 'body', path: '$.args.id' }]);
    assert.deepEqual(second?.request['body'], { text: '{{json_id}}' });
  });
});

ofCorpus('cURL', () => {
  it('keeps a header without a value: curlconverter-get_with_header_without_value.sh', async () => {
    const [only] = await kept('curl', 'curlconverter-get_with_header_without_value.sh');
    assert.deepEqual(inside(only, 'headers', 1), { name: 'getWorkOrderCancel', value: '' });
  });

  it('sends data of a -G in the query: curlconverter-get_with_data.sh', async () => {
    const [only] = await kept('curl', 'curlconverter-get_with_data.sh');
    assert.equal(only?.request['method'], 'GET');
    assert.deepEqual(inside(only, 'query', 0), { name: 'test', value: '2' });
  });

  it('joins --json that is given twice: curlconverter-post_json.sh', async () => {
    const [only] = await kept('curl', 'curlconverter-post_json.sh');
    assert.deepEqual(only?.request['body'], { json: { drink: 'coffe' } });
  });

  it('reads every command of a pipe, and says what is done with answers: curlconverter-pipelines.sh', async () => {
    const requests = await kept('curl', 'curlconverter-pipelines.sh');
    assert.equal(requests.length, 5);
    assert.match(said(requests), /What is done with its response is not carried over: echo foo/);
  });

  it('keeps a host that is another one than that of the address: curlconverter-get_charles_syntax.sh', async () => {
    const [only] = await kept('curl', 'curlconverter-get_charles_syntax.sh');
    assert.deepEqual(inside(only, 'headers', 0), { name: 'Host', value: 'api.ipify.org' });
  });

  it('takes a & without quotes as people mean it: bruno-url-handling-should-parse-urls-with-query-parameters.sh', async () => {
    const requests = await kept('curl', 'bruno-url-handling-should-parse-urls-with-query-parameters.sh');
    assert.equal(requests.length, 1);
    assert.match(said(requests), /A shell would end the command at the &/);
  });

  it('reads quotes in quotes: bruno-shell-quote-handling-should-handle-shell-quote-patterns.sh', async () => {
    const [only] = await kept('curl', 'bruno-shell-quote-handling-should-handle-shell-quote-patterns.sh');
    assert.deepEqual(only?.request['body'], { json: { name: "John's data" } });
  });
});
