/**
 * Puts the requests of a chain in place of the step that runs it, for formats that have no such steps.
 *
 * A called chain has values of its own. In one list of requests they have names of their own: everything that it
 * defines gets the id of the step in front, except the variables that the caller takes. What a step gives is a constant
 * of such a name, or the variable itself where it gives exactly one.
 */
import { isWrittenCall } from '../../core/files/chainShape';
import type { WrittenCall, WrittenChain, WrittenRequest } from '../../core/files/writtenChain';
import type { JsonObject } from '../../core/json/json';
import { relativePath } from '../../core/language/chainPaths';
import { pathFrom } from '../../core/language/filePath';
import { jsonTexts, referencedVariables } from '../../core/prepare/references';
import { wholeReference } from '../../core/prepare/template';
import { renamedRequest, renamedVariables, type NewNames } from './renameVariables';

/** A chain as written, and its workspace path. */
interface WrittenSource {
  readonly file: string;
  readonly content: WrittenChain;
}

/** The chain with the requests of those that it calls, as far as that says the same; other calls stay. */
export function expandCalls(
  { file, content }: WrittenSource,
  called: ReadonlyMap<string, WrittenChain>,
): WrittenChain {
  let whole: WrittenChain = { ...content, requests: [] };
  const taken = new Set(namesIn(content));
  const ids = new Set(content.requests.map(({ id }) => id));
  for (const item of content.requests) {
    const target = isWrittenCall(item) ? pathFrom(file, item.chain) : undefined;
    const inner = target === undefined ? undefined : called.get(target);
    if (!isWrittenCall(item) || target === undefined || inner === undefined) {
      whole = { ...whole, requests: [...whole.requests, item] };
      continue;
    }
    const own = expandCalls({ file: target, content: inner }, called);
    if (!canExpand(item, own, definedIn(content))) {
      whole = { ...whole, requests: [...whole.requests, item] };
      continue;
    }
    const { names, constants } = namesFor(item, own, taken);
    names.forEach((name) => taken.add(name));
    const moved = (name: string): string => relativePath(file, pathFrom(target, name) ?? name);
    const requests = own.requests
      .filter(isRequest)
      .map((request) => renamedRequest(withFiles(withAuth(request, own), moved), names))
      .map((request) => withTitle(request, item, ids));
    whole = {
      ...whole,
      requires: [...new Set([...(whole.requires ?? []), ...(own.requires ?? []).map(moved)])],
      variables: { ...whole.variables, ...constants },
      requests: [...whole.requests, ...requests],
    };
  }
  return whole;
}

function isRequest(item: WrittenCall | WrittenRequest): item is WrittenRequest {
  return !isWrittenCall(item);
}

/** Whether a list of requests says the same: each is sent once, and no name would have two meanings. */
function canExpand(call: WrittenCall, own: WrittenChain, outside: readonly string[]): boolean {
  const { when, forEach, delayMs, disabled, with: given = {}, take = [] } = call;
  const inside = new Set(definedIn({ requests: own.requests }));
  const known = new Set([...inside, ...Object.keys(given), ...Object.keys(own.variables ?? {})]);
  return (
    [when, forEach, delayMs].every((member) => member === undefined) &&
    disabled !== true &&
    own.requests.every(isRequest) &&
    Object.keys(given).every((name) => !inside.has(name)) &&
    !usedIn(given).some((name) => take.includes(name)) &&
    !usedIn({ variables: own.variables ?? {}, auth: own.auth ?? {}, requests: own.requests }).some(
      (name) => !known.has(name) && outside.includes(name),
    )
  );
}

/** Names of a called chain as its caller has them, and the constants that come with it. */
interface Naming {
  readonly names: NewNames;
  readonly constants: JsonObject;
}

function namesFor(call: WrittenCall, own: WrittenChain, taken: ReadonlySet<string>): Naming {
  const { id, with: given = {}, take = [] } = call;
  const names = new Map<string, string>(take.map((name) => [name, name]));
  const written: [string, JsonObject[string]][] = [];
  for (const [name, value] of Object.entries(given)) {
    const reference = typeof value === 'string' ? wholeReference(value) : undefined;
    if (reference?.name.startsWith('$') === false) {
      names.set(name, reference.name);
    } else {
      written.push([name, value]);
    }
  }
  const constants = Object.entries(own.variables ?? {}).filter(([name]) => !Object.hasOwn(given, name));
  const prefix = id.replace(/^(?=\d)|\W/g, '_');
  for (const name of [
    ...[...written, ...constants].map(([one]) => one),
    ...definedIn({ requests: own.requests }),
  ]) {
    if (!names.has(name)) {
      names.set(name, freeName(`${prefix}_${name}`, new Set([...taken, ...names.values()])));
    }
  }
  return {
    names,
    constants: {
      ...Object.fromEntries(written.map(([name, value]) => [names.get(name) ?? name, value])),
      ...renamedVariables(Object.fromEntries(constants), names),
    },
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeName(`${wanted}_`, taken) : wanted;
}

/** The variables that a chain gives values. */
function definedIn({
  variables = {},
  requests,
}: Pick<WrittenChain, 'variables' | 'requests'>): readonly string[] {
  return [
    ...Object.keys(variables),
    ...requests.flatMap((item) => {
      if (isWrittenCall(item)) {
        return item.take ?? [];
      }
      const { extract = [], variables: own = {}, forEach } = item;
      const inLoop = [forEach?.as, forEach?.page?.next].filter((name) => name !== undefined);
      return [...extract.map(({ variable }) => variable), ...Object.keys(own), ...inLoop];
    }),
  ];
}

function usedIn(value: JsonObject): readonly string[] {
  return jsonTexts(value).flatMap(({ text }) => referencedVariables(text));
}

/** All names of a chain. */
function namesIn(content: WrittenChain): readonly string[] {
  return [...definedIn(content), ...usedIn({ ...content })];
}

/** With the authentication that it inherits from its own chain. */
function withAuth(request: WrittenRequest, { auth = { type: 'none' } }: WrittenChain): WrittenRequest {
  const isInherited = request.auth === undefined || request.auth.type === 'inherit';
  return isInherited ? { ...request, auth } : request;
}

/** With the paths of its files from another folder. */
function withFiles(request: WrittenRequest, moved: (file: string) => string): WrittenRequest {
  const { file, multipart } = request.body ?? {};
  return {
    ...request,
    ...(request.body && {
      body: {
        ...request.body,
        ...(file !== undefined && { file: moved(file) }),
        ...(multipart && {
          multipart: multipart.map((part) =>
            part.file === undefined ? part : { ...part, file: moved(part.file) },
          ),
        }),
      },
    }),
  };
}

/** With an id of its own, and the name of the step in front of its own. */
function withTitle(request: WrittenRequest, call: WrittenCall, ids: Set<string>): WrittenRequest {
  const id = freeName(`${call.id}-${request.id}`, ids);
  ids.add(id);
  return { ...request, id, name: `${call.name ?? call.id}: ${request.name ?? request.id}` };
}
