/** The operations of a specification as requests of a chain. */
import { defined } from '../../../../core/defined';
import { jsonEquals, stringifyJson, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { encodeAround } from '../../../../core/prepare/url';
import { isMethod } from '../../shape/chainNames';
import { descriptionOf, memberOf } from '../../shape/externalJson';
import type {
  ImportedCollection,
  ImportedRequest,
  ImportedVariable,
  KeptRequest,
} from '../../shape/imported';
import { shareAuth } from '../../shape/inherited';
import { createExampleRoom } from '../../shape/recordedResponses';
import { documentedSuccess, readResponseExamples } from './responseExample';
import type { OperationLinks } from './links';
import { literalJson } from './literalText';
import { isDeprecated, type Operation } from './operations';
import { readParameters, type ParameterRows } from './parameterRows';
import { parameterName } from './parameter';
import { readRequestBody } from './requestBody';
import type { OperationSecurity, SpecSecrets } from './security';
import type { SpecServers } from './servers';
import type { Spec } from './spec';
import { documentation, type Remark } from '../../shape/remark';

/** What the operations of a specification share. */
export interface OperationsContext {
  readonly spec: Spec;
  readonly secrets: SpecSecrets;
  readonly nameOf: (variable: string) => string;
  readonly servers: SpecServers;
  readonly operations: readonly Operation[];
  readonly links: ReadonlyMap<Operation, OperationLinks>;
  readonly securityOf: (operation: Operation, remark: (remark: Remark) => void) => OperationSecurity;
}

/** The requests of a specification, and what a chain states for all of them. */
export type ReadOperations = Pick<ImportedCollection, 'requests' | 'auth'> & {
  /** Variables of paths with their examples. */
  readonly variables: readonly ImportedVariable[];
};

/** Reads them. */
export function readOperations(context: OperationsContext): ReadOperations {
  const drafts = draftOperations(context);
  const constants = new Map<string, JsonValue>();
  for (const { constants: own, remark } of drafts) {
    for (const [variable, value] of own) {
      const known = constants.get(variable) ?? value;
      constants.set(variable, known);
      if (!jsonEquals(known, value)) {
        remark(
          `Its example for ${variable} is ${stringifyJson(value)}; the constant has that of a request before.`,
        );
      }
    }
  }
  const produced = new Set([...context.links.values()].flatMap(({ extractions }) => [...extractions.keys()]));
  return {
    ...shareAuth(drafts.map(({ request, security }) => ({ request, auth: security.auth }))),
    variables: [...constants]
      .filter(([name]) => !produced.has(name))
      .map(([name, value]) => ({ name, value: literalJson(value), isSecret: false })),
  };
}

/** An operation as a request that does not say yet how it is authenticated. */
export interface OperationDraft {
  readonly request: ImportedRequest;
  readonly security: OperationSecurity;
  /** Variables of the path with their examples. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  readonly remark: (remark: Remark) => void;
}

/** Drafts the operations, as many as there is room for. */
export function draftOperations(context: OperationsContext): readonly OperationDraft[] {
  const room = createRoom();
  return context.operations.map((operation) => room.fit(draftOf(operation, context)));
}

/** UTF-16 code units of all requests together: shared examples can make gigabytes. */
const MAX_LENGTH = 50_000_000;

/** Leaves out requests, and further examples, for which there is no room any more. */
function createRoom(): { readonly fit: (draft: OperationDraft) => OperationDraft } {
  let left = MAX_LENGTH;
  const withFitting = createExampleRoom();
  return {
    fit(whole) {
      const draft = { ...whole, request: withFitting(whole.request) };
      const { request } = draft;
      if (request.kind === 'left-out') {
        return draft;
      }
      left -= stringifyJson(request.request).length + (request.recorded?.exchange.response?.body.size ?? 0);
      const { name, folders } = request;
      const reason = 'The examples of this specification are too large together. Import a part of it.';
      return left >= 0 ? draft : { ...draft, request: { kind: 'left-out', name, folders, reason } };
    },
  };
}

function draftOf(operation: Operation, context: OperationsContext): OperationDraft {
  const { spec, links, securityOf } = context;
  const { method, title, tags, operationId } = operation;
  const folders = tags.slice(0, 1);
  const { extractions, linked, remarks } = links.get(operation) ?? NO_LINKS;
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const security = securityOf(operation, remark);
  const rows = readParameters(operation, { ...context, linked, remark });
  const { body, headers: ofBody } = readRequestBody(spec, operation, remark);
  const success = documentedSuccess(spec, operation);
  remarkOnRest(operation, remark);
  const inPath = queryNames(operation.path);
  const query = [...rows.query.filter(({ name }) => !inPath.has(name)), ...security.query];
  const headers = [...rows.headers, ...security.headers, ...ofBody];
  const description = descriptionOf(memberOf(operation.operation.value, 'description'));
  const { expect, ...redirects } = success.members;
  const url = urlOf(operation, placeholders(operation, rows), context, remark);
  const kept: KeptRequest = {
    kind: 'kept',
    name: title,
    ...(operationId === undefined ? {} : { id: wordsOf(operationId) }),
    folders,
    ...(tags.length < 2 ? {} : { tags: tags.slice(1) }),
    ...defined({ description }),
    request: {
      method,
      url,
      ...(query.length === 0 ? {} : { query }),
      ...(headers.length === 0 ? {} : { headers }),
      ...defined({ body }),
      ...(extractions.size === 0 ? {} : { extract: [...extractions.values()] }),
      ...defined({ expect }),
      ...redirects,
    },
    ...readResponseExamples(spec, operation, url),
    remarks,
  };
  const shown = JSON.stringify(method);
  const request: ImportedRequest = isMethod(method)
    ? kept
    : { kind: 'left-out', name: title, folders, reason: `A chain cannot have the method ${shown}.` };
  return { request, security, constants: rows.constants, remark };
}

const NO_LINKS: OperationLinks = { extractions: new Map(), linked: new Map(), remarks: [] };

/** Names of the query that a path of `x-ms-paths` has; their values are there already. */
function queryNames(path: string): ReadonlySet<JsonValue | undefined> {
  const pairs = path.includes('?') ? path.slice(path.indexOf('?') + 1).split('&') : [];
  return new Set(pairs.flatMap((pair) => [pair.split('=')[0] ?? '', ...(/\{([^{}]+)\}/.exec(pair) ?? [])]));
}

/** The texts for the placeholders of a path; those in its query are query parameters. */
function placeholders(
  { path }: Operation,
  { path: values, query }: ParameterRows,
): ReadonlyMap<string, string> {
  const inPath = queryNames(path);
  const rows = query.flatMap(({ name, value }): [string, string][] =>
    inPath.has(name) && typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
  );
  return new Map([...rows, ...values]);
}

/** The server and the path, with a text for each placeholder. */
function urlOf(
  operation: Operation,
  values: ReadonlyMap<string, string>,
  { servers, nameOf }: OperationsContext,
  remark: (remark: Remark) => void,
): string {
  const { path } = operation;
  const pieces = path.split(/\{([^{}]+)\}/).map((piece, index) => {
    if (index % 2 === 0) {
      return escapeReferences(piece.replace(/[#\s]/g, encodeAround));
    }
    const value = values.get(piece);
    if (value === undefined) {
      remark(`The path has the parameter ${JSON.stringify(piece)}, which the file does not describe.`);
    }
    return value ?? `{{${nameOf(parameterName(path, piece))}}}`;
  });
  const url = pieces.join('');
  return servers.base(operation, remark) + (url.startsWith('/') || url === '' ? url : `/${url}`);
}

/** The words of an operationId, from which the request gets its id: `getUser` gives `get-user`. */
export function wordsOf(operationId: string): string {
  return operationId.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
}

function remarkOnRest(operation: Operation, remark: (remark: Remark) => void): void {
  if (isDeprecated(operation)) {
    remark(documentation('It is marked as deprecated.'));
  }
  if (operation.callbacks.length > 0) {
    remark(
      documentation(`Its callbacks are sent by the API and left out: ${operation.callbacks.join(', ')}.`),
    );
  }
}
