/** Collections of other people against what Postman's own library reads from them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readChain } from '../../../../../src/core/files/chainFile';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../../../../src/core/json/json';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import {
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../../../../src/formats/importers/shape/externalJson';
import type {
  ImportedCollection,
  ImportedRequest,
  KeptRequest,
} from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { corpusFiles, corpusJson, corpusText, expectedOf, hasCorpus } from '../../corpus';

interface Detail {
  readonly name: string;
  readonly folders: readonly string[];
  readonly acceptUrl: readonly string[];
  readonly query: readonly (readonly [string | null, string | null, boolean])[];
  readonly headers: readonly (readonly [string, string, boolean])[];
  readonly bodyMode: string | null;
  readonly bodyDisabled: boolean;
  readonly bodyBytes: number | null;
  readonly bodySha256: string | null;
  readonly form?: readonly (readonly [string, string, boolean])[];
}

interface Table {
  readonly table: readonly (readonly [string, string, string | null, number, string | null])[];
  readonly detail: readonly Detail[];
}

const read = (name: string): Promise<ImportedCollection> => readImport(name, corpusText('postman', name));

/** The items that are no folders, in the order of the file. */
function leaves(items: Foreign): readonly JsonValue[] {
  return itemsOf(items).flatMap((item) =>
    memberOf(item, 'item') === undefined ? [item] : leaves(memberOf(item, 'item')),
  );
}

describe('the Postman corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const name of corpusFiles('postman')) {
    describe(name, () => {
      let collection: ImportedCollection;
      let expected: Table;
      let root: JsonValue;
      let sources: readonly JsonValue[];
      before(async () => {
        collection = await read(name);
        expected = expectedOf<Table>('postman', name);
        const json = corpusJson('postman', name);
        root = memberOf(json, 'collection') ?? json;
        sources = leaves(memberOf(root, 'item'));
      });

      it('has every request of the file, in its order and folders', () => {
        assert.deepEqual(
          collection.requests.map((request) => [request.name, request.folders]),
          expected.detail.map((detail) => [detail.name, detail.folders]),
        );
      });

      it('has every row of the table', () => {
        for (const [index, request] of collection.requests.entries()) {
          const [row, detail] = [expected.table[index], expected.detail[index]];
          assert.ok(row !== undefined && detail !== undefined);
          compareRow(request, row, detail, { collection, source: sources[index] ?? null, root });
        }
      });

      it('becomes chains that are valid, and the same ones again', async () => {
        const once = composeImport([{ source: name, collection }], { folders: 'tags' });
        const again = composeImport([{ source: name, collection: await read(name) }], { folders: 'tags' });
        assert.deepEqual(again, once);
        const split = composeImport([{ source: name, collection }], { folders: 'chains' });
        for (const { path, text } of [...once.files, ...split.files]) {
          assert.deepEqual(readChain(text, path).problems, []);
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const text = corpusText('postman', name).replace(/^\ufeff/, '');
        const variant = `\ufeff${text.replace(/\r?\n/g, '\r\n')}`;
        assert.deepEqual(await readImport(name, variant), collection);
      });
    });
  }

  it('has the extractions that the authors of crapi.json wrote in scripts, and the uses of their variables', async () => {
    const { requests } = await read('crapi.json');
    const kept = requests.filter((request) => request.kind === 'kept');
    const variables = kept.flatMap(({ request }) =>
      itemsOf(request['extract']).flatMap((rule) => textOf(memberOf(rule, 'variable')) ?? []),
    );
    assert.equal(variables.length, 21);
    assert.deepEqual([...new Set(variables)].sort(), [
      ...['OTP', 'PIN', 'VIN', 'adminToken', 'email_token', 'mechanicToken', 'order_id', 'post_id'],
      ...['product_id', 'report_id', 'token', 'vehicle_id', 'video_id'],
    ]);
    const names = new Set(variables);
    const uses = kept.flatMap(({ request }) =>
      [...stringifyJson(request).matchAll(/\{\{([\w-]+)\}\}/g)].filter(([, variable = '']) =>
        names.has(variable),
      ),
    );
    assert.equal(uses.length, 54);
  });
});

