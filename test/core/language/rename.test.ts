import assert from 'node:assert/strict';
import { prepareRename, rename } from '../../../src/core/language/rename';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { inEnglish } from '../../../src/core/say';
import { chain, markedWorkspace, type Texts } from './linkedFiles';

const create =
  '{ "id": "create", "method": "POST", "url": "/orders", "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }] }';
const read = (url: string) => `{ "id": "read", "method": "GET", "url": "${url}" }`;

/** The texts after a renaming, or why it was refused. */
function renamed(marked: Texts, newName: string): Texts | string {
  const { texts, files, cursor } = markedWorkspace(marked);
  const renaming = rename(files, cursor, newName, inEnglish);
  return renaming.ok
    ? Object.fromEntries(
        Object.entries(texts).map(([file, text]) => [file, applyEdits(text, renaming.edits.get(file) ?? [])]),
      )
    : renaming.reason;
}

/** The texts without their cursor and with another name. */
function replaced(marked: Texts, name: string, newName: string): Texts {
  return Object.fromEntries(
    Object.entries(marked).map(([file, text]) => [file, text.replace('¦', '').replaceAll(name, newName)]),
  );
}

describe('rename', () => {
  it('renames a column in the data file that names it, and in rows of the chain', () => {
    const inFile = {
      'a.chain.json': chain(read('/{{us¦er}}'), '"data": "users.csv",'),
      'users.csv': 'id,user\n1,user\n',
    };
    assert.deepEqual(renamed(inFile, 'name'), {
      'a.chain.json': chain(read('/{{name}}'), '"data": "users.csv",'),
      'users.csv': 'id,name\n1,user\n',
    });
    const inChain = {
      'a.chain.json': chain(read('/{{user}}'), '"data": [{ "us¦er": "a" }, { "user": "b" }],'),
    };
    assert.deepEqual(renamed(inChain, 'name'), replaced(inChain, 'user', 'name'));
  });

  it('renames a variable everywhere and leaves spaces and comments', () => {
    const texts = {
      'a.chain.json': chain(`${create}, // {{order}}\n ${read('/{{ order¦Id  }}?{{orderId}}')}`),
      'm.authz.json': '{ "resources": { "order": { "create": "a.chain.json#create", "id": ["orderId"] } } }',
    };
    assert.deepEqual(renamed(texts, 'id.of-order_1'), replaced(texts, 'orderId', 'id.of-order_1'));
  });

  it('renames a variable of the environment in every chain and environment', () => {
    const texts = {
      'local.environment.json': '{ "name": "local", "variables": { "base¦Url": "http://x" } }',
      'staging.environment.json':
        '{ "name": "staging", "variables": { "host": "x", "baseUrl": "http://{{host}}" } }',
      'a.chain.json': chain(read('{{baseUrl}}/a'), '"environment": "local",'),
      'sub/b.chain.json': chain(read('{{baseUrl}}/b')),
    };
    assert.deepEqual(renamed(texts, 'origin'), replaced(texts, 'baseUrl', 'origin'));
  });

  it('renames arguments of functions, and leaves texts in quotes', () => {
    const texts = {
      'a.chain.json': chain(`${create}, ${read("/{{$concat 'order' order¦Id order.Id}}/{{orderId}}")}`),
    };
    assert.deepEqual(renamed(texts, 'id'), {
      'a.chain.json': chain(
        `${create.replace('"orderId"', '"id"')}, ${read("/{{$concat 'order' id order.Id}}/{{id}}")}`,
      ),
    });
  });

  const signed = (text: string, more = '') =>
    `{ "id": "read", "method": "POST", "url": "/a", "variables": { "sig": "{{$hash 'md5' text}}" }, ${more} "body": { "text": "${text}" } }`;

  it('renames a variable of a request in that request only', () => {
    const texts = (own: string, cursor = '') => ({
      'a.chain.json': chain(
        `${signed('{{sig}}')}, ${signed(`{{${own}${cursor}}} {{$concat ${own} 'sig'}}`).replace('"sig":', `"${own}":`)}`,
        '"variables": { "text": "{{sig}}" },',
      ),
    });
    assert.deepEqual(renamed(texts('sig', '¦'), 'mark'), texts('mark'));
  });

  it('renames a variable of a request with the authentication of the chain that uses it', () => {
    const texts = (own: string, cursor = '') => ({
      'a.chain.json': chain(
        `${signed('{{sig}}').replaceAll('sig', own)}, ${signed('{{sig}}', '"auth": { "type": "none" },')}`,
        `"auth": { "type": "bearer", "token": "{{${own}${cursor}}}" },`,
      ),
    });
    assert.deepEqual(renamed(texts('sig', '¦'), 'mark'), texts('mark'));
  });

  const each = (item: string, cursor = '') =>
    `{ "id": "each", "forEach": { "in": "{{orderId}}", "as": "${item}" }, "method": "GET", "url": "/{{${item}${cursor}}}/{{${item}.customer.id}}/{{${item}s}}" }`;

  it('renames the item of a loop with its members, in that request only', () => {
    const texts = (item: string, cursor = '') => ({
      'a.chain.json': chain(`${create}, ${each(item, cursor)}, ${read('/{{order}}/{{order.customer.id}}')}`),
    });
    const after = JSON.parse(JSON.stringify(texts('line'))) as Texts;
    const expected = Object.fromEntries(
      Object.entries(after).map(([file, text]) => [file, text.replace('{{lines}}', '{{orders}}')]),
    );
    assert.deepEqual(renamed(texts('order', '¦'), 'line'), expected);
  });

  it('renames what leads from page to page where it is extracted, too', () => {
    const pages = (next: string, cursor = '') => ({
      'a.chain.json': chain(
        `{ "id": "all", "forEach": { "page": { "next": "${next}${cursor}", "until": { "path": "$.n", "exists": false } } }, "method": "GET", "url": "/?c={{${next}}}", "extract": [{ "variable": "${next}", "from": "body", "path": "$.n" }] }`,
      ),
    });
    assert.deepEqual(renamed(pages('cursor', '¦'), 'after'), pages('after'));
  });

  it('refuses a name that the variable of a request would hide', () => {
    const texts = { 'a.chain.json': chain(`${create}, ${signed('{{orderId}} {{si¦g}}')}`) };
    assert.match(JSON.stringify(renamed(texts, 'orderId')), /already defines orderId/);
    const other = { 'a.chain.json': chain(`${create}, ${signed('{{order¦Id}} {{sig}}')}`) };
    assert.match(JSON.stringify(renamed(other, 'sig')), /already defines sig/);
  });

  it('renames a constant that an optional extraction replaces together with it', () => {
    const texts = {
      'a.chain.json': chain(`${create}, ${read('/{{orderId}}')}`, '"variables": { "order¦Id": 1 },'),
    };
    assert.deepEqual(renamed(texts, 'id'), replaced(texts, 'orderId', 'id'));
  });

  it('writes a name that had escapes without them', () => {
    const texts = { 'a.chain.json': chain(`${create}, ${read('/{{\\u006frderId¦}}')}`) };
    assert.deepEqual(renamed(texts, 'id'), {
      'a.chain.json': chain(`${create.replace('orderId', 'id')}, ${read('/{{id}}')}`),
    });
  });

  it('leaves chains alone that mean another variable of the same name', () => {
    const texts = {
      'a.chain.json': chain(create.replace('orderId', 'order¦Id')),
      'b.chain.json': chain(create),
    };
    assert.deepEqual(renamed(texts, 'id'), {
      'a.chain.json': chain(create.replace('orderId', 'id')),
      'b.chain.json': chain(create),
    });
  });

  const step = (id: string, members: string) => `{ "id": "${id}", "chain": "pay.chain.json", ${members} }`;

  it('renames what a step takes with the extraction, from either side', () => {
    const texts = (inCaller: string, inCalled: string) => ({
      'a.chain.json': chain(
        `${step('one', `"with": { "x": "{{orderId}}" }, "take": ["order${inCaller}Id"]`)}, ${read('/{{orderId}}')}`,
      ),
      'b.chain.json': chain(step('one', '"take": ["orderId"]')),
      'pay.chain.json': chain(`${create}, ${read(`/{{x}}/{{order${inCalled}Id}}`)}`),
    });
    for (const marked of [texts('¦', ''), texts('', '¦')]) {
      assert.deepEqual(renamed(marked, 'id'), replaced(marked, 'orderId', 'id'));
    }
  });

  it('renames what a step gives with the variable of the chain, and not what is called so in the caller', () => {
    const texts = (name: string, inCaller: string, inCalled: string) => ({
      'a.chain.json': chain(
        `${create}, ${step('one', `"with": { "${name}${inCaller}": "{{orderId}}" }`)}, ${read('/{{orderId}}')}`,
      ),
      'pay.chain.json': chain(read(`/{{${name}${inCalled}}}`), `"variables": { "${name}": 0 },`),
      'other.chain.json': chain(read('/{{orderId}}')),
    });
    assert.deepEqual(renamed(texts('orderId', '¦', ''), 'id'), texts('id', '', ''));
    assert.deepEqual(renamed(texts('orderId', '', '¦'), 'id'), texts('id', '', ''));
  });

  it('renames what only steps give to a chain', () => {
    const texts = {
      'a.chain.json': chain(step('one', '"with": { "ke¦y": 1 }')),
      'pay.chain.json': chain(read('/{{key}}')),
    };
    assert.deepEqual(renamed(texts, 'id'), replaced(texts, 'key', 'id'));
  });

  it('refuses a name that a step gives already', () => {
    const texts = {
      'a.chain.json': chain(step('one', '"with": { "key": 1, "id": 2 }')),
      'pay.chain.json': chain(read('/{{ke¦y}}/{{other}}')),
    };
    assert.equal(
      renamed(texts, 'id'),
      'a.chain.json already defines id, and the two would become one variable. Choose another name.',
    );
  });

  it('leaves a caller alone that does not take the variable', () => {
    const texts = {
      'a.chain.json': chain(`${create}, ${step('one', '"take": ["total"]')}, ${read('/{{order¦Id}}')}`),
      'pay.chain.json': chain(`${create}, ${read('/{{orderId}}')}`),
    };
    const { 'a.chain.json': caller } = texts;
    assert.deepEqual(renamed(texts, 'id'), {
      ...texts,
      'a.chain.json': caller.replace('¦', '').replaceAll('orderId', 'id'),
    });
  });

  it('renames a request and every matrix that names it', () => {
    const texts = {
      'x/a.chain.json': chain(`${create}, ${read('/read').replace('"read"', '"re¦ad"')}`),
      'm.authz.json': '{ "operations": { "o": { "request": "x/a.chain.json#read" } } }',
    };
    assert.deepEqual(renamed(texts, 'get-order'), {
      'x/a.chain.json': chain(`${create}, ${read('/read').replace('"read"', '"get-order"')}`),
      'm.authz.json': '{ "operations": { "o": { "request": "x/a.chain.json#get-order" } } }',
    });
  });

  it('renames one of several requests with the same id, and not what means the first of them', () => {
    const twin = read('/').replace('"read"', '"re¦ad"');
    const texts = {
      'a.chain.json': chain(`${read('/')}, ${twin}`),
      'm.authz.json': '{ "operations": { "o": { "request": "a.chain.json#read" } } }',
    };
    assert.deepEqual(renamed(texts, 'get'), {
      'a.chain.json': chain(`${read('/')}, ${read('/').replace('"read"', '"get"')}`),
      'm.authz.json': texts['m.authz.json'],
    });
  });

  it('changes nothing for the name it has', () => {
    const texts = { 'a.chain.json': chain(`${create}, ${read('/{{orderId¦}}')}`) };
    assert.deepEqual(renamed(texts, 'orderId'), replaced(texts, '¦', ''));
  });

  const clashes: [title: string, texts: Texts, newName: string, reason: string][] = [
    [
      'a name that the chain defines',
      { 'a.chain.json': chain(`${create}, ${read('/{{order¦Id}}')}`, '"variables": { "id": 1 },') },
      'id',
      'a.chain.json already defines id, and the two would become one variable. Choose another name.',
    ],
    [
      'a name that the environment defines',
      {
        'local.environment.json': '{ "name": "local", "variables": { "id": "1" } }',
        'a.chain.json': chain(create.replace('orderId', 'order¦Id')),
      },
      'id',
      'local.environment.json already defines id, and the two would become one variable. Choose another name.',
    ],
    [
      'a name that a chain defines which requires this one',
      {
        'a.chain.json': chain(create.replace('orderId', 'order¦Id')),
        'b.chain.json': chain(read('/'), '"requires": ["a.chain.json"], "variables": { "id": 1 },'),
      },
      'id',
      'b.chain.json already defines id, and the two would become one variable. Choose another name.',
    ],
    [
      'a name that is used but not defined',
      { 'a.chain.json': chain(`${create}, ${read('/{{order¦Id}}/{{id}}')}`) },
      'id',
      'a.chain.json already refers to id, which would then mean this variable. Choose another name.',
    ],
    [
      'the id of another request',
      { 'a.chain.json': chain(`${create}, ${read('/').replace('read', 're¦ad')}`) },
      'create',
      'a.chain.json already has a request create. Choose another id.',
    ],
    [
      'an id that a matrix waits for',
      {
        'a.chain.json': chain(read('/').replace('read', 're¦ad')),
        'm.authz.json': '{ "operations": { "o": { "request": "a.chain.json#get" } } }',
      },
      'get',
      'm.authz.json already names a request get of a.chain.json, which does not exist yet. Choose another id.',
    ],
  ];
  for (const [title, texts, newName, reason] of clashes) {
    it(`refuses ${title}`, () => {
      assert.equal(renamed(texts, newName), reason);
    });
  }

  const variable = { 'a.chain.json': chain(`${create}, ${read('/{{orderId¦}}')}`) };
  const request = { 'a.chain.json': chain(read('/').replace('read', 're¦ad')) };
  const invalid: [texts: Texts, newName: string][] = [
    [variable, ''],
    [variable, '1st'],
    [variable, 'a b'],
    [variable, 'a}}'],
    [variable, '"'],
    [variable, '$guid'],
    [variable, 'ü'],
    [variable, '__proto__'],
    [variable, 'constructor'],
    [request, ''],
    [request, '-a'],
    [request, 'a#b'],
    [request, 'a\n'],
    [request, 'a'.repeat(201)],
  ];
  for (const [texts, newName] of invalid) {
    it(`refuses ${JSON.stringify(newName.slice(0, 20))} as the name of a ${texts === variable ? 'variable' : 'request'}`, () => {
      const refusal = renamed(texts, newName);
      assert.ok(typeof refusal === 'string');
      assert.match(
        refusal,
        / is not a valid (?:variable name|request id)\. | is reserved in JavaScript | at most 200 /,
      );
    });
  }
});

