/**
 * A collection in Bruno's model, which two notations share: `.bru` files, and OpenCollection's YAML. Their
 * readers return this, and `readBrunoTree` turns it into a collection.
 */
import type { JsonValue } from '../../../../core/json/json';

/** A collection. */
export interface BrunoCollection {
  readonly name: string;
  readonly description: string | undefined;
  /** What holds for every request. */
  readonly defaults: BrunoDefaults;
  readonly items: readonly BrunoItem[];
  readonly environments: readonly BrunoEnvironment[];
  /** How scripts require files that send a token; absent where no files are known. */
  readonly tokenFiles?: readonly RegExp[];
  /** What could not be carried over, a sentence each. */
  readonly remarks: readonly string[];
}

/** A folder or a request. */
export type BrunoItem = BrunoFolder | BrunoRequest;

/** A folder. */
export interface BrunoFolder {
  readonly kind: 'folder';
  readonly name: string;
  /** The name of its directory, by which Bruno's command line orders folders. */
  readonly directory: string;
  /** Its place among folders; absent when it has none. */
  readonly seq: number | undefined;
  readonly defaults: BrunoDefaults;
  readonly items: readonly BrunoItem[];
}

/** What a collection or a folder states for the requests in it. */
export interface BrunoDefaults {
  readonly headers: readonly BrunoRow[];
  readonly auth: BrunoAuth | undefined;
  readonly variables: readonly BrunoVariable[];
  readonly scripts: BrunoScripts;
}

/** A request. */
export interface BrunoRequest {
  readonly kind: 'request';
  readonly name: string;
  /** Its place among the requests of its folder; absent when it has none. */
  readonly seq: number | undefined;
  readonly tags: readonly string[];
  readonly description: string | undefined;
  /** `http`, `graphql`, `ws`, `grpc`. */
  readonly type: string;
  readonly method: string;
  readonly url: string;
  readonly query: readonly BrunoRow[];
  /** Values for `:name` in the URL. */
  readonly path: readonly BrunoRow[];
  readonly headers: readonly BrunoRow[];
  readonly body: BrunoBody | undefined;
  readonly auth: BrunoAuth | undefined;
  /** Set before it is sent. */
  readonly variables: readonly BrunoVariable[];
  /** Taken from the response, by expressions such as `res.body.token`. */
  readonly captures: readonly BrunoCapture[];
  readonly assertions: readonly BrunoAssertion[];
  readonly scripts: BrunoScripts;
  readonly settings: BrunoSettings;
  /** Saved with it, in order. */
  readonly examples: readonly BrunoExample[];
}

/** A request as it was sent once, with its response. */
export interface BrunoExample {
  /** Absent or empty where it has none. */
  readonly name: string | undefined;
  readonly request: Pick<BrunoRequest, 'method' | 'url' | 'headers' | 'body'>;
  readonly response: {
    /** Not a number where the file has none. */
    readonly status: number;
    readonly headers: readonly BrunoRow[];
    /** Bruno's word for the kind of body: `json`, `xml`, `html`, `text`, `binary`; empty when unknown. */
    readonly type: string;
    readonly body: string;
  };
}

/** A name and a value. */
export interface BrunoRow {
  readonly name: string;
  readonly value: string;
  readonly isDisabled: boolean;
}

/** A part of a multipart form. */
export interface BrunoPart extends BrunoRow {
  /** Files instead of the value. */
  readonly files: readonly string[] | undefined;
  readonly contentType: string;
}

/** A body. */
export type BrunoBody =
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'form'; readonly fields: readonly BrunoRow[] }
  | { readonly kind: 'multipart'; readonly parts: readonly BrunoPart[] }
  | { readonly kind: 'file'; readonly file: string; readonly mediaType: string }
  | { readonly kind: 'graphql'; readonly query: string; readonly variables: string }
  /** One that a chain cannot have. */
  | { readonly kind: 'unknown'; readonly title: string };

/** An authentication: its type (`bearer`, `inherit`, `none` …) and its fields by Bruno's names. */
export interface BrunoAuth {
  readonly type: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** A variable. */
export interface BrunoVariable {
  readonly name: string;
  readonly value: JsonValue;
  readonly isSecret: boolean;
  readonly isDisabled: boolean;
}

/** A variable that takes a part of the response. */
export interface BrunoCapture {
  readonly name: string;
  readonly expression: string;
  readonly isDisabled: boolean;
}

/** A check: `res.status`, `eq`, `200`. */
export interface BrunoAssertion {
  readonly expression: string;
  readonly operator: string;
  readonly value: string;
  readonly isDisabled: boolean;
}

/** Scripts; empty texts for none. */
export interface BrunoScripts {
  readonly before: string;
  readonly after: string;
  readonly tests: string;
}

/** What a request says about how it is sent. */
export interface BrunoSettings {
  readonly followsRedirects: boolean;
  /** The query is encoded, even parts that are encoded already; otherwise it is sent as written. */
  readonly encodesUrl: boolean;
  /** Milliseconds; absent for that of the run. */
  readonly timeoutMs: number | undefined;
  /** Names of others that differ from what Bruno begins with. */
  readonly others: readonly string[];
}

/** An environment. */
export interface BrunoEnvironment {
  readonly name: string;
  readonly variables: readonly BrunoVariable[];
}

/** Items as Bruno's command line runs them: folders first; requests without a place come last, by their names. */
export function inOrder(items: readonly BrunoItem[]): readonly BrunoItem[] {
  const folders = items.filter((item) => item.kind === 'folder');
  return [...foldersInOrder(folders), ...items.filter((item) => item.kind === 'request').sort(bySeq)];
}

/**
 * Folders by name, and those that have a number inserted there, in the order of the numbers: 1 is the first place.
 * Folders of one number share its place. What is no whole number from 1 on is none.
 */
function foldersInOrder(folders: readonly BrunoFolder[]): readonly BrunoFolder[] {
  const byName = folders.toSorted((one, other) => one.directory.localeCompare(other.directory, 'en'));
  const places = byName.filter((folder) => !hasNumber(folder)).map((folder) => [folder]);
  for (const folder of byName.filter(hasNumber).sort((one, other) => one.seq - other.seq)) {
    const there = places[folder.seq - 1];
    if (there?.[0]?.seq === folder.seq) {
      there.push(folder);
    } else {
      places.splice(folder.seq - 1, 0, [folder]);
    }
  }
  return places.flat();
}

function hasNumber(folder: BrunoFolder): folder is BrunoFolder & { readonly seq: number } {
  return folder.seq !== undefined && Number.isInteger(folder.seq) && folder.seq > 0;
}

function bySeq(one: BrunoRequest, other: BrunoRequest): number {
  const [a, b] = [one.seq ?? Number.POSITIVE_INFINITY, other.seq ?? Number.POSITIVE_INFINITY];
  return a === b ? (one.name < other.name ? -1 : Number(one.name > other.name)) : a - b;
}