interface RowContext {
  readonly collection: ImportedCollection;
  readonly source: JsonValue;
  /** The whole collection, whose scripts are before those of each request. */
  readonly root: JsonValue;
}

function compareRow(
  request: ImportedRequest,
  [method, , , headerCount, auth]: Table['table'][number],
  detail: Detail,
  { collection, source, root }: RowContext,
): void {
  if (request.kind === 'left-out') {
    assert.ok(detail.acceptUrl.includes(''), `${request.name} is left out: ${request.reason}`);
    return;
  }
  assert.equal(request.request['method'], method.trim() === '' ? 'GET' : method);
  const headers = itemsOf(request.request['headers']);
  const added = new Set([root, source].flatMap(headersOfScripts));
  writtenHeaders(source).forEach((name) => added.delete(name));
  assert.equal(headers.filter(isEnabled).length, headerCount + added.size, request.name);
  const restored = withWrittenNames(request, collection);
  compareUrl(restored, detail);
  compareAuth(restored, collection, auth);
  compareBody(restored, detail, source);
}

/** Headers that the scripts of an item add, which the table does not count. */
function headersOfScripts(item: Foreign): readonly string[] {
  const scripts = itemsOf(memberOf(item, 'event')).flatMap((event) =>
    itemsOf(memberAt(event, 'script', 'exec')),
  );
  const text = scripts.map((line) => textOf(line) ?? '').join('\n');
  const names = [...text.matchAll(/pm\.request\.headers\.(?:add|upsert)\(\{[^}]*?\bkey: '([^']+)'/g)];
  return [...new Set(names.map(([, name = '']) => name.toLowerCase()))];
}

function writtenHeaders(item: Foreign): readonly string[] {
  return itemsOf(memberAt(item, 'request', 'header'))
    .filter((row) => memberOf(row, 'disabled') !== true)
    .map((row) => text(row, 'key').toLowerCase());
}

/** The request with the names that variables have in the source. */
function withWrittenNames({ name, request }: KeptRequest, { renamed }: ImportedCollection): JsonObject {
  const text = renamed.reduce(
    (changed, { from, to }) => changed.replaceAll(`{{${to}}}`, `{{${JSON.stringify(from).slice(1, -1)}}}`),
    stringifyJson(request),
  );
  return objectOf(parseJson(text)) ?? assert.fail(name);
}

function compareUrl(request: JsonObject, detail: Detail): void {
  const rows = itemsOf(request['query']).filter(isEnabled);
  const query = rows.map((row) => `${text(row, 'name')}=${text(row, 'value')}`).join('&');
  const url = `${textOf(request['url']) ?? ''}${query === '' ? '' : `?${query}`}`;
  const user = `${text(request['auth'], 'username')}:${text(request['auth'], 'password')}@`;
  const accepted = detail.acceptUrl.map((one) => decoded(one.replace(user, '')));
  const withDefault = decoded(url);
  assert.ok(
    accepted.includes(withDefault) || accepted.includes(withDefault.replace(/^http:\/\//, '')),
    `${withDefault} is none of ${accepted.join(' , ')}`,
  );
  const disabled = detail.query.filter(([key, , isOff]) => isOff && key !== null && key !== '').length;
  assert.equal(itemsOf(request['query']).length - rows.length, disabled);
}

/** What a server reads: escapes and their characters are the same. */
function decoded(url: string): string {
  return url.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // URIError: no UTF-8.
      return escapes;
    }
  });
}

const AUTH_TYPES: ReadonlyMap<string | null, string> = new Map([
  ['apikey', 'apiKey'],
  ['awsv4', 'awsSigV4'],
]);

function compareAuth(
  request: JsonObject,
  { auth: ofChain }: ImportedCollection,
  expected: string | null,
): void {
  const type = text(request['auth'] ?? ofChain, 'type') || 'none';
  const wanted = AUTH_TYPES.get(expected) ?? expected;
  switch (expected) {
    case null:
    case 'noauth':
      // A user name in the URL is written as basic authentication.
      assert.ok(type === 'none' || type === 'basic');
      return;
    case 'hawk':
    case 'ntlm':
      assert.equal(type, 'none');
      return;
    case 'oauth2':
      // A token that Postman holds already goes where the file says.
      assert.ok(['oauth2', 'bearer', 'apiKey', 'none'].includes(type));
      return;
    default:
      assert.equal(type, wanted);
  }
}

