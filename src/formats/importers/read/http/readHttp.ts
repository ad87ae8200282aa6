/**
 * `.http` and `.rest` files of REST Client, JetBrains' HTTP Client and httpYac. Of imported files the requests are taken
 * along that others refer to, and what these need in turn.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import type { ImportedCollection, ImportSource } from '../../shape/imported';
import type { SetText } from '../../shape/placedConstants';
import { createTitles } from '../../shape/requestTitle';
import { settleScripts, type ScriptedItem } from '../scriptedItems';
import type { HttpRegion } from './httpRegion';
import { readRequest, readScripts, type ReadRequest } from './httpRequest';
import { readEnvironments, readHttpFiles, type HttpFile } from './httpSources';
import { createHttpTexts, type HttpTexts } from './httpTexts';
import { createFileVariables, isApart, type FileVariables } from './httpVariables';
import { remarkText, type Remark } from '../../shape/remark';

/** UTF-16 code units; nobody writes more by hand, and lines are looked at one by one. */
const MAX_LENGTH = 5_000_000;

/** Reads a file. Rejects with UserError when it cannot be used. */
export async function readHttp({ name, text, path, files }: ImportSource): Promise<ImportedCollection> {
  if (text.length > MAX_LENGTH) {
    throw new UserError('This file is too long to be read.', 'Import a part of it.');
  }
  const remarks: Remark[] = [];
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const sources = await readHttpFiles(path, text, files, remark);
  const environments = await readEnvironments(path, files, remark);
  const regions = sources.flatMap((source) => source.regions);
  const texts = createHttpTexts(
    regions.flatMap(({ variables }) => variables.map((variable) => variable.name)),
    new Set(
      regions.flatMap(({ meta }) => meta.filter((one) => one.name === 'name').map(({ value }) => value)),
    ),
  );
  const variables = createFileVariables(regions, texts, remark);
  const shared = { texts, fragments: new Map(regions.flatMap(fragmentsIn)), nextTitle: createTitles() };
  const needed = neededRequests(sources);
  const apart: ScriptsApart[] = [];
  const read = sources.flatMap((source) => {
    const isImported = source !== sources.at(-1);
    const context = {
      ...shared,
      fileText: (file: string) => source.texts.get(file),
      folders: isImported ? [source.path] : [],
    };
    return readFile(source, {
      takeVariables: variables.take,
      requestsOf: (region, earlier) =>
        isImported && !needed.has(region) ? [] : readRequest(region, earlier, context),
      takeApart: (region) => apart.push(readApart(region, texts, remark)),
    });
  });
  const before = apart.flatMap((one) => one.before);
  const items = read.map((one) => withAnswers(one, before, texts.extractionsOf(one.name ?? '')));
  const settled = settleScripts({
    ...{ declared: variables.declared(), environments, items },
    auth: undefined,
    calls: apart.flatMap(({ calls }) => calls),
    unknownCode: apart.flatMap(({ unknownCode }) => unknownCode),
  });
  const description = headingOf(sources.at(-1));
  return {
    format: 'HTTP file',
    name: name.replace(/\.[^.]*$/, ''),
    ...(description === '' ? {} : { description }),
    ...settled,
    environments,
    remarks: [...new Map([...remarks, ...settled.remarks].map((one) => [remarkText(one), one])).values()],
    renamed: texts.names.renamed(),
  };
}

/** Functions that take the contents of a region. */
interface Takers {
  readonly takeVariables: FileVariables['take'];
  readonly requestsOf: (region: HttpRegion, earlier: readonly string[]) => readonly ReadRequest[];
  /** Takes a region without a request. */
  readonly takeApart: (region: HttpRegion) => void;
}

/** The requests of a file; remarks in a region of their own belong to the next request. */
function readFile(
  { regions }: HttpFile,
  { takeVariables, requestsOf, takeApart }: Takers,
): readonly ReadRequest[] {
  let earlier: readonly string[] = [];
  let variables: readonly SetText[] = [];
  return regions.flatMap((region, index) => {
    variables = [...variables, ...takeVariables(region)];
    if (!isApart(region)) {
      const requests = requestsOf(region, earlier);
      const before = variables;
      [earlier, variables] = [[], requests.length === 0 ? before : []];
      return requests.map((one) => ({ ...one, before: [...before, ...one.before] }));
    }
    earlier = index === 0 ? [] : [...earlier, ...region.comments];
    takeApart(region);
    return [];
  });
}

type ScriptsApart = Pick<ReturnType<typeof readScripts>, 'before' | 'calls' | 'unknownCode'>;

/** What a region without request sets and sends, for all requests of the file. */
function readApart(region: HttpRegion, texts: HttpTexts, remark: (remark: Remark) => void): ScriptsApart {
  const { remarks, before, after, ...scripts } = readScripts(region, texts.reader(remark));
  [...region.remarks, ...remarks].forEach(remark);
  return { ...scripts, before: [...before, ...after].map((one) => ({ ...one, isRepeated: true })) };
}

function headingOf(file: HttpFile | undefined): string {
  const first = file?.regions[0];
  return first === undefined || first.request !== undefined ? '' : first.comments.join('\n').trim();
}

function fragmentsIn({ meta }: HttpRegion): readonly (readonly [string, string])[] {
  return meta
    .filter(({ name }) => name === 'fragment')
    .map(({ value }) => [/^\s*fragment\s+(\w+)/.exec(value)?.[1] ?? '', value] as const);
}

/** A request with what is set before all of them, and the extractions that other requests need. */
function withAnswers(
  { request, before, ...one }: ReadRequest,
  apart: readonly SetText[],
  asked: readonly WrittenExtraction[],
): ScriptedItem {
  const item = { ...one, request, before: [...apart, ...before] };
  if (request.kind === 'left-out' || asked.length === 0) {
    return item;
  }
  const { extract = [], expect, ...members } = request.request;
  return {
    ...item,
    extracted: [...one.extracted, ...asked],
    request: {
      ...request,
      request: { ...members, extract: [...extract, ...asked], ...defined({ expect }) },
    },
  };
}

/** The regions of imported files whose requests the last file needs. */
function neededRequests(files: readonly HttpFile[]): ReadonlySet<HttpRegion> {
  const named = new Map(
    files.flatMap(({ regions }) =>
      regions.flatMap((region) => {
        const name = nameOf(region);
        return name === undefined ? [] : [[name, region] as const];
      }),
    ),
  );
  const needed = new Set<HttpRegion>();
  const queue = [...(files.at(-1)?.regions ?? [])];
  for (let region = queue.pop(); region !== undefined; region = queue.pop()) {
    for (const name of referredIn(region)) {
      const other = named.get(name);
      if (other !== undefined && !needed.has(other)) {
        needed.add(other);
        queue.push(other);
      }
    }
  }
  return needed;
}

function nameOf({ meta }: HttpRegion): string | undefined {
  return meta.find(({ name }) => name === 'name')?.value;
}

/** Names in `# @ref` and in front of a dot or bracket in references. */
function referredIn({ meta, request, headers, body, variables, command }: HttpRegion): readonly string[] {
  const refs = meta.filter(({ name }) => name === 'ref' || name === 'forceref').map(({ value }) => value);
  const texts = [
    request?.url ?? '',
    command ?? '',
    ...headers.map(({ value }) => value),
    ...variables.map(({ value }) => value),
    ...body,
  ];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{\{\s*([A-Za-z_][\w-]*)[.[]/g)].map(([, name = '']) => name),
  );
  return [...refs, ...names];
}
