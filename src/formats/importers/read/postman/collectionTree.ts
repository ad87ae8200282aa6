/**
 * Postman's collections as folders of YAML (version 3, which Postman writes into a repository since version 12): a file
 * for each request, `.resources/definition.yaml` for what a collection or folder states, and saved examples below
 * `.resources`. They are put together in the shape of version 2.1, which `readPostman` reads.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import { isNumber, type JsonObject, type JsonValue } from '../../../../core/json/json';
import type { SourceFiles } from '../../../../core/ports';
import {
  isTrue,
  itemsOf,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import { parseYaml } from '../../shape/yamlText';

/** A collection in the shape of version 2.1, and what could not be read. */
export interface CollectionTree {
  readonly collection: JsonObject;
  /** Requests that are sent in another way than by HTTP. */
  readonly others: readonly {
    readonly name: string;
    readonly folders: readonly string[];
    readonly kind: string;
  }[];
  readonly remarks: readonly string[];
}

/** Reads the folder of a collection; `name` is that of the folder. */
export async function readCollectionTree(name: string, files: SourceFiles): Promise<CollectionTree> {
  const paths = (await files.paths()).filter((path) => /\.ya?ml$/i.test(path));
  const documents = new Map<string, JsonValue>();
  const remarks: string[] = [];
  for (const path of paths.filter((one) => REQUEST.test(one) || EXAMPLE.test(one) || DEFINITION.test(one))) {
    try {
      documents.set(path, parseYaml(await files.text(path)));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      remarks.push(`The file ${JSON.stringify(path)} is left out. ${error.what}`);
    }
  }
  const builder = new TreeBuilder(documents, remarks);
  const definition = documents.get('.resources/definition.yaml');
  const collection = collectionOf(definition, name, builder.itemsOf('', []), (sentence) =>
    remarks.push(sentence),
  );
  return { collection, others: builder.others, remarks };
}

/** A request by itself, as a collection of one. */
export function collectionOfRequest(document: JsonValue, file: string): CollectionTree {
  const remarks: string[] = [];
  const builder = new TreeBuilder(new Map([[file, document]]), remarks);
  return {
    collection: collectionOf(undefined, stemOf(file), builder.itemsOf('', []), () => undefined),
    others: builder.others,
    remarks,
  };
}

const REQUEST = /\.request\.ya?ml$/i;
const EXAMPLE = /\.example\.ya?ml$/i;
const DEFINITION = /(?:^|\/)\.resources\/definition\.ya?ml$/i;

/** An item, and its place among those of its folder. */
interface PlacedItem {
  readonly item: JsonObject;
  readonly name: string;
  readonly order: number;
}

class TreeBuilder {
  readonly others: { name: string; folders: readonly string[]; kind: string }[] = [];

  constructor(
    private readonly documents: ReadonlyMap<string, JsonValue>,
    private readonly remarks: string[],
  ) {}

  /** Items of a folder, in the order that Postman shows: by their numbers, then by their names. */
  itemsOf(folder: string, names: readonly string[]): readonly JsonObject[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    const below = [...this.documents.keys()].filter((path) => path.startsWith(prefix));
    const own = below.filter((path) => REQUEST.test(path) && !path.slice(prefix.length).includes('/'));
    const folders = new Set(
      below
        .map((path) => path.slice(prefix.length).split('/')[0] ?? '')
        .filter(
          (first) => first !== '.resources' && below.some((path) => path.startsWith(`${prefix}${first}/`)),
        ),
    );
    const placed: PlacedItem[] = [
      ...own.flatMap((path) => this.requestOf(path, names)),
      ...[...folders].map((name) => this.folderOf(`${prefix}${name}`, name, names)),
    ];
    return placed
      .sort(
        (one, other) =>
          one.order - other.order || (one.name < other.name ? -1 : Number(one.name > other.name)),
      )
      .map(({ item }) => item);
  }