function compareBody(request: JsonObject, detail: Detail, source: JsonValue): void {
  const body = request['body'];
  const mode = comparedMode(detail);
  if (mode === null) {
    assert.equal(body, undefined);
    return;
  }
  const compare = COMPARED_BODIES.get(mode) ?? assert.fail(`body of mode ${mode}`);
  compare(body, memberAt(source, 'request', 'body'), detail);
}

/** The mode of a body; `null` where none is sent. */
function comparedMode({ bodyMode, bodyBytes, bodyDisabled, form }: Detail): string | null {
  const isEmpty = bodyBytes === 0 && (form ?? []).length === 0;
  const saysMore = bodyMode === 'graphql' || bodyMode === 'file';
  return bodyDisabled || (isEmpty && !saysMore) ? null : bodyMode;
}

/** What a body in the chain has to be for one in the source, by its mode. */
const COMPARED_BODIES: ReadonlyMap<string, (body: Foreign, written: Foreign, detail: Detail) => void> =
  new Map([
    ['raw', (body, written, detail) => compareRaw(body, textOf(memberOf(written, 'raw')), detail)],
    ['formdata', (body, written) => assert.deepEqual(partsOf(body), sourceParts(written))],
    ['urlencoded', (body, written) => assert.deepEqual(fieldsOf(body), sourceFields(written))],
    [
      'graphql',
      (body, written) =>
        assert.equal(text(memberOf(body, 'graphql'), 'query'), textOf(memberAt(written, 'graphql', 'query'))),
    ],
    [
      'file',
      (body, written) =>
        assert.equal(
          memberOf(body, 'file') === undefined,
          (textOf(memberAt(written, 'file', 'src')) ?? '') === '',
        ),
    ],
  ]);

function compareRaw(body: Foreign, raw: string | undefined, detail: Detail): void {
  if (raw === undefined) {
    // A body of a mode that Postman does not know.
    assert.equal(body, undefined);
    return;
  }
  assert.equal(createHash('sha256').update(raw).digest('hex'), detail.bodySha256);
  const json = memberOf(body, 'json');
  if (json === undefined) {
    assert.equal(memberOf(body, 'text'), raw);
  } else {
    const quoted = raw.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}"]*\}\}/g, (token) =>
      token.startsWith('"') ? token : JSON.stringify(token),
    );
    assert.equal(stringifyJson(json), stringifyJson(parseJson(quoted)));
  }
}

function partsOf(body: Foreign): readonly JsonValue[] {
  return itemsOf(memberOf(body, 'multipart')).map((part) => [
    text(part, 'name'),
    memberOf(part, 'file') === undefined ? 'text' : 'file',
    !isEnabled(part),
  ]);
}

function sourceParts(body: Foreign): readonly JsonValue[] {
  return itemsOf(memberOf(body, 'formdata'))
    .filter((part) => memberOf(part, 'type') !== 'file' || (textOf(memberOf(part, 'src')) ?? '') !== '')
    .map((part) => [
      text(part, 'key'),
      memberOf(part, 'type') === 'file' ? 'file' : 'text',
      !isEnabled(part),
    ]);
}

function fieldsOf(body: Foreign): readonly JsonValue[] {
  const written = textOf(memberOf(body, 'text'));
  return written === undefined
    ? itemsOf(memberOf(body, 'form')).map((field) => [
        text(field, 'name'),
        text(field, 'value'),
        !isEnabled(field),
      ])
    : [...new URLSearchParams(written)].map(([name, value]) => [name, value, false]);
}

function sourceFields(body: Foreign): readonly JsonValue[] {
  return itemsOf(memberOf(body, 'urlencoded')).map((field) => [
    text(field, 'key'),
    scalarText(memberOf(field, 'value')) ?? '',
    !isEnabled(field),
  ]);
}

function isEnabled(row: Foreign): boolean {
  return memberOf(row, 'disabled') !== true;
}

function text(value: Foreign, name: string): string {
  return scalarText(memberOf(value, name)) ?? '';
}
