/** Variables as the form editor shows them: chips in a text, and what can be inserted at a place. */

/** What a reference in a text leads to. */
export interface VariableDefinition {
  /** As the reference names it; `$secret token` for a secret. */
  readonly name: string;
  readonly state: 'resolved' | 'unresolved' | 'secret' | 'builtIn';
  /** Where its value comes from, in a few words; or why it has none. */
  readonly explanation: string;
  /** Its last value: JSON text, masked and shortened. */
  readonly shown?: string;
  /** Position of the request of this chain that gives it its value. */
  readonly producer?: number;
}

/** A variable that can be inserted at a place. */
export interface Suggestion {
  readonly name: string;
  /** Where its value comes from, in a few words. */
  readonly explanation: string;
  /** Its last value: JSON text, masked and shortened. */
  readonly shown?: string;
  /** Whether the value is the text that would be replaced. */
  readonly matches: boolean;
  /** What takes the place of the text from `start` to `end` (UTF-16 code units). */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