describe('prepareRename', () => {
  it('names what would be renamed, without its braces', () => {
    const { texts, files, cursor } = markedWorkspace({
      'a.chain.json': chain(`${create}, ${read('/{{ order¦Id }}')}`),
    });
    const target = prepareRename(files, cursor, inEnglish);
    assert.ok(target.ok);
    assert.equal(texts['a.chain.json']?.slice(target.range.start, target.range.end), 'orderId');
    assert.equal(target.name, 'orderId');
  });

  const refusals: [title: string, texts: Texts, reason: RegExp][] = [
    ['built-ins', { 'a.chain.json': chain(read('/{{$gu¦id}}')) }, /^\$guid is built in/],
    ['secrets', { 'a.chain.json': chain(read('/{{$secret TOK¦EN}}')) }, /kept outside the chain/],
    ['variables from nowhere', { 'a.chain.json': chain(read('/{{nob¦ody}}')) }, /^Nothing defines nobody/],
    [
      'names of files',
      { 'a.chain.json': chain(read('/'), '"requires": ["b.¦chain.json"],') },
      /^This names a file/,
    ],
    [
      'names of environments',
      { 'a.chain.json': chain(read('/'), '"environment": "loc¦al",') },
      /^This names an environment/,
    ],
    ['ordinary text', { 'a.chain.json': chain(read('/ord¦ers')) }, /^Only variables and request ids/],
  ];
  for (const [title, texts, reason] of refusals) {
    it(`refuses ${title}`, () => {
      const { files, cursor } = markedWorkspace(texts);
      const target = prepareRename(files, cursor, inEnglish);
      assert.ok(!target.ok);
      assert.match(target.reason, reason);
    });
  }
});
