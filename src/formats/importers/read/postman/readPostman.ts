/**
 * Postman's files: collections of the versions 2.0 and 2.1 and folders of version 3, and environments.
 *
 * A collection may be wrapped in `{ "collection": … }`, as Postman's API gives it. What is inherited in Postman
 * (authentication, variables, folders) is written where a chain has it.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import { askedSecrets } from '../../secrets/replaceCredentials';
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
import type {
  ImportedCollection,
  ImportedRequest,
  ImportedVariable,
  ImportFolder,
  ImportSource,
} from '../../shape/imported';
import { parseYaml } from '../../shape/yamlText';
import { isEnvironment } from '../detectFormat';
import { NOTHING_AROUND, settleScripts } from '../scriptedItems';
import { collectionOfRequest, readCollectionTree, type CollectionTree } from './collectionTree';
import { readAuth } from './postmanAuth';
import { aroundRequests, readEvents, readItems, sendsAllBodies } from './postmanItems';
import { createPostmanTexts, readConstants, type PostmanTexts } from './postmanText';
import type { Remark } from '../../shape/remark';

/** Reads a file of Postman. Throws UserError when it is none that can be used. */
export function readPostman({ name, json }: ImportSource): ImportedCollection {
  if (memberOf(json, 'item') === undefined && isEnvironment(json)) {
    return readEnvironment(json, name);
  }
  const wrapped = objectOf(memberOf(json, 'collection'));
  if (wrapped !== undefined && memberOf(json, 'run') !== undefined) {
    throw refused('This is a report of a Newman run, no collection.', 'Import the collection that was run.');
  }
  return readCollection(wrapped ?? json, name);
}

/** Reads the folder of a collection (version 3). Rejects with UserError when it has no requests. */
export async function readPostmanFolder({ name, files }: ImportFolder): Promise<ImportedCollection> {
  return fromTree(await readCollectionTree(name, files), name);
}

/** Reads a file of version 3 by itself: a request, or an environment. Throws UserError when it is not sound. */
export function readPostmanYaml({ name, text }: ImportSource): ImportedCollection {
  const document = parseYaml(text);
  return isEnvironment(document)
    ? readEnvironment(document, name.replace(/\.(?:environment|globals)\.ya?ml$/i, ''))
    : fromTree(collectionOfRequest(document, name), name);
}

function fromTree({ collection, others, remarks }: CollectionTree, name: string): ImportedCollection {
  const read = readCollection(collection, name);
  const left = others.map(({ name: title, folders, kind }): ImportedRequest => ({
    ...{ kind: 'left-out', name: title, folders },
    reason: `It is a request of the kind ${JSON.stringify(kind)}, and a chain sends HTTP.`,
  }));
  return {
    ...read,
    format: 'Postman collection 3',
    requests: [...read.requests, ...left],
    remarks: [...remarks, ...read.remarks],
  };
}

function readCollection(json: Foreign, file: string): ImportedCollection {
  const version = versionOf(json);
  const declared = itemsOf(memberOf(json, 'variable'));
  const texts = createPostmanTexts(
    declared.flatMap((entry) => scalarText(memberOf(entry, 'key') ?? memberOf(entry, 'id')) ?? []),
  );
  const remarks: Remark[] = [];
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const reader = texts.reader(remark);
  const { auth, remarks: onAuth } = readAuth(memberOf(json, 'auth'), reader);
  onAuth.forEach(remark);
  const events = readEvents(memberOf(json, 'event'), reader, 'Collection: ');
  events.remarks.forEach(remark);
  if (events.extractions.length > 0 || events.expect !== undefined) {
    remark('Collection: what its test script keeps or checks after every request is not carried over.');
  }
  const items = readItems(memberOf(json, 'item'), {
    texts,
    inherited: auth,
    around: aroundRequests(events, NOTHING_AROUND),
    sendsAllBodies: sendsAllBodies(json, false),
    remark,
  });
  const constants = readConstants(declared, reader, remark);
  const description = descriptionOf(memberAt(json, 'info', 'description'));
  const { variables, ...settled } = settleScripts({
    declared: constants,
    environments: [],
    items: items.requests,
    auth: auth?.type === 'none' ? undefined : auth,
    calls: [...(events.calls ?? []), ...items.calls],
    unknownCode: [...(events.unknownCode ?? []), ...items.unknownCode],
  });
  const { asked, secrets } = askedSecrets([{ variables }]);
  return {
    format: `Postman collection ${version}`,
    name: textOf(memberAt(json, 'info', 'name'))?.trim() || file.replace(/\.[^.]*$/, ''),
    ...defined({ description }),
    ...(auth === undefined || auth['type'] === 'none' ? {} : { auth }),
    variables: asked.flatMap((holder) => holder.variables),
    secrets,
    ...settled,
    environments: [],
    remarks: [...remarks, ...settled.remarks],
    renamed: texts.names.renamed(),
  };
}

/** `2.1`, or why the file cannot be read. */
function versionOf(json: Foreign): string {
  if (objectOf(memberOf(json, 'info')) === undefined) {
    const isOld = memberOf(json, 'requests') !== undefined;
    throw isOld
      ? refused('This is a Postman collection of version 1.', 'Let Postman convert it to version 2.1.')
      : refused('This Postman collection has no `info`.', 'Export it again as a collection of version 2.1.');
  }
  const schema = textOf(memberAt(json, 'info', 'schema'));
  const version = schema === undefined ? '2.1' : /\/v(\d+\.\d+)\.\d+\//.exec(schema)?.[1];
  if (version !== '2.0' && version !== '2.1') {
    const named = schema === undefined ? '' : `: ${schema}`;
    throw refused(`This version of Postman collections is not known${named}.`, 'Export version 2.1.');
  }
  const items = memberOf(json, 'item');
  if (!Array.isArray(items)) {
    throw refused('The `item` of this Postman collection is not a list.', 'Export the collection again.');
  }
  return version;
}

function readEnvironment(json: Foreign, file: string): ImportedCollection {
  const texts: PostmanTexts = createPostmanTexts([]);
  const remarks: Remark[] = [];
  const reader = texts.reader((sentence) => remarks.push(sentence));
  const scope = textOf(memberOf(json, '_postman_variable_scope'));
  const name = textOf(memberOf(json, 'name')) ?? file.replace(/(?:\.postman_\w+)?\.json$/, '');
  const variables: readonly ImportedVariable[] = readConstants(
    itemsOf(memberOf(json, 'values')),
    reader,
    (sentence) => remarks.push(sentence),
  );
  const environment = { name: name.trim() === '' ? 'imported' : name, variables, remarks };
  const { asked, secrets } = askedSecrets([environment]);
  return {
    format: scope === 'globals' ? 'Postman globals' : 'Postman environment',
    name,
    variables: [],
    requests: [],
    environments: asked,
    secrets,
    remarks: [],
    renamed: texts.names.renamed(),
    typedVariables: [],
  };
}

function refused(what: string, todo: string): UserError {
  return new UserError(what, todo);
}
