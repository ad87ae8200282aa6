/**
 * What an importer makes of a file: requests as chains state them, what surrounds them, and everything that
 * could not be carried over.
 *
 * Nothing is dropped silently: a request of the source is kept or left out with a reason, and what a kept one
 * lacks is among its remarks. An importer reads texts; it runs nothing, asks nobody and writes nothing.
 */
import type { WrittenAuth, WrittenExtraction, WrittenRequest } from '../../../core/files/writtenChain';
import type { JsonValue } from '../../../core/json/json';
import type { SourceFiles } from '../../../core/ports';
import type { RecordedExchange } from '../../../core/result/result';
import { type Remark } from './remark';

/** A file as an importer gets it. */
export interface ImportSource {
  /** Name of the file, for messages and names. */
  readonly name: string;
  /** Without byte order mark. */
  readonly text: string;
  /** The value of a text that is JSON. */
  readonly json?: JsonValue;
  /** Where it lies among `files`: `specs/main.yaml`. */
  readonly path: string;
  /** The files that it may refer to. */
  readonly files: SourceFiles;
}

/** A folder that is a collection as a whole. */
export interface ImportFolder {
  readonly name: string;
  /** Its files, by their paths in it. */
  readonly files: SourceFiles;
}

/** A file that was understood. */
export interface ImportedCollection {
  /** The format in words: `Postman collection 2.1`. */
  readonly format: string;
  readonly name: string;
  readonly description?: string;
  /** What requests without authentication of their own use. */
  readonly auth?: WrittenAuth;
  /** Constants, in order. */
  readonly variables: readonly ImportedVariable[];
  /** Names of secrets that the source wants and that requests refer to already. */
  readonly secrets?: readonly string[];
  /** In the order in which they are sent. */
  readonly requests: readonly ImportedRequest[];
  /** The chains, where the source itself says what they are; absent where folders or the user decide. */
  readonly chains?: readonly StatedChain[];
  /** Requests of a chain that all others require, such as one for a token; absent when there are none. */
  readonly required?: readonly KeptRequest[];
  readonly environments: readonly ImportedEnvironment[];
  /** What of the whole could not be carried over, a sentence each. */
  readonly remarks: readonly Remark[];
  /** Remarks on scripts that may set what requests need, of which nothing is known; absent when there are none. */
  readonly unknownCode?: readonly string[];
  /** Names of variables that chains cannot have, and what they are called now. */
  readonly renamed: readonly RenamedVariable[];
  /** Variables that are in JSON without quotes, where their text becomes a number, `true` or `null`. */
  readonly typedVariables: readonly string[];
}

/** A chain that a source states. Its requests are those whose outermost folder it is. */
export interface StatedChain {
  /** Name of the folder, which no other chain of the source has. */
  readonly folder: string;
  readonly description?: string;
  /** Folders of the chains that run first. */
  readonly requires: readonly string[];
}

/** A file that was read. */
export interface ReadSource {
  /** As the user named it. */
  readonly source: string;
  readonly collection: ImportedCollection;
}

/** A request of the source. */
export type ImportedRequest = KeptRequest | LeftOutRequest;

/** Where a request is in its source. */
interface SourcePlace {
  readonly name: string;
  /** Names of its folders, outermost first. */
  readonly folders: readonly string[];
}

/** A request as a chain file has it, without what its name and folders say. */
export type ImportedMembers = Omit<WrittenRequest, 'id' | 'name' | 'description' | 'tags'>;

/** Where a value is taken from, before a variable has it. */
export type ExtractionRule = Omit<WrittenExtraction, 'variable'>;

/** A request that becomes one of a chain. */
export interface KeptRequest extends SourcePlace {
  readonly kind: 'kept';
  /** What programs call it in the source; its id is made of this, else of its name. */
  readonly id?: string;
  readonly description?: string;
  /** Words to find it by, besides its folders. */
  readonly tags?: readonly string[];
  readonly request: ImportedMembers;
  /** What it was answered; absent where the source has no response to it. */
  readonly recorded?: ImportedExchange;
  /** Its other saved examples, in the order of the source; absent where there are none. */
  readonly examples?: readonly ImportedExchange[];
  /** What could not be carried over, a sentence each. */
  readonly remarks: readonly Remark[];
}

/** A request as another tool sent it, and the response; credentials are still in it. */
export interface ImportedExchange {
  /** Name of the saved example; absent where it has none, or was recorded. */
  readonly name?: string;
  /** Milliseconds since 1970; absent where the source does not say. */
  readonly startedAt?: number;
  readonly exchange: RecordedExchange;
}

/** A request that is not imported. */
interface LeftOutRequest extends SourcePlace {
  readonly kind: 'left-out';
  /** A sentence. */
  readonly reason: string;
  /** Name of the rule that set it aside; the user can keep its requests (`ImportOptions.keep`). */
  readonly rule?: string;
}

/** A constant and its value; credentials are still in it. */
export interface ImportedVariable {
  readonly name: string;
  readonly value: JsonValue;
  /** The source says itself that the value is a secret. */
  readonly isSecret: boolean;
}

/** A target that requests run against. */
export interface ImportedEnvironment {
  readonly name: string;
  readonly variables: readonly ImportedVariable[];
  /** What could not be carried over, a sentence each. */
  readonly remarks: readonly Remark[];
}

/** A variable that had to get another name. */
export interface RenamedVariable {
  readonly from: string;
  readonly to: string;
}
