import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import type { Surroundings } from '../../../src/core/analysis/analysis';
import { createChainReader } from '../../../src/core/analysis/readSource';
import type { Fix, FixContext } from '../../../src/core/language/fix';
import { fixesFor, safeEdits } from '../../../src/core/language/fixes';
import { inEnglish, type Say } from '../../../src/core/say';
import { readEnvironmentSources } from '../../../src/core/language/environmentSources';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { jsonBody } from './insight';

const FILE = 'sub/a.chain.json';

/** A chain with one request in each line. */
function chain(requests: readonly string[], head = ''): string {
  return `{
  "formatVersion": 1,
  "name": "c",
${head}  "requests": [
    ${requests.join(',\n    ')}
  ]
}
`;
}

interface Case extends Partial<Omit<FixContext, 'analysis'>> {
  readonly text: string;
  readonly surroundings?: Partial<Surroundings>;
}

/** The fixes for the problems of a chain with a code. */
function fixesOf({ text, surroundings, ...context }: Case, code: string): readonly Fix[] {
  const analysis = analyzeChain(createChainReader()(text, FILE), {
    required: [],
    requiresFaults: [],
    ...surroundings,
  });
  const problems = analysis.problems.filter((problem) => problem.code === code);
  assert.ok(problems.length > 0, `there is a problem ${code}`);
  return problems.flatMap((problem) =>
    fixesFor(problem, {
      analysis,
      say: inEnglish,
      lastResponse: () => undefined,
      environments: [],
      ...context,
    }),
  );
}

function titles(fixes: readonly Fix[]): readonly string[] {
  return fixes.map(({ title, isPreferred }) => (isPreferred ? `${title} (preferred)` : title));
}

/** The text after a fix of the chain itself. */
function fixed(test: Case, code: string, title: string): string {
  const fix = fixesOf(test, code).find((candidate) => candidate.title === title);
  assert.ok(fix?.change.kind === 'edit', `${title} is an edit`);
  assert.equal(fix.change.file, FILE);
  return applyEdits(test.text, fix.change.edits());
}

const create = '{ "id": "create", "name": "Create order", "method": "POST", "url": "/orders" }';
const extraction = '{ "variable": "orderId", "from": "body", "path": "$.id" }';
const creates = create.replace(' }', `, "extract": [${extraction}] }`);
const read = '{ "id": "read", "method": "GET", "url": "/orders/{{orderId}}" }';
const answered = (id: string, body: string) => (requestId: string) =>
  requestId === id ? { body: jsonBody(body), headers: [], cookies: [] } : undefined;

describe('the fix for a version 1 that uses a function', () => {
  it('raises the number, and nothing else', () => {
    const text = chain([`{ "id": "a", "method": "GET", "url": "http://h/{{$upper 'x'}}" }`], '  // Kept.\n');
    const [fix, ...others] = fixesOf({ text }, 'later-feature');
    assert.ok(fix?.change.kind === 'edit');
    assert.deepEqual([fix.title, fix.isPreferred, others], ['Use format version 2', true, []]);
    assert.equal(
      applyEdits(text, fix.change.edits()),
      text.replace('"formatVersion": 1', '"formatVersion": 2'),
    );
  });
});

describe('fixes for an id that is written out', () => {
  const id = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';
  const reads = `{ "id": "read", "method": "GET", "url": "/orders/${id}" }`;
  const code = 'missing-mapping';

  it('refer to the variable of its name', () => {
    const test = { text: chain([creates, reads]) };
    assert.deepEqual(titles(fixesOf(test, code)), ['Refer to orderId (preferred)']);
    assert.equal(fixed(test, code, 'Refer to orderId'), chain([creates, reads.replace(id, '{{orderId}}')]));
  });

  it('extract it from an earlier request whose last response has something of its name', () => {
    const test = { text: chain([create, reads]), lastResponse: answered('create', '{"id":"other"}') };
    const title = 'Extract orderId from Create order ($.id), and refer to it';
    assert.deepEqual(titles(fixesOf(test, code)), [title]);
    assert.equal(fixed(test, code, title), chain([creates, reads.replace(id, '{{orderId}}')]));
  });

  it('propose nothing where nothing bears its name, or only what comes later', () => {
    assert.deepEqual(fixesOf({ text: chain([create, reads]) }, code), []);
    assert.deepEqual(fixesOf({ text: chain([create, reads, creates.replace('create', 'late')]) }, code), []);
  });
});

