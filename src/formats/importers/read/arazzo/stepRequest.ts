/** A step that calls an operation as a request of a chain. */
import { defined } from '../../../../core/defined';
import type {
  WrittenAuth,
  WrittenExpectation,
  WrittenField,
  WrittenRequest,
} from '../../../../core/files/writtenChain';
import { isObject, type JsonValue } from '../../../../core/json/json';
import { isMethod } from '../../shape/chainNames';
import {
  descriptionOf,
  isTrue,
  memberAt,
  memberOf,
  scalarText,
  type Foreign,
} from '../../shape/externalJson';
import type { ImportedMembers, ImportedRequest } from '../../shape/imported';
import type { Remark } from '../../shape/remark';
import { withType, type StructuredBody } from '../../shape/structuredBody';
import { describedBody } from '../openapi/describedBody';
import type { Operation } from '../openapi/operations';
import type { OpenedSpecification } from '../openapi/readOpenapi';
import { draftOperations, wordsOf, type OperationDraft } from '../openapi/readOperations';
import type { Place } from '../openapi/spec';
import { readActions, type Jump } from './actions';
import { readBody } from './body';
import { readCriteria } from './criteria';
import type { Workflow } from './documents';
import { findOperation, type StepOperation } from './operation';
import { placeParameters, readStepParameters, type PlacedParameters } from './parameters';
import { textWithReferences, type Resolve } from './values';

/** A step, and what is around it. */
export interface StepContext {
  readonly workflow: Workflow;
  readonly step: Place;
  readonly stepId: string;
  /** Ids of the steps that follow, in order. */
  readonly later: readonly string[];
  /** Criteria of the step that called the workflow, for its last one. */
  readonly criteria: readonly JsonValue[];
  readonly folders: readonly string[];
  readonly resolve: Resolve;
  readonly remarks: Remark[];
}

/** A step as a request. */
export interface StepRequest {
  readonly request: ImportedRequest;
  readonly auth: WrittenAuth;
  /** Variables of its path that the step gives no value, with their examples. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** What it sends, for expressions that ask. */
  readonly sent: SentParts;
  /** Where it goes on under a condition. */
  readonly jump?: Jump;
}

