/** The workspaces of an export as one collection: their folders, requests, variables and environments. */
import { defined } from '../../../../core/defined';
import type { JsonObject } from '../../../../core/json/json';
import { memberOf, objectOf, type Foreign } from '../../shape/externalJson';
import type { ImportedCollection, ImportedVariable } from '../../shape/imported';
import { shareAuth } from '../../shape/inherited';
import { inOrder } from '../scripts/alternatives';
import type { ScriptCall } from '../scripts/scriptAccount';
import type { ReadRequest, Surroundings } from '../folderRequest';
import { NOTHING_AROUND, readAround, settleScripts } from '../scriptedItems';
import { clashingNames, createVariableNames } from '../../shape/chainNames';
import { readAuth } from './insomniaAuth';
import { readData, readEnvironments } from './insomniaData';
import { readRequest } from './insomniaRequest';
import { createInsomniaTexts, type InsomniaTexts } from './insomniaText';
import type { InsomniaItem, InsomniaWorkspace } from './insomniaTree';
import { createResponseTags, type ResponseTags } from './responseTags';
import { type Remark } from '../../shape/remark';

/** What becomes of workspaces; several have their names as outermost folders. */
export function readWorkspaces(
  workspaces: readonly InsomniaWorkspace[],
): Omit<ImportedCollection, 'format' | 'name' | 'description'> {
  return new Reader(workspaces).collection();
}

/** A level of the tree. */
interface Level extends Surroundings<Foreign> {
  /** Names that folders around give to their own variables. */
  readonly own: ReadonlyMap<string, string>;
}

const OUTSIDE: Level = { folders: [], auth: undefined, headers: [], around: NOTHING_AROUND, own: new Map() };

class Reader {
  private readonly names = createVariableNames([]);
  private readonly remarks: Remark[] = [];
  private readonly read: (ReadRequest & { readonly id: string })[] = [];
  /** Requests that scripts of folders send. */
  private readonly calls: ScriptCall[] = [];
  private readonly unknownCode: string[] = [];
  /** Variables of folders, with the level that sees them. */
  private readonly ofFolders: { readonly data: JsonObject; readonly level: Level }[] = [];
  private readonly clashing: ReadonlySet<string>;
  private readonly tags: ResponseTags;
  private readonly texts: InsomniaTexts;

  constructor(private readonly workspaces: readonly InsomniaWorkspace[]) {
    const all = workspaces.flatMap(({ items }) => flatten(items));
    const bases = workspaces.flatMap(({ environments }) => environments);
    const defined = [...bases, ...bases.flatMap(({ subEnvironments }) => subEnvironments)].map((one) =>
      dataOf(memberOf(one.source, 'data')),
    );
    // Environments give one name different values on purpose: they count as one.
    const ofEnvironments = defined.flatMap((data) => Object.keys(data));
    const ofFolders = all.map(({ source }) => Object.keys(dataOf(memberOf(source, 'environment'))));
    this.clashing = clashingNames([ofEnvironments, ...ofFolders]);
    const requests = all.filter(({ kind }) => kind === 'request');
    const titles = new Map(requests.map(({ id, name }) => [id, name]));
    this.tags = createResponseTags({
      order: new Map(requests.map(({ id }, index) => [id, index])),
      nameOf: (id) => titles.get(id) ?? id,
      freeName: freeNames([...ofEnvironments, ...ofFolders.flat()], (wanted) => this.names.nameFor(wanted)),
    });
    this.texts = createInsomniaTexts(this.names, this.tags);
  }

  collection(): Omit<ImportedCollection, 'format' | 'name' | 'description'> {
    const remark = (one: Remark): void => {
      this.remarks.push(one);
    };
    for (const { name, items, remarks } of this.workspaces) {
      remarks.forEach(remark);
      this.level(items, this.workspaces.length === 1 ? OUTSIDE : { ...OUTSIDE, folders: [name] });
    }
    const folderVariables = this.ofFolders.flatMap(({ data, level }) => this.variables(data, level));
    const environments = this.workspaces.flatMap((workspace) =>
      readEnvironments(workspace.environments, this.dataContext(OUTSIDE)),
    );
    const items = this.read.map((one) => this.withExtractions(one));
    const { auth, requests } = shareAuth(items);
    const settled = settleScripts({
      declared: folderVariables,
      environments,
      items: items.map((one, index) => ({ ...one, request: requests[index] ?? one.request })),
      auth,
      calls: this.calls,
      unknownCode: this.unknownCode,
    });
    return {
      ...defined({ auth }),
      ...settled,
      environments,
      remarks: [...this.remarks, ...settled.remarks],
      renamed: this.names.renamed(),
    };
  }