describe('fixes of an unresolved reference', () => {
  const local = { name: 'local', text: '{\n  "name": "local",\n  "variables": { "baseUrl": "x" }\n}\n' };
  const environment = readEnvironmentSources(local.text, 'local.environment.json')[0];
  const inLocal = {
    surroundings: environment === undefined ? {} : { environment },
    environmentText: local.text,
  };

  it('extracts it from the request whose last response has it', () => {
    const test = {
      text: chain([create, read]),
      lastResponse: answered('create', '{"data": {"order_id": 7}}'),
    };
    assert.deepEqual(titles(fixesOf(test, 'unresolved')), [
      'Extract orderId from Create order ($.data.order_id) (preferred)',
      'Add orderId to the variables of this chain',
    ]);
    assert.equal(
      fixed(test, 'unresolved', 'Extract orderId from Create order ($.data.order_id)'),
      chain([creates.replace('$.id', '$.data.order_id'), read]),
    );
  });

  it('does not look at requests that run later or are switched off', () => {
    const off = create.replace(' }', ', "disabled": true }');
    const later = create.replace('"create"', '"later"');
    const test = {
      text: chain([off, read, later]),
      lastResponse: () => ({ body: jsonBody('{"orderId": 7}'), headers: [], cookies: [] }),
    };
    assert.deepEqual(titles(fixesOf(test, 'unresolved')), ['Add orderId to the variables of this chain']);
  });

  it('prefers the response that fits best, and of those the nearest', () => {
    const other = create.replace('"create"', '"other"').replace('Create', 'Other');
    const bodies: Readonly<Record<string, string>> = { create: '{"orderId": 7}', other: '{"order_id": 7}' };
    const test = {
      text: chain([create, other, read]),
      lastResponse: (id: string) => ({ body: jsonBody(bodies[id] ?? ''), headers: [], cookies: [] }),
    };
    assert.deepEqual(titles(fixesOf(test, 'unresolved')).slice(0, 2), [
      'Extract orderId from Create order ($.orderId) (preferred)',
      'Extract orderId from Other order ($.order_id)',
    ]);
  });

  it('corrects a typo in place', () => {
    const text = chain([creates, read.replace('orderId}', ' ordreId }')]);
    assert.equal(
      fixed({ text }, 'unresolved', 'Change to orderId'),
      chain([creates, read.replace('orderId}', ' orderId }')]),
    );
  });

  it('knows the names of the environment', () => {
    const text = chain([read.replace('orderId', 'baseURL')]);
    assert.ok(titles(fixesOf({ text, ...inLocal }, 'unresolved')).includes('Change to baseUrl'));
  });

  it('adds a constant to those of the chain', () => {
    const text = (variables: string) => chain([read], `  "variables": { ${variables} },\n`);
    assert.equal(
      fixed({ text: text('"a": 1') }, 'unresolved', 'Add orderId to the variables of this chain'),
      text('"a": 1, "orderId": ""'),
    );
  });

  it('puts the first constant before the requests and leaves the comment between them', () => {
    const text = (variables: string) => chain([read], `${variables}  // All requests.\n`);
    assert.equal(
      fixed({ text: text('') }, 'unresolved', 'Add orderId to the variables of this chain'),
      chain([read], '  "variables": { "orderId": "" },\n  // All requests.\n'),
    );
  });

  it('adds a variable to the environment', () => {
    const fix = fixesOf({ text: chain([read]), ...inLocal }, 'unresolved').find(({ title }) =>
      title.endsWith('environment local'),
    );
    assert.ok(fix?.change.kind === 'edit');
    assert.equal(fix.change.file, 'local.environment.json');
    assert.equal(
      applyEdits(local.text, fix.change.edits()),
      local.text.replace('"x" }', '"x", "orderId": "" }'),
    );
  });

  it('adds a variable to the right environment of an http-client.env.json', () => {
    const text = '{ "dev": { "a": "1" }, "prod": {} }';
    const prod = readEnvironmentSources(text, 'http-client.env.json').find(({ name }) => name === 'prod');
    assert.ok(prod !== undefined);
    const fix = fixesOf(
      { text: chain([read]), surroundings: { environment: prod }, environmentText: text },
      'unresolved',
    ).find(({ title }) => title === 'Add orderId to the environment prod');
    assert.ok(fix?.change.kind === 'edit');
    assert.equal(applyEdits(text, fix.change.edits()), '{ "dev": { "a": "1" }, "prod": { "orderId": "" } }');
  });

  it('corrects the name of a built-in', () => {
    const text = chain([read.replace('orderId', '$guidd')]);
    assert.equal(
      fixed({ text }, 'unknown-built-in', 'Change to $guid'),
      chain([read.replace('orderId', '$guid')]),
    );
  });
});