/** What a step sends. */
export interface SentParts {
  readonly method: string;
  /** Texts by place and name: `query id`. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly body: Foreign;
}

const NONE: WrittenAuth = { type: 'none' };

/** Reads a step. */
export function readStepRequest(context: StepContext): StepRequest {
  const { workflow, step, stepId, folders, remarks } = context;
  const operation = findOperation(step.value, workflow.document);
  if (operation.kind === 'none') {
    return leftOut(context, operation.reason);
  }
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const parameters = readStepParameters(workflow, step, context.resolve);
  const described = operation.kind === 'described' ? operation.operation : undefined;
  const placed = placeParameters(parameters, described, remark);
  const template = operation.kind === 'described' ? operation.operation.path : operation.path;
  for (const name of [...placed.path.keys()].filter((one) => !template.includes(`{${one}}`))) {
    remark(`Its path has no parameter ${JSON.stringify(name)}, for which it states a value.`);
  }
  const draft = draftOf(operation, placed, context);
  if (draft.request.kind === 'left-out') {
    return leftOut(context, draft.request.reason);
  }
  const base = draft.request;
  const { body, ...rows } = bodyAndRows(base.request, placed, operation, { ...context, remark });
  const auth = placed.authorizes ? NONE : draft.security.auth;
  const expect = expectationOf(base.request, { ...context, remark });
  const { retry, jump } = readActions({ ...context, valueOf: context.resolve }, remark);
  remarkOnExtensions(step.value, remark);
  const request: ImportedMembers = {
    method: base.request.method,
    url: urlOf(base.request.url, placed),
    ...rows,
    ...defined({ body, expect, retry, timeoutMs: timeoutOf(step.value) }),
    ...redirectsOf(base.request, expect),
  };
  const description = descriptionOf(memberOf(step.value, 'description')) ?? base.description;
  return {
    request: {
      kind: 'kept',
      name: stepId,
      id: wordsOf(stepId),
      folders,
      ...defined({ description, recorded: base.recorded, examples: base.examples }),
      request,
      remarks: [...base.remarks, ...remarks],
    },
    auth,
    ...defined({ jump }),
    constants: draft.constants,
    sent: {
      method: base.request.method,
      parameters: new Map(
        parameters.flatMap(({ in: place, name, value }) =>
          typeof value === 'string' ? [[`${place ?? ''} ${name}`, value] as const] : [],
        ),
      ),
      body: body?.json,
    },
  };
}

function leftOut({ stepId, folders }: StepContext, reason: string): StepRequest {
  return {
    request: { kind: 'left-out', name: stepId, folders, reason },
    auth: NONE,
    constants: new Map(),
    sent: { method: '', parameters: new Map(), body: undefined },
  };
}

/** The request as far as the operation says it. */
function draftOf(
  operation: Exclude<StepOperation, { kind: 'none' }>,
  placed: PlacedParameters,
  context: StepContext,
): OperationDraft {
  if (operation.kind === 'bare') {
    return bareDraft(operation, placed, context);
  }
  const { specification } = operation;
  const own = withoutUnusedBody(operation.operation, specification, context.step.value);
  const links = new Map([[own, { extractions: new Map(), linked: new Map(placed.linked), remarks: [] }]]);
  const [draft] = draftOperations({ ...specification, operations: [own], links });
  if (draft === undefined) {
    throw new Error('an operation has no draft');
  }
  return draft;
}

/** The operation without the body that it describes, where the step states its own or needs none. */
function withoutUnusedBody(whole: Operation, { spec }: OpenedSpecification, step: Foreign): Operation {
  const { operation } = whole;
  const hasOwn = memberAt(step, 'requestBody', 'payload') !== undefined;
  const isNeeded =
    memberOf(step, 'requestBody') !== undefined ||
    isTrue(spec.at(operation, 'requestBody').value, 'required');
  if ((!hasOwn && isNeeded) || operation.value === undefined || !isObject(operation.value)) {
    return { ...whole };
  }
  const { requestBody: _described, ...value } = operation.value;
  const parameters = hasOwn
    ? whole.parameters.filter(
        (one) => !/^(?:body|formData)$/.test(scalarText(memberOf(one.value, 'in')) ?? ''),
      )
    : whole.parameters;
  return { ...whole, parameters, operation: { ...operation, value } };
}

/** A request that nothing describes: its method, and its address with the parameters of the path. */
function bareDraft(
  { method, base, path: template, remarks }: StepOperation & { kind: 'bare' },
  { path: values }: PlacedParameters,
  { stepId, folders, resolve }: StepContext,
): OperationDraft {
  const path = textWithReferences(template, resolve).replace(
    /(?<!\{)\{([^{}$]+)\}(?!\})/g,
    (_whole, name: string) => values.get(name) ?? `{{${name.replace(/[^\w.-]+/g, '_')}}}`,
  );
  return {
    request: isMethod(method)
      ? { kind: 'kept', name: stepId, folders, request: { method, url: `${base}${path}` }, remarks }
      : {
          kind: 'left-out',
          name: stepId,
          folders,
          reason: `A chain cannot have the method ${JSON.stringify(method)}.`,
        },
    security: { auth: NONE, headers: [], query: [] },
    constants: new Map(),
    remark: () => undefined,
  };
}

/** Rows and body of a request: of what an operation describes only what is needed, and what the step states. */
function bodyAndRows(
  base: ImportedMembers,
  placed: PlacedParameters,
  operation: Exclude<StepOperation, { kind: 'none' }>,
  { step, resolve, remark }: StepContext & { readonly remark: (remark: Remark) => void },
): Pick<WrittenRequest, 'query' | 'headers' | 'body'> {
  const isSent = ({ disabled }: WrittenField): boolean => disabled !== true;
  const described = (base.query ?? []).filter(isSent);
  const query = [...repeatLists(described, placed.lists), ...placed.query];
  const headers = withCookies([...(base.headers ?? []).filter(isSent), ...placed.headers], placed.cookies);
  const stated = memberOf(step.value, 'requestBody');
  const body: StructuredBody =
    stated === undefined || (memberOf(stated, 'payload') === undefined && base.body?.json === undefined)
      ? { ...defined({ body: base.body }), typed: [] }
      : readBody(stated, base.body?.json, { resolve, remark, describedType: describedType(operation) });
  const typed = stated === undefined ? headers : withType(headers, body);
  return {
    ...(query.length === 0 ? {} : { query }),
    ...(typed.length === 0 ? {} : { headers: typed }),
    ...defined({ body: body.body }),
  };
}

function repeatLists(
  rows: readonly WrittenField[],
  lists: ReadonlyMap<string, readonly string[]>,
): readonly WrittenField[] {
  return rows.flatMap((row) => lists.get(row.name)?.map((value) => ({ ...row, value })) ?? [row]);
}

function withCookies(rows: readonly WrittenField[], cookies: readonly string[]): readonly WrittenField[] {
  const isCookie = ({ name }: WrittenField): boolean => name.toLowerCase() === 'cookie';
  const value = [...rows.filter(isCookie).map((row) => row.value), ...cookies].join('; ');
  return cookies.length === 0 ? rows : [...rows.filter((row) => !isCookie(row)), { name: 'Cookie', value }];
}

function describedType(operation: StepOperation): string | undefined {
  return operation.kind === 'described'
    ? describedBody(operation.specification.spec, operation.operation)?.mediaType
    : undefined;
}

function urlOf(url: string, { querystring }: PlacedParameters): string {
  return querystring === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${querystring}`;
}

/** What the step expects; where it says nothing, what the operation documents. */
function expectationOf(
  base: ImportedMembers,
  { workflow, step, criteria, resolve, remark }: StepContext & { readonly remark: (remark: Remark) => void },
): WrittenExpectation | undefined {
  const { spec } = workflow.document;
  const own = spec.items(spec.at(step, 'successCriteria')).flatMap(({ value }) => value ?? []);
  if (own.length + criteria.length === 0) {
    return base.expect;
  }
  const expect = readCriteria([...own, ...criteria], {
    valueOf: resolve,
    textOf: (text) => textWithReferences(text, resolve),
    remark,
  });
  return Object.keys(expect).length === 0 ? undefined : expect;
}

/** Milliseconds (Arazzo 1.1). */
function timeoutOf(step: Foreign): number | undefined {
  const timeout = Number(scalarText(memberOf(step, 'timeout')) ?? 0);
  return Number.isInteger(timeout) && timeout > 0 && timeout <= MAX_TIMEOUT ? timeout : undefined;
}

/** Of the file format. */
const MAX_TIMEOUT = 86_400_000;

/** A redirect that is expected is not followed. */
function redirectsOf(
  base: ImportedMembers,
  expect: WrittenExpectation | undefined,
): Pick<WrittenRequest, 'redirects'> {
  const status = expect?.status;
  const accepted = status === undefined ? [] : Array.isArray(status) ? status : [status];
  const isRedirect = accepted.length > 0 && accepted.every((one) => /^3/.test(String(one)));
  return isRedirect || (status === undefined && base.redirects !== undefined) ? { redirects: 'manual' } : {};
}

/** Members that tools add and that change what they send. */
function remarkOnExtensions(step: Foreign, remark: (sentence: string) => void): void {
  const names = step !== undefined && isObject(step) ? Object.keys(step) : [];
  for (const name of names.filter((one) => one.startsWith('x-') && one !== 'x-operation')) {
    remark(`Its member ${name} is not carried over.`);
  }
}
