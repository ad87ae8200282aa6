/**
 * A collection of Bruno as a collection of chains.
 *
 * Variables of an environment come before those of the collection in Bruno, and after them in a chain: what an
 * environment defines is in all environments, and no constant of the chain. Folders have variables that only their
 * requests see; those that are called like others have the name of their folder before theirs.
 */
import { defined } from '../../../../core/defined';
import type { JsonValue } from '../../../../core/json/json';
import { proposeSecretName } from '../../../../core/permission/secretNames';
import { askedSecrets } from '../../secrets/replaceCredentials';
import { clashingNames, createVariableNames, type VariableNames } from '../../shape/chainNames';
import type { ImportedCollection, ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import { shareAuth } from '../../shape/inherited';
import type { ReadRequest, Surroundings } from '../folderRequest';
import { dynamicVariable } from '../postman/postmanText';
import { NOTHING_AROUND, readAround, settleScripts } from '../scriptedItems';
import type { ScriptTexts } from '../scripts/postmanApi';
import type { ScriptCall } from '../scripts/scriptAccount';
import { readAuth } from './brunoAuth';
import { readRequest } from './brunoRequest';
import {
  inOrder,
  type BrunoCollection,
  type BrunoDefaults,
  type BrunoItem,
  type BrunoRequest,
  type BrunoRow,
  type BrunoVariable,
} from './brunoTree';
import { documentation, remarkOn, type Remark } from '../../shape/remark';

/** What becomes of a collection, but for the name of its format. */
export function readBrunoTree(collection: BrunoCollection): Omit<ImportedCollection, 'format'> {
  return new Reader(collection).read();
}

/** What a variable of a request is. */
const OF_REQUEST = { isOwn: true, isDeclared: true } as const;

interface Level extends Surroundings<BrunoRow> {
  readonly own: OwnNames;
}

class Reader {
  private readonly names = createVariableNames([]);
  private readonly remarks: Remark[];
  private readonly requests: ReadRequest[] = [];
  /** Requests that scripts of the collection and its folders send. */
  private readonly calls: ScriptCall[] = [];
  private readonly unknownCode: string[] = [];
  /** Variables of the collection and its folders. */
  private readonly variables: ImportedVariable[] = [];
  private readonly clashing: ReadonlySet<string>;
  /** Secrets for tokens, by the scripts that send them. */
  private readonly tokens = new Map<string, string>();
  /** Runtime variables come before all others in Bruno. */
  private readonly scopes = new Map<string, number>();

  constructor(private readonly collection: BrunoCollection) {
    this.remarks = [...collection.remarks];
    const outer = [collection.defaults, ...collection.environments].flatMap(({ variables }) =>
      namesOf(variables),
    );
    this.clashing = clashingNames([outer, ...ownersIn(collection.items).map(namesOf)]);
  }

  read(): Omit<ImportedCollection, 'format'> {
    const { name, description, items } = this.collection;
    const outside = this.level(
      'Collection: ',
      { folders: [], auth: undefined, headers: [], around: NOTHING_AROUND, own: new Map() },
      this.collection.defaults,
    );
    this.items(items, outside);
    const { environments, variables } = this.settled();
    const tokens = [...this.tokens.values()];
    const { asked, secrets } = askedSecrets(environments, tokens);
    const { auth, requests } = shareAuth(this.requests);
    const settled = settleScripts({
      declared: variables,
      environments: asked,
      items: this.requests.map((one, index) => ({ ...one, request: requests[index] ?? one.request })),
      auth,
      calls: this.calls,
      unknownCode: this.unknownCode,
    });
    return {
      name,
      ...defined({ description, auth }),
      ...settled,
      environments: asked,
      secrets: [...secrets, ...tokens],
      remarks: [...this.remarks, ...settled.remarks],
      renamed: this.names.renamed(),
    };
  }

  private items(items: readonly BrunoItem[], level: Level): void {
    for (const item of inOrder(items)) {
      if (item.kind === 'request') {
        this.request(item, level);
        continue;
      }
      const { name, defaults } = item;
      const clashing = namesOf(defaults.variables).filter((variable) => this.clashing.has(variable));
      const own = new Map([...level.own, ...clashing.map((one) => [one, `${name}_${one}`] as const)]);
      const inside = { ...level, folders: [...level.folders, name], own };
      this.items(item.items, this.level(`Folder ${JSON.stringify(name)}: `, inside, defaults));
    }
  }

  private request(request: BrunoRequest, level: Level): void {
    const remarks: Remark[] = [];
    const reader = brunoReader(this.names, level.own, (sentence) => remarks.push(sentence));
    const variables = this.imported(request.variables, level.own, (one) => remarks.push(one));
    const own = variables.map(({ value, ...one }) => ({ ...one, text: value, ...OF_REQUEST }));
    this.requests.push(
      readRequest(request, own, level, { reader: this.inScripts(reader, request.name), remarks }),
    );
  }

  /** What a collection or a folder adds for the requests in it; `title` begins the remarks on it. */
  private level(title: string, around: Level, defaults: BrunoDefaults): Level {
    const remark = (one: Remark): void => {
      this.remarks.push(remarkOn((sentence) => title + sentence, one));
    };
    const reader = brunoReader(this.names, around.own, remark);
    const { auth, remark: onAuth } = readAuth(defaults.auth, (text) => reader.read(text));
    if (onAuth !== undefined) {
      remark(onAuth);
    }
    const { before, after, tests } = defaults.scripts;
    const scripts = readAround(
      title,
      [
        { kind: 'pre-request script', text: before, isBefore: true },
        { kind: 'post-response script', text: after },
        { kind: 'tests', text: tests },
      ],
      this.inScripts(reader, around.folders.at(-1) ?? this.collection.name),
      around.around,
    );
    this.remarks.push(...scripts.remarks);
    this.calls.push(...scripts.calls);
    this.unknownCode.push(...scripts.unknownCode);
    this.variables.push(...this.imported(defaults.variables, around.own, remark));
    return {
      ...around,
      auth: auth ?? around.auth,
      headers: [...around.headers, ...defaults.headers],
      around: scripts.around,
    };
  }

  /** For the scripts of what has this name. */
  private inScripts(reader: ScriptTexts, name: string): ScriptTexts {
    return { ...reader, scopes: this.scopes, tokenOf: (script) => this.tokenOf(script, name) };
  }

  private tokenOf(script: string, name: string): string | undefined {
    const { tokens } = this;
    if (this.collection.tokenFiles?.some((one) => one.test(script)) === true && !tokens.has(script)) {
      tokens.set(script, proposeSecretName([], `${name} token`, new Set(tokens.values())));
    }
    return tokens.get(script);
  }

  private imported(
    variables: readonly BrunoVariable[],
    own: OwnNames,
    remark: (remark: Remark) => void,
  ): readonly ImportedVariable[] {
    const reader = brunoReader(this.names, own, remark);
    const off = variables.filter(({ isDisabled }) => isDisabled).map(({ name }) => JSON.stringify(name));
    if (off.length > 0) {
      remark(documentation(`Variables that are switched off are left out: ${off.join(', ')}.`));
    }
    return variables
      .filter(({ name, isDisabled }) => name !== '' && !isDisabled)
      .map(({ name, value, isSecret }) => ({
        name: reader.nameOf(name),
        value: readValue(value, (text) => reader.read(text)),
        isSecret,
      }));
  }

  /** Environments with what they lack of the others' names, and the constants that none of them defines. */
  private settled(): {
    readonly environments: readonly ImportedEnvironment[];
    readonly variables: readonly ImportedVariable[];
  } {
    const environments = this.collection.environments.map(({ name, variables }) => {
      const remarks: Remark[] = [];
      const own = this.imported(variables, new Map(), (sentence) => remarks.push(sentence));
      return { name: name === '' ? 'imported' : name, variables: own, remarks };
    });
    const defined = new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)));
    const shared = this.variables.filter(({ name }) => defined.has(name));
    return {
      environments: environments.map((environment) => {
        const own = new Set(environment.variables.map(({ name }) => name));
        return {
          ...environment,
          variables: [...environment.variables, ...shared.filter(({ name }) => !own.has(name))],
        };
      }),
      variables: this.variables.filter(({ name }) => !defined.has(name)),
    };
  }
}

