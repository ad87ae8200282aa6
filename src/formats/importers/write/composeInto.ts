/**
 * An import into a chain that is there: its requests come to a place among those of the chain, as if they had
 * been moved there from the chain that they would otherwise have become.
 *
 * What the whole of a source says goes with its requests: authentication that they inherit is written into
 * them, constants come to those of the chain. Nothing that the chain says already is changed.
 */
import { transferRequests } from '../../../core/edit/chainEdit';
import { insertEntry } from '../../../core/edit/entryEdit';
import { setMember, treeOf } from '../../../core/edit/jsonEdit';
import { applyEdits, editBetween, type TextEdit } from '../../../core/edit/textEdit';
import { jsonEquals, type JsonObject, type JsonValue } from '../../../core/json/json';
import { valueOf } from '../../../core/json/jsonDocument';
import { composeImport, type ComposedFile, type ComposeOptions } from './composeImport';
import { createIds } from './draftChains';
import { itemsOf, memberOf, objectOf, textOf } from '../shape/externalJson';
import type { ImportedCollection, ReadSource } from '../shape/imported';
import { withAuth, withOwnAuth } from '../shape/inherited';
import { extractedVariables } from '../shape/chainNames';
import type { ImportedSource } from './importReport';
import type { ChainRecording } from './recordedResult';
import type { ImportedSecret } from '../secrets/secretOrigins';
import { reportedRemark } from '../shape/remark';

/** A chain that gets requests. */
export interface TargetChain {
  readonly text: string;
  /** What the report calls it. */
  readonly file: string;
  /** Index of the request in front of which they come; beyond the list for the end. */
  readonly before: number;
}

/** What an import into a chain consists of. */
export interface ComposedInto {
  /** Edits of the chain. */
  readonly edits: readonly TextEdit[];
  /** Environments; paths are relative to the folder of the chain. */
  readonly files: readonly ComposedFile[];
  /** One for each source, in order. */
  readonly reports: readonly ImportedSource[];
  readonly secrets: readonly ImportedSecret[];
  /** What the requests were answered, as one recording of the chain; none when nobody takes it. */
  readonly recordings: readonly ChainRecording[];
}

/** Composes an import into a chain. Throws UserError when that is not JSON, or has no list of requests. */
export function composeInto(
  { text, file, before }: TargetChain,
  sources: readonly ReadSource[],
  options: Pick<ComposeOptions, 'taken' | 'known' | 'responses'>,
): ComposedInto {
  const chain = valueOf(treeOf(text));
  const auth = objectOf(memberOf(chain, 'auth'));
  const ids = itemsOf(memberOf(chain, 'requests')).flatMap(
    (request) => textOf(memberOf(request, 'id')) ?? [],
  );
  const composed = composeImport(
    sources.map(({ source, collection }) => ({
      source,
      collection: inOneChain(withOwnAuth(withRequiredFirst(collection), auth)),
    })),
    { ...options, folders: 'tags', nextId: createIds(ids) },
  );
  const known = variablesOf(chain);
  let changed = text;
  let place = before;
  const reports = composed.reports.map((report) => {
    const path = report.requests.find((request) => 'file' in request)?.file;
    const made = composed.files.find((one) => one.path === path)?.text;
    const constants = made === undefined ? { text: changed, kept: [] } : withConstants(changed, made);
    changed = constants.text;
    const count = report.requests.filter((request) => 'file' in request).length;
    if (made !== undefined) {
      const picked = Array.from({ length: count }, (_item, index) => index);
      changed = applyEdits(changed, transferRequests(made, changed, { picked, before: place }).put);
      place += count;
    }
    return inChain(report, file, { known, kept: constants.kept });
  });
  return {
    edits: editBetween(text, changed),
    files: composed.files.filter(({ path }) => path.endsWith('.environment.json')),
    reports,
    secrets: composed.secrets,
    recordings: asOne(composed.recordings, file, textOf(memberOf(chain, 'name')) ?? ''),
  };
}

/** A collection whose requests go together, whatever chains it states. */
function inOneChain({ chains: _stated, ...collection }: ImportedCollection): ImportedCollection {
  return collection;
}

/** A collection whose required requests are the first of its own: here all come to one chain. */
function withRequiredFirst({ required, ...collection }: ImportedCollection): ImportedCollection {
  const first = (required ?? []).map((one) => ({
    ...one,
    request: one.request.auth === undefined ? withAuth(one.request, { type: 'none' }) : one.request,
  }));
  return first.length === 0 ? collection : { ...collection, requests: [...first, ...collection.requests] };
}

/** The recordings of all sources as one of the chain that their requests went into. */
function asOne(recordings: readonly ChainRecording[], path: string, name: string): readonly ChainRecording[] {
  const source = recordings.map((recording) => recording.source).join(', ');
  const requests = recordings.flatMap((recording) => recording.requests);
  return requests.length === 0 ? [] : [{ path, name, source, requests }];
}

/** A chain with the constants of another one that it does not have, and the names of those that differ. */
function withConstants(
  text: string,
  made: string,
): { readonly text: string; readonly kept: readonly string[] } {
  const own = objectOf(memberOf(valueOf(treeOf(text)), 'variables'));
  const others = Object.entries(objectOf(memberOf(valueOf(treeOf(made)), 'variables')) ?? {});
  const missing = others.filter(([name]) => memberOf(own, name) === undefined);
  const kept = others.filter(([name, value]) => {
    const there = memberOf(own, name);
    return there !== undefined && !jsonEquals(there, value);
  });
  return {
    text:
      own === undefined
        ? withVariables(text, Object.fromEntries(missing))
        : missing.reduce(
            (so, [name, value]) => applyEdits(so, setMember(so, ['variables', name], value)),
            text,
          ),
    kept: kept.map(([name]) => name),
  };
}

/** Constants are written before the requests that use them. */
function withVariables(text: string, variables: JsonObject): string {
  const root = treeOf(text);
  if (root.kind !== 'object' || Object.keys(variables).length === 0) {
    return text;
  }
  const index = root.members.findIndex(({ name }) => name === 'requests');
  return applyEdits(
    text,
    insertEntry(text, root, { index, name: 'variables', value: variables, spread: 'fit' }),
  );
}

/** Names that the chain gives a value, as constants or by extractions. */
function variablesOf(chain: JsonValue): ReadonlySet<string> {
  const constants = Object.keys(objectOf(memberOf(chain, 'variables')) ?? {});
  const extracted = itemsOf(memberOf(chain, 'requests')).flatMap((request) =>
    extractedVariables(objectOf(request) ?? {}),
  );
  return new Set([...constants, ...extracted]);
}

/** What a report says when its requests went into a chain that was there. */
function inChain(
  report: ImportedSource,
  file: string,
  { known, kept }: { readonly known: ReadonlySet<string>; readonly kept: readonly string[] },
): ImportedSource {
  const remarks = kept.map((name) =>
    reportedRemark(`The chain gives ${name} another value already; that of the source is not carried over.`),
  );
  return {
    ...report,
    requests: report.requests.map((request) => ('file' in request ? { ...request, file } : request)),
    remarks: [...report.remarks, ...remarks],
    undefinedVariables: report.undefinedVariables.filter((name) => !known.has(name)),
  };
}