  private level(items: readonly InsomniaItem[], level: Level): void {
    for (const item of items) {
      if (item.kind === 'folder') {
        this.level(item.children, this.folder(item, level));
        continue;
      }
      const remarks: Remark[] = [];
      const remark = (sentence: string): void => {
        remarks.push(sentence);
      };
      const reader = this.texts.reader({ own: level.own, request: item.id, remark });
      this.read.push({ id: item.id, ...readRequest(item, level, reader, remarks) });
    }
  }

  /** The level inside a folder. */
  private folder(item: InsomniaItem, around: Level): Level {
    const { name, source } = item;
    const title = `Folder ${JSON.stringify(name)}: `;
    const remark = (sentence: string): void => {
      this.remarks.push(title + sentence);
    };
    const data = dataOf(memberOf(source, 'environment'));
    const own = Object.keys(data)
      .filter((variable) => this.clashing.has(variable))
      .map((variable) => [variable, `${name}_${variable}`] as const);
    const reader = this.texts.reader({ own: new Map([...around.own, ...own]), remark });
    const auth = readAuth(memberOf(source, 'authentication'), reader);
    auth.remarks.forEach(remark);
    const headers = memberOf(source, 'headers');
    const scripts = readAround(
      title,
      [
        { kind: 'pre-request script', text: item.before, isBefore: true },
        { kind: 'after-response script', text: item.after },
      ],
      reader,
      around.around,
    );
    const level: Level = {
      folders: [...around.folders, name],
      auth: auth.auth ?? around.auth,
      headers: [...around.headers, ...(Array.isArray(headers) ? (headers as readonly Foreign[]) : [])],
      around: scripts.around,
      own: new Map([...around.own, ...own]),
    };
    this.ofFolders.push({ data, level });
    this.remarks.push(...scripts.remarks);
    this.calls.push(...scripts.calls);
    this.unknownCode.push(...scripts.unknownCode);
    if (item.description !== undefined) {
      remark('its description is not carried over.');
    }
    return level;
  }

  private variables(data: JsonObject, level: Level): readonly ImportedVariable[] {
    return readData(data, this.dataContext(level));
  }

  private dataContext({ own }: Level): Parameters<typeof readData>[1] {
    const reader = this.texts.reader({ own, remark: (sentence) => this.remarks.push(sentence) });
    return {
      reader,
      used: this.texts.used(),
      nameOf: ([first = '', ...rest]) => this.names.nameFor([own.get(first) ?? first, ...rest].join('.')),
    };
  }

  private withExtractions(one: ReadRequest & { readonly id: string }): ReadRequest {
    // What the tags of other requests and its own script take of a response; of two into one variable the last.
    const extract = inOrder([...this.tags.extractionsOf(one.id), ...one.extracted]);
    if (one.request.kind === 'left-out' || extract.length === 0) {
      return one;
    }
    const { expect, redirects, ...rest } = one.request.request;
    const after = defined({ expect, redirects });
    return {
      ...one,
      extracted: extract,
      request: { ...one.request, request: { ...rest, extract, ...after } },
    };
  }
}

function flatten(items: readonly InsomniaItem[]): readonly InsomniaItem[] {
  return items.flatMap((item) => [item, ...flatten(item.children)]);
}

function dataOf(value: Foreign): JsonObject {
  return objectOf(value) ?? {};
}

/** Gives names that none of `taken` and none before is: `token`, then `token_2`. */
function freeNames(taken: readonly string[], possible: (name: string) => string): (wanted: string) => string {
  const all = new Set(taken);
  return (wanted) => {
    for (let count = 1; ; count += 1) {
      const name = possible(count === 1 ? wanted : `${wanted}_${count}`);
      if (!all.has(name)) {
        all.add(name);
        return name;
      }
    }
  };
}
