/**
 * The editor's side of the form, for tests of the page: a text that changes are made in, its views, and what
 * was called. Previews resolve no values; what matters here is that they are asked for and shown.
 */
import { isDeepStrictEqual } from 'node:util';
import { insertItem, removeMember, setMember, treeOf } from '../../src/core/edit/jsonEdit';
import { moveItem } from '../../src/core/edit/itemMove';
import { insertRequest, gatherRequests } from '../../src/core/edit/chainEdit';
import { applyEdits } from '../../src/core/edit/textEdit';
import {
  isArray,
  isObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../src/core/json/json';
import { nodeAt, valueOf, type JsonPath } from '../../src/core/json/jsonDocument';
import type { RequestResult } from '../../src/core/result/result';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import type { FormEditor } from '../../src/protocol/formContract';
import type { FormChange, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import type { FormPreview, Segment } from '../../src/protocol/formPreview';
import type { Suggestion } from '../../src/protocol/formVariables';
import type { FormView } from '../../src/protocol/formView';
import { recordCalls } from './panelTests';

/** What of a view a test says itself. */
export type ViewParts = Partial<Omit<FormView, 'revision' | 'chain' | 'requests' | 'chosen'>> & {
  readonly rows?: readonly Partial<FormView['requests'][number]>[];
  readonly results?: readonly RequestResult[];
  readonly suggestions?: readonly Suggestion[];
};

/** The editor's side. */
export interface FormSide {
  readonly implementation: Implementation<FormEditor>;
  /** Calls other than questions, in order. */
  readonly calls: unknown[][];
  /** Previews and suggestions that were asked for, in order. */
  readonly questions: unknown[][];
  readonly text: () => string;
  readonly view: () => FormView;
  /** Changes the text from outside, as if it was typed into. */
  readonly type: (text: string) => void;
  /** Where views go; set when the page is open. */
  show: (view: FormView) => void;
}

/** An editor with a chain of requests. */
export function formSide(chain: JsonObject, parts: ViewParts = {}): FormSide {
  let text = `${stringifyJson({ formatVersion: 1, name: 'Orders', ...chain }, 2)}\n`;
  let revision = 1;
  let chosen: number | undefined = requestsIn(text).length === 0 ? undefined : 0;
  const { calls, note } = recordCalls();
  const questions: unknown[][] = [];
  const view = (): FormView => viewOf({ text, revision, chosen, parts });
  const write = (next: string): number => {
    text = next;
    revision += 1;
    side.show(view());
    return revision;
  };
  const choose = (target: FormTarget): void => {
    chosen = target?.index;
    side.show(view());
  };
  const implementation: Implementation<FormEditor> = {
    ready: view,
    choose: (target) => {
      note('choose')(target);
      choose(target);
    },
    change: (change) => {
      note('change')(change);
      const changed = changedText(text, change);
      if (changed === undefined) {
        side.show(view());
        return { kind: 'stale' };
      }
      return { kind: 'done', revision: write(changed) };
    },
    addRequest: (before) => {
      note('addRequest')(before);
      const request = { id: 'new-request', method: 'GET', url: '{{baseUrl}}/' };
      chosen = before;
      write(applyEdits(text, insertRequest(text, before, request)));
    },
    moveRequests: (picked, before) => {
      note('moveRequests')(picked, before);
      const places = picked.map(({ index }) => index);
      const place = places.some((index) => index < before) ? before - 1 : before;
      const id = idAt(text, chosen ?? 0);
      text = applyEdits(text, gatherRequests(text, places, place));
      chosen = requestsIn(text).findIndex((request) => isObject(request) && request['id'] === id);
      write(text);
    },
    preview: (target, draft) => {
      questions.push(['preview', target]);
      return previewOf(draft);
    },
    suggest: (...args) => {
      questions.push(['suggest', ...args]);
      return parts.suggestions ?? [];
    },
    pickFile: () => 'files/invoice.pdf',
    pickChain: () => '../billing/pay.chain.json',
    addStep: note('addStep'),
    calledNames: () => ({
      needed: ['orderId', 'customer'],
      constants: ['currency'],
      taken: ['receiptId', 'total'],
    }),
    openCalled: note('openCalled'),
    details: (_run, index) => {
      const result = parts.results?.[index];
      if (result === undefined) {
        throw new CallFailure('This result is no longer there.');
      }
      return result;
    },
    bodyTree: () => {
      throw new CallFailure('This result has no long body.');
    },
    offerExtraction: (...args) => {
      note('offerExtraction')(...args);
      const now = { count: 1, text: '881' };
      const rules = [{ text: '$.items[0].line', all: false, now, earlier: [], worksIn: 0 }];
      return { id: 7, variable: 'lineId', rules, uses: [] };
    },
    duplicateRequests: note('duplicateRequests'),
    deleteRequests: note('deleteRequests'),
    disableRequests: note('disableRequests'),
    fixOrder: note('fixOrder'),
    pasteCurl: note('pasteCurl'),
    createEnvironment: note('createEnvironment'),
    importRequests: note('importRequests'),
    rename: note('rename'),
    fix: note('fix'),
    copyCurl: note('copyCurl'),
    reveal: note('reveal'),
    openViewer: note('openViewer'),
    autoMap: note('autoMap'),
    manageTrust: note('manageTrust'),
    selectEnvironment: note('selectEnvironment'),
    startSampleApi: note('startSampleApi'),
    runAll: note('runAll'),
    execute: note('execute'),
    runRequest: note('runRequest'),
    runWithDependencies: note('runWithDependencies'),
    runFromHere: note('runFromHere'),
    cancel: note('cancel'),
    past: () => ({ points: [] }),
    openBody: note('openBody'),
    setSecret: note('setSecret'),
    openRequest: note('openRequest'),
    setPreviewedSecret: note('setPreviewedSecret'),
    extract: note('extract'),
  };
  const side: FormSide = {
    implementation,
    calls,
    questions,
    text: () => text,
    view,
    type: (next) => void write(next),
    show: () => undefined,
  };
  return side;
}

function viewOf(state: {
  readonly text: string;
  readonly revision: number;
  readonly chosen: number | undefined;
  readonly parts: ViewParts;
}): FormView {
  const { text, revision, chosen, parts } = state;
  const { rows = [], results, suggestions: _suggestions, ...said } = parts;
  const { requests: _requests, ...chain } = objectOf(parseJson(text));
  const requests = requestsIn(text);
  const request = chosen === undefined ? undefined : requests[chosen];
  return {
    revision,
    file: 'orders.chain.json',
    trusted: true,
    isSample: false,
    running: false,
    chain: stringifyJson(chain),
    environments: ['local', 'staging'],
    requests: requests.map((one, index) => rowOf(objectOf(one), rows[index])),
    problems: [],
    variables: [],
    orderProblems: [],
    ...said,
    ...(chosen === undefined || request === undefined
      ? {}
      : {
          chosen: {
            index: chosen,
            text: stringifyJson(request),
            ...(results?.[chosen] === undefined ? {} : { run: 1, runIndex: chosen }),
          },
        }),
  };
}

function rowOf(
  { id, name, method, chain, disabled }: JsonObject,
  more: Partial<FormView['requests'][number]> = {},
): FormView['requests'][number] {
  return {
    id: textOf(id),
    name: textOf(name) || textOf(id),
    method: chain === undefined ? textOf(method) : 'CALL',
    ...(chain === undefined ? {} : { chain: textOf(chain) }),
    disabled: disabled === true,
    errors: 0,
    warnings: 0,
    ...more,
  };
}

/** The text after a change; nothing when it says something else than the change believes. */
function changedText(text: string, { target, edits }: FormChange): string | undefined {
  if (target !== null && idAt(text, target.index) !== target.id) {
    return undefined;
  }
  const root: JsonPath = target === null ? [] : ['requests', target.index];
  let changed: string | undefined = text;
  for (const edit of edits) {
    changed = changed === undefined ? undefined : editedText(changed, root, edit);
  }
  return changed;
}

function editedText(text: string, root: JsonPath, edit: FormEdit): string | undefined {
  const path = [...root, ...edit.path];
  const node = nodeAt(treeOf(text), path);
  switch (edit.kind) {
    case 'set': {
      const before = edit.before === null ? undefined : parseJson(edit.before);
      if (!isDeepStrictEqual(node === undefined ? undefined : valueOf(node), before)) {
        return undefined;
      }
      return applyEdits(
        text,
        edit.value === null ? removeMember(text, path) : setMember(text, path, parseJson(edit.value)),
      );
    }
    case 'insert':
      return applyEdits(text, insertItem(text, path, { index: edit.index, value: parseJson(edit.value) }));
    case 'move':
      return node?.kind === 'array' ? applyEdits(text, moveItem(text, node, edit)) : undefined;
  }
}

/** The draft as written, with references marked. */
function previewOf(draft: FormChange | null): FormPreview {
  const [edit] = draft?.edits ?? [];
  const request = edit?.kind === 'set' ? objectOf(parseJson(edit.value ?? '{}')) : {};
  const headers = isArray(request['headers'] ?? null) ? (request['headers'] as readonly JsonValue[]) : [];
  const body = objectOf(request['body'] ?? {})['json'];
  if (request['chain'] !== undefined) {
    return previewOfStep(request);
  }
  return {
    method: textOf(request['method']),
    url: segmentsOf(textOf(request['url'])),
    headers: headers.map((header) => {
      const { name, value } = objectOf(header);
      return { name: textOf(name), value: segmentsOf(textOf(value)) };
    }),
    ...(body === undefined
      ? {}
      : {
          body: {
            mediaType: 'application/json',
            text: segmentsOf(stringifyJson(body, 2)),
            shortened: false,
          },
        }),
    remarks: segmentsOf(textOf(request['url'])).flatMap(({ kind, text, why = '' }) =>
      kind === 'missing' ? [`${text}: ${why}`] : [],
    ),
    missingSecrets: [],
  };
}

function previewOfStep({ chain, with: given = {} }: JsonObject): FormPreview {
  return {
    method: 'CALL',
    url: segmentsOf(textOf(chain)),
    headers: [],
    given: Object.entries(objectOf(given)).map(([name, value]) => ({
      name,
      value: segmentsOf(typeof value === 'string' ? value : stringifyJson(value)),
    })),
    remarks: [],
    missingSecrets: [],
  };
}

function segmentsOf(text: string): readonly Segment[] {
  return text.split(/(\{\{[^}]*\}\})/).map((piece) => {
    if (!piece.startsWith('{{')) {
      return { text: piece, kind: 'written' };
    }
    return piece === '{{baseUrl}}'
      ? { text: 'http://127.0.0.1:4010', kind: 'value', why: 'environment local' }
      : { text: piece, kind: 'missing', why: `nothing produces ${piece.slice(2, -2)}` };
  });
}

function requestsIn(text: string): readonly JsonValue[] {
  const requests = objectOf(parseJson(text))['requests'] ?? null;
  return isArray(requests) ? requests : [];
}

function idAt(text: string, index: number): unknown {
  return objectOf(requestsIn(text)[index] ?? null)['id'];
}

function objectOf(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
