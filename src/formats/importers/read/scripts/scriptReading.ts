/** What reading a script returns. */
import type { WrittenExpectation, WrittenExtraction } from '../../../../core/files/writtenChain';

/** What a script says, as members of a chain. */
export interface ScriptReading {
  /** Members of `extract`. */
  readonly extractions: readonly WrittenExtraction[];
  readonly constants: readonly ScriptConstant[];
  /** Member `expect`; absent when the script checks nothing that a chain can check. */
  readonly expect?: WrittenExpectation;
  /** What cannot be carried over, a sentence each. */
  readonly remarks: readonly string[];
}

/** A variable that a script sets to a text which is known without a response. */
export interface ScriptConstant {
  readonly name: string;
  /** May hold references. */
  readonly text: string;
}
