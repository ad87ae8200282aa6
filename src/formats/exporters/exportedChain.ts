/**
 * What an exporter gets: a self-contained chain without credentials.
 *
 * Required chains come first, as they run. Credentials that somebody wrote out become references to secrets
 * before an exporter sees them, found as imports find them; the exporter chooses the placeholders.
 */
import { defined } from '../../core/defined';
import { chainFrom } from '../../core/files/chainShape';
import { checkChain } from '../../core/files/chainFile';
import type { WrittenChain } from '../../core/files/writtenChain';
import { InvalidFileError } from '../../core/errors';
import { jsonEquals, type JsonObject, type JsonValue } from '../../core/json/json';
import { parseDocument } from '../../core/json/jsonDocument';
import type { Auth, Chain, ChainRequest, Environment } from '../../core/model';
import {
  effectiveAuth,
  jsonTexts,
  loopVariables,
  referencedVariables,
  variableUses,
} from '../../core/prepare/references';
import { secretNamesIn } from '../../core/permission/secretNames';
import { wholeReference } from '../../core/prepare/template';
import { outerValues } from '../../core/prepare/writtenValues';
import { expandCalls } from './expandCalls';
import { createImportSecrets, type ImportSecrets } from '../importers/secrets/replaceCredentials';

/** The files that an export is made from. */
export interface ExportSource {
  /** The chain last, before it those that it requires, in the order in which they run. */
  readonly chains: readonly SourceFile[];
  /** The chains that they run as steps, directly or not. */
  readonly called?: readonly SourceFile[];
  /** Absent when the chain runs in none. */
  readonly environment?: Environment;
  /** Names of the columns of the chain's rows of data, in their order; absent without rows. */
  readonly columns?: readonly string[];
  /** The path of a file that a chain names, relative to the exported file. */
  readonly pathTo: (chainFile: string, path: string) => string;
  /** Name of the exported file. */
  readonly target: string;
}

/** Whether a format sends a request for each item of its list, so that nobody has to give it one. */
export type SendsItems = (request: ChainRequest) => boolean;

/** Whether a format runs the requests for each of these rows of data. */
export type RunsRows = (data: NonNullable<Chain['data']>) => boolean;

/** What a format does again and again, as far as it does. */
export interface Repeats {
  /** Absent for a format that sends no request for items. */
  readonly sendsItems?: SendsItems;
  /** Absent for a format that runs once. */
  readonly runsRows?: RunsRows;
}

/** Whether a request is sent for the items of a list in a variable. */
export function isVariableLoop({ forEach }: ChainRequest): boolean {
  const list = forEach?.kind === 'items' && typeof forEach.in === 'string' ? forEach.in : '';
  const isVariable = wholeReference(list)?.name.startsWith('$') === false;
  return isVariable && forEach?.kind === 'items' && !forEach.as.includes('.');
}

/** The same for one that keeps nothing, so that it makes no lists. */
export function isPlainLoop(request: ChainRequest): boolean {
  return isVariableLoop(request) && request.extract.length === 0;
}

/** A chain file. */
interface SourceFile {
  /** Workspace path. */
  readonly file: string;
  readonly text: string;
}

/** A chain without credentials, and what it needs. */
export interface ExportedChain extends Pick<Chain, 'name' | 'description' | 'tags'> {
  /** Workspace path of its file. */
  readonly file: string;
  /** The chain last, before it those that it requires. */
  readonly parts: readonly ExportedPart[];
  /** The values of references before anything is sent; of several values, the one that a run would use. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** The file with the rows of data, relative to the chain, or the rows, with the first one in `constants` unless all are run. */
  readonly data?: Chain['data'];
  /** Variables that rows give, those of a file only where all are run; in their order. */
  readonly columns: ReadonlySet<string>;
  /** Variables that answers give. */
  readonly extracted: ReadonlySet<string>;
  /** Variables that are used and that nothing gives a value. */
  readonly undefinedVariables: readonly string[];
  /** What cannot be said of several chains in one file, a sentence each. */
  readonly remarks: readonly string[];
  readonly pathTo: ExportSource['pathTo'];
  /** Name of the exported file, for those that it needs next to it. */
  readonly target: string;
}

/** One of the chains. */
export interface ExportedPart {
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  /** Chain files that run first, relative to its own. */
  readonly requires: readonly string[];
  /** What its requests inherit. */
  readonly auth?: Auth;
  readonly requests: readonly ChainRequest[];
}

