/**
 * A chain file in the editor at one moment: complete or with errors, with the place of everything
 * that language features ask about.
 *
 * Running needs a chain without a fault; editing needs what can be read of any text. Requests are read
 * one by one and remembered by their text, so that a keystroke costs the request it changes and a pass
 * over the others, not the whole file.
 */
import { pathFrom } from '../language/filePath';
import type { JsonPath } from '../json/jsonDocument';
import type { ObjectNode } from '../json/jsonTree';
import type { Chain, ChainRequest, Location } from '../model';
import type { Problem, TextRange } from '../problem';

/** What can be read of a chain file. */
export interface ChainSource {
  /** Workspace path, `/` as separator. */
  readonly file: string;
  readonly text: string;
  /** Offsets at which lines begin; worked out at the first call. */
  readonly lineStarts: () => readonly number[];
  /** The file's object without the items of its requests; absent when the text holds no object. */
  readonly head?: ObjectNode;
  /** In the order of the file, those without an id included. */
  readonly requests: readonly RequestSource[];
  /** References and constants outside the requests, offsets of the file. */
  readonly marks: HeadMarks;
  /** Syntax, schema and duplicate ids, in the order of the file. */
  readonly problems: readonly Problem[];
  /** Present when no problem is an error. */
  readonly chain?: Chain;
}

/** One request of a chain file, from `{` to `}`, as far as it can be read. */
export interface RequestSource extends TextRange {
  readonly index: number;
  /** Empty texts for what is not there yet. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly disabled: boolean;
  /** Offsets count from `start`; see {@link nodeRange}. */
  readonly tree: ObjectNode;
  /** Offsets count from `start`. */
  readonly marks: RequestMarks;
  /** Present when the request by itself fulfils the schema. */
  readonly request?: ChainRequest;
}

/** What the analyzer needs to know about a request. */
export interface RequestMarks {
  /** Those that do not name a variable of the request itself. */
  readonly references: readonly ReferenceMark[];
  /** Those that name a variable of the request itself. */
  readonly ownReferences: readonly ReferenceMark[];
  /** The names of its own variables, without quotes; what leads from page to page has one for each place that names it. */
  readonly variables: readonly OwnMark[];
  readonly extractions: readonly ExtractionMark[];
  /** Sent with the chain's authentication. */
  readonly inheritsAuth: boolean;
  /** The value of `id`, without its quotes. */
  readonly id?: TextRange;
  /** The chain that is run in place of a request. */
  readonly call?: CallMark;
}

/** What the analyzer needs to know about the rest of the file. */
export interface HeadMarks {
  /** In the chain's `auth`, and in its `variables` and rows of data with the constant or column they are in. */
  readonly references: readonly (ReferenceMark & { readonly constant?: string })[];
  /** Constants: their names without quotes. */
  readonly constants: readonly NameMark[];
  /** Where rows of data in the chain name their columns, without quotes. */
  readonly columns: readonly NameMark[];
  /** The file of its rows of data, without quotes. */
  readonly data?: NameMark;
  /** Items of `requires`, without quotes. */
  readonly requires: readonly NameMark[];
  /** The description of the API, without quotes. */
  readonly openapi?: NameMark;
  /** The value of `environment`, without quotes. */
  readonly environment?: NameMark;
}

/** A name and its range, quotes and braces left out. */
export interface NameMark extends TextRange {
  readonly name: string;
}

/** The file of a chain that is run as a step, as written, without quotes. */
export interface CallMark extends NameMark {
  /** The names of what it is given, without quotes. */
  readonly given: readonly NameMark[];
}

/** The name of a variable that only its request has. */
export interface OwnMark extends NameMark {
  /** Its members are variables too, as the item of a loop has them: `order.id`. */
  readonly hasMembers?: true;
}

/** Whether a name means a variable of a request itself, or a member of one. */
export function isNamedBy({ name, hasMembers }: OwnMark, variable: string): boolean {
  return variable === name || (hasMembers === true && variable.startsWith(`${name}.`));
}

/** The variable of a request itself that a reference names, or names a member of. */
export function ownerOf({ name }: NameMark, { variables }: RequestMarks): OwnMark | undefined {
  return variables.find((own) => own.name === name) ?? variables.find((own) => isNamedBy(own, name));
}

/** The part of a reference that names the variable of that name, without the members after it. */
export function ownerRange({ name, nameRange }: ReferenceMark, owner: string): TextRange {
  return name === owner ? nameRange : { start: nameRange.start, end: nameRange.start + owner.length };
}

/** A `{{reference}}`, variable or built-in. The range runs from `{{` to `}}`, in the text of the file. */
export interface ReferenceMark extends TextRange {
  readonly name: string;
  readonly args: readonly string[];
  /** The name between the braces. */
  readonly nameRange: TextRange;
  readonly location: Location;
  /** Path of the string that contains it, from the request or the file. */
  readonly path: JsonPath;
  /** In a row that is switched off: no use, but renamed with the others. */
  readonly disabled: boolean;
  /** A condition only asks whether it has a value. */
  readonly mayLack?: true;
}

/** The `variable` of an extraction, without quotes. */
export interface ExtractionMark extends NameMark {
  /** Position in `extract`. */
  readonly index: number;
}

/** An environment as the analyzer sees it. */
export interface EnvironmentSource {
  /** Workspace path. */
  readonly file: string;
  readonly name: string;
  /** Names of its variables with the place of each name in the file, quotes left out. */
  readonly variables: readonly NameMark[];
  /** References inside its variables, with the variable that contains them. */
  readonly references: readonly (NameMark & { readonly constant: string })[];
  /** Values as the file states them, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** Names of secrets. */
  readonly secrets: readonly string[];
  readonly protected: boolean;
  /** The description of the API that it names, relative to its file. */
  readonly openapi?: string;
  /** Those of its variables that the file shares with other environments. */
  readonly shared?: ReadonlySet<string>;
  /** The private file next to it, as far as it adds to this environment. */
  readonly privatePart?: Pick<EnvironmentSource, 'file' | 'variables'>;
}

/** The files of the chains that a chain runs as steps, as it writes them, in its order; offsets of the file. */
export function callsOf({ requests }: ChainSource): readonly NameMark[] {
  return requests.flatMap(({ start: base, marks: { call } }) =>
    call === undefined || call.name === ''
      ? []
      : [{ name: call.name, start: call.start + base, end: call.end + base }],
  );
}

/** Workspace paths of the chains that a chain requires or runs as steps, those first that it requires. */
export function namedChains(source: ChainSource): readonly string[] {
  return [...source.marks.requires, ...callsOf(source)].flatMap(
    ({ name }) => pathFrom(source.file, name) ?? [],
  );
}

/** The request at an index of the file's list; absent when nothing is there, or the item is not a request. */
export function requestByIndex({ requests }: ChainSource, index: number): RequestSource | undefined {
  // Its position is the index, less the items before it that are no requests.
  for (let at = Math.min(index, requests.length - 1); at >= 0; at -= 1) {
    const request = requests[at];
    if (request === undefined || request.index <= index) {
      return request?.index === index ? request : undefined;
    }
  }
  return undefined;
}