  private folderOf(path: string, folder: string, names: readonly string[]): PlacedItem {
    const definition = this.documents.get(`${path}/.resources/definition.yaml`);
    const name = scalarText(memberOf(definition, 'name')) ?? folder;
    const remark = (sentence: string): void => {
      this.remarks.push(`Folder ${JSON.stringify(name)}: ${sentence}`);
    };
    if (rowsOf(memberOf(definition, 'variables')).length > 0) {
      remark('its variables are not carried over.');
    }
    const item = { name, ...statedBy(definition, remark), item: this.itemsOf(path, [...names, name]) };
    return { item, name, order: orderOf(definition) };
  }

  private requestOf(path: string, folders: readonly string[]): readonly PlacedItem[] {
    const document = this.documents.get(path);
    const stem = stemOf(path);
    const name = scalarText(memberOf(document, 'name')) ?? stem;
    const kind = textOf(memberOf(document, '$kind')) ?? 'http-request';
    if (kind !== 'http-request') {
      this.others.push({ name, folders, kind });
      return [];
    }
    const remark = (sentence: string): void => {
      this.remarks.push(`Request ${JSON.stringify(name)}: ${sentence}`);
    };
    const settings = objectOf(memberOf(document, 'settings'));
    const item = {
      name,
      request: requestMembers(document, remark),
      ...eventsOf(document, remark),
      response: this.examplesOf(path, stem),
      ...(settings === undefined ? {} : { protocolProfileBehavior: settings }),
    };
    return [{ item, name, order: orderOf(document) }];
  }

  /** The examples of a request, which lie below `.resources` of its folder. */
  private examplesOf(path: string, stem: string): readonly JsonObject[] {
    const folder = path.slice(0, path.length - (path.split('/').at(-1) ?? '').length);
    const start = `${folder}.resources/${stem}.resources/`;
    return [...this.documents]
      .filter(([other]) => other.startsWith(start) && EXAMPLE.test(other))
      .map(([other, document]) => ({ name: stemOf(other), document, order: orderOf(document) }))
      .sort((one, other) => one.order - other.order || (one.name < other.name ? -1 : 1))
      .map(({ name, document }) => exampleOf(document, name));
  }
}

function collectionOf(
  definition: Foreign,
  folder: string,
  item: readonly JsonObject[],
  remark: (sentence: string) => void,
): JsonObject {
  const description = memberOf(definition, 'description');
  return {
    info: { name: scalarText(memberOf(definition, 'name')) ?? folder, ...defined({ description }) },
    ...statedBy(definition, (sentence) => {
      remark(`Collection: ${sentence}`);
    }),
    variable: rowsOf(memberOf(definition, 'variables')),
    item,
  };
}

/** What a collection or folder states for the requests in it. */
function statedBy(definition: Foreign, remark: (sentence: string) => void): JsonObject {
  const description = memberOf(definition, 'description');
  return {
    ...defined({ description, auth: authOf(memberOf(definition, 'auth'), remark) }),
    ...eventsOf(definition, remark),
  };
}

function requestMembers(document: Foreign, remark: (sentence: string) => void): JsonObject {
  return {
    ...defined({
      method: memberOf(document, 'method'),
      description: memberOf(document, 'description'),
      auth: authOf(memberOf(document, 'auth'), remark),
      body: bodyOf(memberOf(document, 'body')),
    }),
    url: urlOf(document),
    header: rowsOf(memberOf(document, 'headers')),
  };
}

/** The address in parts, where something says more about them than the text. */
function urlOf(document: Foreign): JsonValue {
  const raw = scalarText(memberOf(document, 'url')) ?? '';
  const params = rowsOf(memberOf(document, 'queryParams'));
  const variables = rowsOf(memberOf(document, 'pathVariables'));
  if (params.length + variables.length === 0) {
    return raw;
  }
  const [, scheme, host = '', path, query] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\{\{[^{}]*\}\}|[^/?#])*)(\/[^?#]*)?(?:\?([^#]*))?/is.exec(
      raw.trim(),
    ) ?? [];
  const enabled = new Set(
    params.filter((row) => !isTrue(row, 'disabled')).map((row) => memberOf(row, 'key')),
  );
  const written = (query ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): JsonObject => {
      const [, key = pair, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      return { key, ...defined({ value }) };
    })
    .filter(({ key }) => !enabled.has(key));
  return {
    raw,
    ...defined({ protocol: scheme }),
    host: [host],
    ...(path === undefined ? {} : { path: path.slice(1).split('/') }),
    query: [...written, ...params],
    variable: variables,
  };
}