/** Reads what is to be exported. Throws InvalidFileError for a chain with errors. */
export function readExport(
  { chains, called = [], environment, columns: named = [], pathTo, target }: ExportSource,
  { sendsItems = () => false, runsRows = () => false }: Repeats = {},
): ExportedChain {
  const secrets = createImportSecrets(new Map(), takenNames([...chains, ...called], environment));
  const masked = chains.map((source) => ({ file: source.file, content: maskedChain(source, secrets) }));
  const steps = new Map(called.map((source) => [source.file, maskedChain(source, secrets)]));
  const read = masked.map((source) => ({ file: source.file, chain: chainFrom(expandCalls(source, steps)) }));
  const main = read.at(-1);
  if (main === undefined) {
    throw new Error('an export has a chain');
  }
  const required = read.slice(0, -1).map(({ chain }) => chain);
  const known =
    environment === undefined ? undefined : { ...environment, ...maskedValues(environment, secrets) };
  const { data } = main.chain;
  const isRun = data !== undefined && runsRows(data);
  const rows = typeof data === 'object' ? data.slice(0, isRun ? data.length : 1) : [];
  const layers = [...(isRun ? [] : rows), main.chain.variables, ...outerValues(required, known)];
  const entries = layers.toReversed().flatMap((layer) => Object.entries(layer));
  const constants = new Map(entries.filter(([one]) => CAN_BE_REFERRED_TO.test(one)));
  const columns = new Set([...rows.flatMap((row) => Object.keys(row)), ...(isRun ? named : [])]);
  const requests = read.flatMap(({ chain }) => chain.requests);
  const extracted = new Set(requests.flatMap(({ extract }) => extract.map(({ variable }) => variable)));
  const { name, description, tags } = main.chain;
  return {
    file: main.file,
    name,
    ...defined({ description }),
    tags,
    parts: read.map(partOf),
    constants,
    ...defined({ data }),
    columns,
    extracted,
    undefinedVariables: undefinedVariables(read, { constants, rows, columns, extracted }, sendsItems),
    remarks: [
      ...read.slice(0, -1).flatMap((part) => hiddenConstants(part, constants, isRun ? columns : new Set())),
      ...(data === undefined || isRun ? [] : [rowsRemark(data)]),
    ],
    pathTo,
    target,
  };
}

/** Environments of other tools have names that no chain can use; as code they would be whatever they say. */
const CAN_BE_REFERRED_TO = /^[A-Za-z_][\w.-]*$/;

/** The authentication that a request of a part is sent with. */
export function authOf(request: ChainRequest, { auth }: ExportedPart): Auth {
  return effectiveAuth(request, auth === undefined ? {} : { auth });
}

/** Names that new secrets must not have, because they mean something else. */
function takenNames(chains: readonly SourceFile[], environment: Environment | undefined): readonly string[] {
  const inFiles = chains.flatMap(({ text }) => secretNamesIn(text));
  return environment === undefined
    ? inFiles
    : [...inFiles, ...environment.secrets, ...Object.keys(environment.variables)];
}

function maskedChain({ file, text }: SourceFile, secrets: ImportSecrets): WrittenChain {
  const { content, problems } = checkChain(parseDocument(text, file));
  if (content === undefined) {
    const faults = problems.filter(({ severity }) => severity === 'error');
    throw new InvalidFileError(
      file,
      faults.map(({ place, message }) => ({ place, message })),
    );
  }
  const { auth, variables = {}, data, requests } = content;
  return {
    ...content,
    ...(typeof data === 'object' ? { data: data.map((row) => secrets.inVariables(variablesOf(row))) } : {}),
    ...defined({ auth: auth && secrets.inAuth(auth) }),
    variables: secrets.inVariables(variablesOf(variables)),
    requests: requests.map(secrets.inRequest),
  };
}

function maskedValues({ variables }: Environment, secrets: ImportSecrets): Pick<Environment, 'variables'> {
  return { variables: secrets.inVariables(variablesOf(variables)) };
}

function variablesOf(values: JsonObject) {
  return Object.entries(values).map(([name, value]) => ({ name, value, isSecret: false }));
}

function partOf({ file, chain }: { readonly file: string; readonly chain: Chain }): ExportedPart {
  const { name, description, requires, auth, requests } = chain;
  return {
    file,
    name,
    requires,
    ...defined({ description, auth }),
    requests,
  };
}

function undefinedVariables(
  read: readonly { readonly chain: Chain }[],
  {
    constants,
    rows,
    columns,
    extracted,
  }: Pick<ExportedChain, 'constants' | 'columns' | 'extracted'> & { readonly rows: readonly JsonObject[] },
  sendsItems: SendsItems,
): readonly string[] {
  const used = [
    ...read.flatMap(({ chain }) =>
      chain.requests
        .filter(({ disabled, call }) => !disabled && call === undefined)
        .flatMap((request) => [
          ...variableUses(request, chain).map(({ variable }) => variable),
          ...Object.keys(request.variables ?? {}),
          ...(request.forEach?.kind === 'items' && sendsItems(request) ? [] : loopVariables(request)),
        ]),
    ),
  ];
  const inConstants = [...constants.values(), ...rows.flatMap((row) => Object.values(row))].flatMap((value) =>
    jsonTexts(value).flatMap(({ text }) => referencedVariables(text)),
  );
  const known = new Set([...constants.keys(), ...columns, ...extracted]);
  return [...new Set([...used, ...inConstants])].filter((name) => !known.has(name));
}

/** What is exported has one row: the first of the chain, or what the person gives it. */
function rowsRemark(data: NonNullable<Chain['data']>): string {
  return typeof data === 'string'
    ? `The rows of ${data} are not carried over. What is exported runs once: give its variables the values of a row.`
    : 'Only the first row of data is carried over: what is exported runs once.';
}

/** Constants of a required chain that the others see under another value: one file has one value for a name. */
function hiddenConstants(
  { file, chain }: { readonly file: string; readonly chain: Chain },
  constants: ReadonlyMap<string, JsonValue>,
  inEachRow: ReadonlySet<string>,
): readonly string[] {
  return Object.entries(chain.variables)
    .filter(([name, value]) => inEachRow.has(name) || !jsonEquals(constants.get(name) ?? null, value))
    .map(([name]) => `${file} has a value of its own for ${name}, which is not carried over.`);
}
