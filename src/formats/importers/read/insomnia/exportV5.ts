/** Exports of version 5: a tree of folders and requests, and the environments. */
import { UserError } from '../../../../core/errors';
import { isArray } from '../../../../core/json/json';
import {
  descriptionOf,
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import {
  bySortKey,
  reasonOf,
  type InsomniaEnvironment,
  type InsomniaItem,
  type InsomniaWorkspace,
} from './insomniaTree';
import { documentation, lostCheck, type Remark } from '../../shape/remark';

/** Reads a file. Throws UserError when it is none that can be used. */
export function readExportV5(file: Foreign): InsomniaWorkspace {
  const [, kind = '', version = ''] =
    /^(\w+)\.insomnia\.rest\/(.*)$/.exec(textOf(memberOf(file, 'type')) ?? '') ?? [];
  if (!version.startsWith('5')) {
    throw new UserError(
      `This version of Insomnia's exports is not known: ${JSON.stringify(version)}.`,
      'Export from a current Insomnia.',
    );
  }
  const collection = memberOf(file, 'collection');
  const hasRequests = collection !== undefined && isArray(collection);
  if (kind === 'collection' && !hasRequests) {
    throw new UserError('This Insomnia collection has no list `collection`.', 'Export the collection again.');
  }
  if (kind === 'mock') {
    throw new UserError('This is a mock server of Insomnia, no collection.', 'Export the collection.');
  }
  const environment = memberOf(file, 'environments');
  return {
    name: (scalarText(memberOf(file, 'name')) ?? '').trim(),
    description: descriptionOf(memberAt(file, 'meta', 'description')),
    items: itemsInOrder(collection),
    environments: objectOf(environment) === undefined ? [] : [environmentOf(environment)],
    remarks: remarksOn(file),
  };
}

function itemsInOrder(items: Foreign): readonly InsomniaItem[] {
  return bySortKey(itemsOf(items), (item) => memberAt(item, 'meta', 'sortKey')).map(itemOf);
}

function itemOf(item: Foreign): InsomniaItem {
  const children = memberOf(item, 'children');
  const id = scalarText(memberAt(item, 'meta', 'id')) ?? '';
  const isFolder = children !== undefined && memberOf(item, 'url') === undefined;
  const reason = isFolder ? '' : reasonOf(kindOf(item, id), textOf(memberOf(item, 'url')) ?? '');
  const settings = memberOf(item, 'settings');
  return {
    kind: isFolder ? 'folder' : reason === '' ? 'request' : 'left-out',
    id,
    name: (scalarText(memberOf(item, 'name')) ?? '').trim(),
    description: descriptionOf(memberAt(item, 'meta', 'description')),
    source: item,
    before: textOf(memberAt(item, 'scripts', 'preRequest')) ?? '',
    after: textOf(memberAt(item, 'scripts', 'afterResponse')) ?? '',
    settings: USUAL.flatMap((path) => (memberAt(settings, ...path) === false ? [path.join('.')] : [])),
    followsRedirects: memberOf(settings, 'followRedirects') !== 'off',
    reason,
    children: isFolder ? itemsInOrder(children) : [],
  };
}

/** What an item is: its id says so, but for gRPC calls that were written by hand. */
function kindOf(item: Foreign, id: string): string {
  const isGrpc = ['protoMethodName', 'reflectionApi'].some((name) => memberOf(item, name) !== undefined);
  return isGrpc ? 'grpc' : id;
}

/** Settings that Insomnia begins with switched on. */
const USUAL: readonly (readonly string[])[] = [
  ['renderRequestBody'],
  ['encodeUrl'],
  ['rebuildPath'],
  ['cookies', 'send'],
  ['cookies', 'store'],
];

function environmentOf(environment: Foreign): InsomniaEnvironment {
  return {
    name: (scalarText(memberOf(environment, 'name')) ?? '').trim(),
    source: environment,
    subEnvironments: bySortKey(itemsOf(memberOf(environment, 'subEnvironments')), (one) =>
      memberAt(one, 'meta', 'sortKey'),
    ).map((one) => ({
      name: (scalarText(memberOf(one, 'name')) ?? '').trim(),
      source: one,
      subEnvironments: [],
    })),
  };
}

function remarksOn(file: Foreign): readonly Remark[] {
  const contents = memberAt(file, 'spec', 'contents');
  const isText = (textOf(contents) ?? '').trim() !== '';
  return [
    ...(objectOf(contents) !== undefined || isText
      ? [documentation('The specification in it is not imported with it. Import it as a file of its own.')]
      : []),
    ...(itemsOf(memberAt(file, 'cookieJar', 'cookies')).length === 0
      ? []
      : ['The cookies of its jar are not carried over.']),
    ...itemsOf(memberOf(file, 'testSuites')).map((suite) =>
      lostCheck(
        `The test suite ${JSON.stringify(scalarText(memberOf(suite, 'name')) ?? '')} is not carried over.`,
      ),
    ),
    ...(itemsOf(memberOf(file, 'certificates')).length === 0
      ? []
      : ['Certificates belong to the environment and are not carried over.']),
  ];
}