describe('fixes of the order', () => {
  it('moves the producer before its consumer, comments and all', () => {
    const text = chain([read, `// Makes one.\n    ${creates}`]);
    assert.equal(
      fixed({ text }, 'used-before-produced', 'Move Create order before read'),
      chain([`// Makes one.\n    ${creates}`, read]),
    );
  });

  it('moves what the producer needs along, when that moves less than what needs the consumer', () => {
    const needy = creates.replace('/orders', '/orders?t={{token}}');
    const login =
      '{ "id": "login", "method": "GET", "url": "/", "extract": [{ "variable": "token", "from": "body" }] }';
    const first = read.replace(
      ' }',
      ', "extract": [{ "variable": "etag", "from": "header", "name": "ETag" }] }',
    );
    const [second, third] = ['second', 'third'].map(
      (id) => `{ "id": "${id}", "method": "GET", "url": "/{{etag}}" }`,
    );
    const test = { text: chain([first, second ?? '', third ?? '', login, needy]) };
    const [fix] = fixesOf(test, 'used-before-produced');
    assert.equal(fix?.title, 'Move 2 requests so that Create order comes before read');
    assert.equal(
      fixed(test, 'used-before-produced', fix.title),
      chain([login, needy, first, second ?? '', third ?? '']),
    );
  });

  it('moves the consumer when nothing else has to go along', () => {
    const needy = creates.replace('/orders', '/orders?t={{token}}');
    const login =
      '{ "id": "login", "method": "GET", "url": "/", "extract": [{ "variable": "token", "from": "body" }] }';
    assert.equal(
      fixed({ text: chain([read, login, needy]) }, 'used-before-produced', 'Move read after Create order'),
      chain([login, needy, read]),
    );
  });

  it('proposes nothing when two requests need each other', () => {
    const back = creates.replace('/orders', '/orders/{{etag}}');
    const test = {
      text: chain([
        read.replace(' }', ', "extract": [{ "variable": "etag", "from": "header", "name": "ETag" }] }'),
        back,
      ]),
    };
    assert.deepEqual(titles(fixesOf(test, 'used-before-produced')), []);
  });

  it('switches a producer on', () => {
    const text = chain([creates.replace('"method"', '"disabled": true, "method"'), read]);
    assert.equal(fixed({ text }, 'broken-producer', 'Switch Create order on'), chain([creates, read]));
  });
});

describe('fixes of definitions', () => {
  it('removes an extraction that nothing uses, and the list with the last one', () => {
    assert.equal(
      fixed({ text: chain([creates]) }, 'unused', 'Remove the extraction of orderId'),
      chain([create]),
    );
  });

  it('removes one of several extractions', () => {
    const two = creates.replace(extraction, `${extraction}, ${extraction.replace('orderId', 'other')}`);
    assert.equal(
      fixed({ text: chain([two, read]) }, 'unused', 'Remove the extraction of other'),
      chain([creates, read]),
    );
  });

  it('removes a constant that nothing uses, and keeps comments', () => {
    const text = (variables: string) => chain([create], `  "variables": {\n${variables}  },\n`);
    const used = '    // Kept.\n    "a": "{{b}}",\n    "b": "{{a}}"\n';
    assert.equal(
      fixed(
        { text: text(used.replace('"\n', '",\n    "c": 1\n')).replace('"b": "{{a}}",', '"b": "{{a}}",') },
        'unused',
        'Remove c from the variables',
      ),
      text(used),
    );
  });

  it('removes a duplicate extraction or gives it another name', () => {
    const again = creates.replace('"create"', '"again"');
    const test = { text: chain([creates, again, read]) };
    assert.deepEqual(titles(fixesOf(test, 'duplicate-extraction')), [
      'Remove the extraction of orderId (preferred)',
      'Extract it as orderId-2',
    ]);
    assert.equal(
      fixed(test, 'duplicate-extraction', 'Extract it as orderId-2'),
      chain([creates, again.replace('orderId', 'orderId-2'), read]),
    );
  });
});

