/**
 * A collection of Bruno as a collection of chains.
 *
 * Variables of an environment come before those of the collection in Bruno, and after them in a chain: what an
 * environment defines is in all environments, and no constant of the chain. Folders and requests have variables
 * that only they see; those that are called like others have the name of their owner before theirs.
 */
import { defined } from '../../../../core/defined';
import type { JsonValue } from '../../../../core/json/json';
import { askedSecrets } from '../../secrets/replaceCredentials';
import {
  clashingNames,
  createVariableNames,
  type VariableNames,
  extractedVariables,
} from '../../shape/chainNames';
import { textOf } from '../../shape/externalJson';
import type { ImportedCollection, ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import { shareAuth } from '../../shape/inherited';
import { unknownCodeIn, type ReadRequest, type Surroundings } from '../folderRequest';
import { dynamicVariable, resolveConstants } from '../postman/postmanText';
import { readCalls } from '../postman/scriptCalls';
import type { ScriptTexts } from '../scripts/postmanApi';
import { readScript } from '../scripts/readScript';
import type { ScriptCall, ScriptConstant } from '../scripts/scriptAccount';
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

interface Level extends Surroundings<BrunoRow> {
  readonly own: OwnNames;
}

class Reader {
  private readonly names = createVariableNames([]);
  private readonly remarks: Remark[];
  private readonly requests: ReadRequest[] = [];
  private readonly constants: ScriptConstant[] = [];
  /** Requests that scripts of the collection and its folders send. */
  private readonly calls: ScriptCall[] = [];
  private readonly unknownCode: string[] = [];
  /** Variables of the collection, its folders and its requests. */
  private readonly variables: ImportedVariable[] = [];
  private readonly clashing: ReadonlySet<string>;

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
      'Collection',
      { folders: [], auth: undefined, headers: [], own: new Map() },
      this.collection.defaults,
    );
    this.items(items, outside);
    const { environments, variables } = this.settled();
    const { asked, secrets } = askedSecrets(environments);
    const produced = new Set(
      this.requests.flatMap(({ extracted }) => extracted.flatMap(({ variable }) => textOf(variable) ?? [])),
    );
    const constants = [...this.constants, ...this.requests.flatMap((one) => one.constants)];
    const ofRequests = this.requests.flatMap(({ calls = [] }) => calls);
    const sent = readCalls([...this.calls, ...ofRequests], produced);
    const fromCalls = new Set(sent.requests.flatMap(({ request }) => extractedVariables(request)));
    const unknownCode = [...this.unknownCode, ...unknownCodeIn(this.requests), ...sent.lost];
    this.remarks.push(...sent.lost);
    return {
      name,
      ...defined({ description }),
      ...shareAuth(this.requests),
      variables: resolveConstants(variables, constants, produced, (sentence) =>
        this.remarks.push(sentence),
      ).filter((variable) => !fromCalls.has(variable.name)),
      ...(sent.requests.length === 0 ? {} : { required: sent.requests }),
      ...(unknownCode.length === 0 ? {} : { unknownCode }),
      environments: asked,
      secrets,
      remarks: this.remarks,
      renamed: this.names.renamed(),
      typedVariables: [...new Set([...this.requests.flatMap(({ typed }) => typed), ...sent.typed])],
    };
  }

  private items(items: readonly BrunoItem[], level: Level): void {
    for (const item of inOrder(items)) {
      if (item.kind === 'request') {
        this.request(item, level);
        continue;
      }
      const { name, defaults } = item;
      const own = this.ownNames(name, defaults.variables, level.own);
      const inside = { ...level, folders: [...level.folders, name], own };
      this.items(item.items, this.level(`Folder ${JSON.stringify(name)}`, inside, defaults));
    }
  }

  private request(request: BrunoRequest, level: Level): void {
    const remarks: Remark[] = [];
    const own = this.ownNames(request.name, request.variables, level.own);
    const reader = brunoReader(this.names, own, (sentence) => remarks.push(sentence));
    this.requests.push(readRequest(request, level, reader, remarks));
    this.define(request.variables, own, (sentence) => remarks.push(sentence));
  }

  /** What a collection or a folder adds for the requests in it. */
  private level(title: string, around: Level, defaults: BrunoDefaults): Level {
    const remark = (one: Remark): void => {
      this.remarks.push(remarkOn(title, one));
    };
    const reader = brunoReader(this.names, around.own, remark);
    const { auth, remark: onAuth } = readAuth(defaults.auth, (text) => reader.read(text));
    if (onAuth !== undefined) {
      remark(onAuth);
    }
    const { before, after, tests } = defaults.scripts;
    for (const [script, kind] of [
      [before, 'pre-request script'],
      [after, 'post-response script'],
      [tests, 'tests'],
    ] as const) {
      const isBefore = kind === 'pre-request script';
      const texts = isBefore ? { ...reader, takesCalls: true as const } : reader;
      const reading = readScript(script, `${title}: ${kind}`, texts);
      this.remarks.push(...reading.remarks);
      this.constants.push(...reading.constants);
      this.calls.push(...(reading.calls ?? []));
      this.unknownCode.push(...(reading.unknownCode ?? []));
      if (reading.extractions.length > 0 || reading.expect !== undefined) {
        remark(`what its ${kind} keeps or checks after every request is not carried over.`);
      }
    }
    this.define(defaults.variables, around.own, remark);
    return { ...around, auth: auth ?? around.auth, headers: [...around.headers, ...defaults.headers] };
  }

  /** Names for variables of an owner that others are called like, with those of the owners around it. */
  private ownNames(owner: string, variables: readonly BrunoVariable[], around: OwnNames): OwnNames {
    const own = namesOf(variables).filter((name) => this.clashing.has(name));
    return new Map([...around, ...own.map((name) => [name, `${owner}_${name}`] as const)]);
  }

  private define(variables: readonly BrunoVariable[], own: OwnNames, remark: (remark: Remark) => void): void {
    this.variables.push(...this.imported(variables, own, remark));
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

/** The variables of each folder and request that has some. */
function ownersIn(items: readonly BrunoItem[]): readonly (readonly BrunoVariable[])[] {
  return items.flatMap((item) =>
    item.kind === 'folder' ? [item.defaults.variables, ...ownersIn(item.items)] : [item.variables],
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