/** Rows: a list, or an object of names and values. */
function rowsOf(rows: Foreign): readonly JsonObject[] {
  const object = objectOf(rows);
  if (object !== undefined) {
    return Object.entries(object).map(([key, value]) => ({ key, value }));
  }
  return itemsOf(rows).flatMap((row) => {
    const members = objectOf(row);
    const isOff = memberOf(members, 'enabled') === false;
    return members === undefined ? [] : [isOff ? { ...members, disabled: true } : members];
  });
}

/** Authentication with its fields under the name of its type; of several the first one. */
function authOf(auth: Foreign, remark: (sentence: string) => void): JsonObject | undefined {
  const [first, ...more] = itemsOf(auth);
  const one = objectOf(first ?? auth);
  if (more.length > 0) {
    remark('of several authentications the first is used.');
  }
  const type = textOf(memberOf(one, 'type'));
  if (one === undefined || type === undefined) {
    return undefined;
  }
  const known = TYPES.get(type) ?? type;
  return { type: known, [known]: memberOf(one, 'credentials') ?? memberOf(one, type) ?? [] };
}

/** Types that version 2.1 calls otherwise. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['none', 'noauth'],
  ['aws', 'awsv4'],
]);

function eventsOf(document: Foreign, remark: (sentence: string) => void): JsonObject {
  const event = itemsOf(memberOf(document, 'scripts')).flatMap((script): readonly JsonObject[] => {
    const type = textOf(memberOf(script, 'type')) ?? '';
    const [, phase] = /^(?:http:)?(beforeRequest|afterResponse)$/.exec(type) ?? [];
    if (phase === undefined) {
      remark(`its script of the type ${JSON.stringify(type)} is not carried over.`);
      return [];
    }
    return [
      {
        listen: phase === 'beforeRequest' ? 'prerequest' : 'test',
        script: { exec: textOf(memberOf(script, 'code')) ?? '' },
        ...(isTrue(script, 'disabled') ? { disabled: true } : {}),
      },
    ];
  });
  return event.length === 0 ? {} : { event };
}

function bodyOf(body: Foreign): JsonObject | undefined {
  const type = textOf(memberOf(body, 'type'));
  const content = memberOf(body, 'content');
  switch (type) {
    case undefined:
    case 'none':
      return undefined;
    case 'formdata':
    case 'urlencoded':
      return { mode: type, [type]: typeof content === 'string' ? content : rowsOf(content) };
    case 'graphql':
      return { mode: 'graphql', graphql: content ?? {} };
    case 'file':
    case 'binary':
      return { mode: 'file', file: content ?? { src: memberOf(body, 'src') ?? '' } };
    default:
      return { mode: 'raw', raw: scalarText(content) ?? '', options: { raw: { language: type } } };
  }
}

/** An example: its request and response, or their members by themselves. */
function exampleOf(document: Foreign, file: string): JsonObject {
  const request = memberOf(document, 'request') ?? memberOf(document, 'originalRequest');
  const response = memberOf(document, 'response') ?? document;
  const body = memberOf(response, 'body');
  return {
    name: scalarText(memberOf(document, 'name')) ?? file,
    ...(request === undefined ? {} : { originalRequest: requestMembers(request, () => undefined) }),
    ...defined({
      code: memberOf(response, 'statusCode') ?? memberOf(response, 'code'),
      status: memberOf(response, 'statusText'),
      responseTime: memberOf(response, 'responseTime'),
    }),
    header: rowsOf(memberOf(response, 'headers')),
    body: scalarText(memberOf(body, 'content')) ?? scalarText(body) ?? '',
  };
}

/** Items without a number come last. */
function orderOf(document: Foreign): number {
  const order = memberOf(document, 'order');
  const value = order !== undefined && isNumber(order) ? Number(String(order)) : Number.NaN;
  return Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER;
}

/** A file's name without what says its kind. */
function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:request|example)\.ya?ml$|\.ya?ml$/i, '');
}
