/** The texts of chains: drafts with what their sources say, credentials replaced by references to secrets. */
import type { WrittenChain, WrittenRequest } from '../../../core/files/writtenChain';
import { defined } from '../../../core/defined';
import type { ChainValues, SourceValues } from '../secrets/replaceCredentials';
import { secretReferences } from '../secrets/secretOrigins';
import type { FolderStyle } from '../shape/chainGroups';
import type { ImportedCollection, ImportedMembers } from '../shape/imported';
import type { ChainDraft, DraftRequest } from './draftChains';
import { layOutFile } from './layOutFile';

/** A chain file. */
export interface ComposedChain {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly requests: readonly ComposedRequest[];
  /** Names of the secrets that it refers to, those of its requests included. */
  readonly secrets: readonly string[];
}

/** A request as it went into a chain. */
interface ComposedRequest extends DraftRequest {
  /** Names of the secrets that it refers to. */
  readonly secrets: readonly string[];
}

/** What all chains of an import say alike. */
export interface ChainContext {
  readonly folders: FolderStyle;
  /** Name of the environment that the chains are meant for. */
  readonly environment: string | undefined;
}

/** Composes the chains of a source from their drafts and values, which are in the same order. */
export function composeChains(
  drafts: readonly ChainDraft[],
  { collection, values }: { readonly collection: ImportedCollection; readonly values: SourceValues },
  context: ChainContext,
): readonly ComposedChain[] {
  const { description } = collection;
  return values.chains.flatMap((chain, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [composeChain(draft, chain, { ...context, description })];
  });
}

function composeChain(
  { path, name, requires, requests: drafts }: ChainDraft,
  { variables, auth, requests: values }: ChainValues,
  { folders, environment, description }: ChainContext & { readonly description: string | undefined },
): ComposedChain {
  const requests = values.flatMap((members, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [requestOf(draft, folders, members)];
  });
  const chain: WrittenChain = {
    formatVersion: 1,
    name,
    ...defined({ description }),
    status: 'draft',
    ...defined({ environment }),
    ...(requires.length === 0 ? {} : { requires }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...defined({ auth }),
    requests,
  };
  return {
    path,
    name,
    text: layOutFile(chain),
    requests: drafts.map((request, index) => ({
      ...request,
      secrets: secretReferences(requests[index] ?? null),
    })),
    secrets: secretReferences(chain),
  };
}

function requestOf(
  { source, id }: DraftRequest,
  style: FolderStyle,
  members: ImportedMembers,
): WrittenRequest {
  const { name, description, folders, tags: words = [] } = source;
  const all = [...(style === 'tags' ? folders : []), ...words];
  const tags = [...new Set(all.filter((word) => word.trim() !== ''))];
  return {
    id,
    ...(name.trim() === '' || name === id ? {} : { name }),
    ...defined({ description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...members,
  };
}