describe('fixes of requests', () => {
  const without = '{ "name": "Créer un ordre", "method": "POST", "url": "/" }';

  it('adds a missing id, made of the name', () => {
    assert.equal(
      fixed({ text: chain([create, without]) }, 'missing-member', 'Add the id creer-un-ordre'),
      chain([create, without.replace('{', '{ "id": "creer-un-ordre",')]),
    );
  });

  it('makes the id of method and URL when there is no name', () => {
    const bare = '{ "method": "GET", "url": "{{baseUrl}}/api/orders/{{orderId}}?x=1" }';
    assert.deepEqual(titles(fixesOf({ text: chain([bare]) }, 'missing-member')), [
      'Add the id get-orders (preferred)',
    ]);
  });

  it('proposes nothing for other members that are missing', () => {
    assert.deepEqual(
      titles(fixesOf({ text: chain(['{ "id": "a", "method": "GET" }']) }, 'missing-member')),
      [],
    );
  });

  it('gives the second of two requests with one id another one', () => {
    assert.equal(
      fixed({ text: chain([create, create]) }, 'duplicate-id', 'Change the id to create-2'),
      chain([create, create.replace('"create"', '"create-2"')]),
    );
  });

  it('replaces an invalid id', () => {
    const text = chain([create.replace('"create"', '"Create an order"')]);
    assert.equal(
      fixed({ text }, 'invalid-value', 'Change the id to create-an-order'),
      chain([create.replace('"create"', '"create-an-order"')]),
    );
  });
});

describe('fixes of the environment', () => {
  const test = {
    text: chain([create], '  "environment": "stagin",\n'),
    surroundings: { environmentFault: 'There is no environment "stagin".' },
    environments: ['local', 'staging'],
  };

  it('offers those there are, the most similar first, and a new one', () => {
    assert.deepEqual(titles(fixesOf(test, 'environment')), [
      'Use the environment staging',
      'Use the environment local',
      'Create the environment stagin',
    ]);
    assert.equal(
      fixed(test, 'environment', 'Use the environment staging'),
      chain([create], '  "environment": "staging",\n'),
    );
  });

  it('creates an environment next to the chain', () => {
    const fix = fixesOf(test, 'environment').at(-1);
    assert.ok(fix?.change.kind === 'create');
    assert.equal(fix.change.file, 'sub/stagin.environment.json');
    assert.deepEqual(
      readEnvironmentSources(fix.change.content, fix.change.file).map(({ name }) => name),
      ['stagin'],
    );
  });

  it('creates no file outside of the folder, whatever the name is', () => {
    const hostile = { ...test, text: test.text.replace('stagin', '../../x\\ny') };
    const fix = fixesOf(hostile, 'environment').at(-1);
    assert.ok(fix?.change.kind === 'create');
    assert.equal(fix.change.file, 'sub/x-y.environment.json');
  });
});

describe('fixes of credentials', () => {
  it('passes the literal to the secret store', () => {
    const auth = '"auth": { "type": "bearer", "token": "s3cr3t-t0k3n-9f8e7d" }';
    const text = chain([create.replace(' }', `, ${auth} }`)]);
    const [fix] = fixesOf({ text }, 'hard-coded-credential');
    assert.ok(fix?.change.kind === 'storeAsSecret');
    assert.equal(text.slice(fix.change.range.start, fix.change.range.end), 's3cr3t-t0k3n-9f8e7d');
  });
});

describe('safeEdits', () => {
  const safe = (text: string) => applyEdits(text, safeEdits(createChainReader()(text, FILE)));

  it('adds every missing id, each another one', () => {
    const bare = '{ "method": "GET", "url": "/orders" }';
    const withId = (id: string) => bare.replace('{', `{ "id": "${id}",`);
    assert.equal(
      safe(chain([bare, bare, create])),
      chain([withId('get-orders'), withId('get-orders-2'), create]),
    );
  });

  it('changes nothing else', () => {
    const text = chain([creates, creates]);
    assert.equal(safe(text), text);
  });

  it('leaves a text alone that is not JSON', () => {
    assert.equal(safe('{ "requests": [{ "method": "GET"'), '{ "requests": [{ "method": "GET"');
  });
});

describe('titles of fixes', () => {
  it('are in the language of the caller, with the names put in', () => {
    const say: Say = (text, ...args) =>
      `${inEnglish(text.replaceAll('the', 'der'), ...args)} <${args.join()}>`;
    const text = chain([creates, '{ "id": "read", "method": "GET", "url": "/orders" }']);
    assert.deepEqual(titles(fixesOf({ text, say }, 'unused')), [
      'Remove der extraction of orderId <orderId>',
    ]);
  });
});

describe('inEnglish', () => {
  const texts: [text: string, args: string[], written: string][] = [
    ['Move {0} after {1}', ['a', 'b'], 'Move a after b'],
    ['{1} and {0}', ['{1}', '$&'], '$& and {1}'],
    ['{0}', [], '{0}'],
    ['unchanged', ['x'], 'unchanged'],
  ];
  for (const [text, args, written] of texts) {
    it(`writes ${written}`, () => {
      assert.equal(inEnglish(text, ...args), written);
    });
  }
});