function readValue(value: JsonValue, read: (text: string) => string): JsonValue {
  return typeof value === 'string' ? read(value) : value;
}

function namesOf(variables: readonly BrunoVariable[]): readonly string[] {
  return variables.filter(({ isDisabled }) => !isDisabled).map(({ name }) => name);
}

/** The variables of each folder. */
function ownersIn(items: readonly BrunoItem[]): readonly (readonly BrunoVariable[])[] {
  return items.flatMap((item) =>
    item.kind === 'folder' ? [item.defaults.variables, ...ownersIn(item.items)] : [],
  );
}

/** Names that surroundings give to their own variables. */
type OwnNames = ReadonlyMap<string, string>;

/** A reader of texts in the scope of `own`. */
function brunoReader(names: VariableNames, own: OwnNames, remark: (sentence: string) => void): ScriptTexts {
  const nameOf = (variable: string): string => names.nameFor(own.get(variable) ?? variable);
  return {
    nameOf,
    read: (text) =>
      text.includes('{{')
        ? text.replace(/\{\{([^{}]+)\}\}/g, (whole, written: string) => {
            const name = written.trim();
            const [, environment] = /^process\.env\.(\w+)$/.exec(name) ?? [];
            if (environment !== undefined) {
              return `{{$processEnv ${environment}}}`;
            }
            if (!name.startsWith('$')) {
              return name === '' ? whole : `{{${nameOf(name.replace(/^\?\s*/, ''))}}}`;
            }
            const made = dynamicVariable(name.slice(1));
            if (made === undefined) {
              remark(
                `Nothing makes a value like ${whole} here. Give the variable ${nameOf(name.slice(1))} one.`,
              );
            }
            return made ?? `{{${nameOf(name.slice(1))}}}`;
          })
        : text,
  };
}
