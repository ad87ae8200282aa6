/**
 * The operation that a step names: by its id, by a pointer into a source description, or stated in the step itself
 * (`x-operation`, as Redocly writes it). Of a description that is missing, a pointer still says path and method.
 */
import { memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { Operation } from '../openapi/operations';
import type { OpenedSpecification } from '../openapi/readOpenapi';
import { baseUrlName } from '../openapi/servers';
import type { ArazzoDocument, ArazzoSource } from './documents';
import { pointerSteps } from './expression';

/** What a step sends. */
export type StepOperation =
  | { readonly kind: 'described'; readonly specification: OpenedSpecification; readonly operation: Operation }
  /** Without description; `{id}` in the path is a parameter, and it may hold expressions. */
  | {
      readonly kind: 'bare';
      readonly method: string;
      /** The server, as chains refer to it. */
      readonly base: string;
      readonly path: string;
      readonly remarks: readonly string[];
    }
  /** A sentence why there is none. */
  | { readonly kind: 'none'; readonly reason: string };

/** Finds the operation of a step that calls no workflow. */
export function findOperation(step: Foreign, document: ArazzoDocument): StepOperation {
  const stated = memberOf(step, 'x-operation');
  const url = textOf(memberOf(stated, 'url'));
  if (url !== undefined) {
    const method = textOf(memberOf(stated, 'method'))?.toUpperCase() ?? 'GET';
    return { kind: 'bare', method, base: '', path: url, remarks: [] };
  }
  const path = textOf(memberOf(step, 'operationPath'));
  if (path !== undefined) {
    return byPath(path, document);
  }
  const id = scalarText(memberOf(step, 'operationId'));
  if (id !== undefined) {
    return byId(id, document);
  }
  return none(
    memberOf(step, 'channelPath') === undefined
      ? 'It names no operation.'
      : 'It sends or receives messages (AsyncAPI), and a chain sends requests.',
  );
}

function none(reason: string): StepOperation {
  return { kind: 'none', reason };
}

function byId(written: string, { sources }: ArazzoDocument): StepOperation {
  const [, named, ofSource] = /^\{?\$sourceDescriptions\.([\w-]+)\.(.+?)\}?$/s.exec(written) ?? [];
  const [, short = '', inShort] = /^([\w-]+)\.(.+)$/s.exec(written) ?? [];
  // Redocly leaves out the beginning.
  const name = named ?? (sources.has(short) ? short : undefined);
  const id = ofSource ?? (name === undefined ? written : inShort);
  const searched = [...sources].filter(([one]) => name === undefined || one === name);
  for (const [, source] of searched) {
    const operation =
      source.kind === 'openapi'
        ? source.specification.operations.find(({ operationId }) => operationId === id)
        : undefined;
    if (source.kind === 'openapi' && operation !== undefined) {
      return { kind: 'described', specification: source.specification, operation };
    }
  }
  return none(
    missingIn(
      JSON.stringify(id),
      searched.map(([, source]) => source),
    ),
  );
}

function missingIn(shown: string, searched: readonly ArazzoSource[]): string {
  const missing = searched.filter((source) => source.kind === 'missing');
  if (missing.length === 0) {
    return `The operation ${shown} is in none of the source descriptions.`;
  }
  return missing.every((source) => source.isMessages)
    ? `The operation ${shown} is one of messages (AsyncAPI), and a chain sends requests.`
    : `The operation ${shown} is in a source description that is missing.`;
}

function byPath(written: string, { sources }: ArazzoDocument): StepOperation {
  const [, name = '', pointer = ''] =
    /^\{?\$sourceDescriptions\.([\w-]+)(?:\.url)?\}?#(.*)$/s.exec(written) ?? [];
  const [first, path, method] = pointerSteps(pointer);
  const source = sources.get(name);
  if (first !== 'paths' || path === undefined) {
    return none(`The operation path ${JSON.stringify(written)} leads to no operation.`);
  }
  if (source?.kind !== 'openapi') {
    const shown = `The source description ${JSON.stringify(name)} is missing`;
    return source === undefined || (source.kind === 'missing' && !source.isMessages)
      ? {
          kind: 'bare',
          method: method?.toUpperCase() ?? 'GET',
          base: `{{${baseUrlName}}}`,
          path,
          remarks: [`${shown}: only the method and the path are known.`],
        }
      : none(`The source description ${JSON.stringify(name)} describes no HTTP.`);
  }
  const { specification } = source;
  const atPath = specification.operations.filter((one) => one.path === path);
  const operation =
    method === undefined ? atPath[0] : atPath.find((one) => one.method === method.toUpperCase());
  return operation === undefined
    ? none(`The operation path ${JSON.stringify(written)} leads to no operation.`)
    : { kind: 'described', specification, operation };
}
