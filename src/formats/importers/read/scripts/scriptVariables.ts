/** The variables that a script sets: parts of the response become extractions, texts become constants. */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import type { ScriptTexts } from './postmanApi';
import type { ScriptConstant } from './scriptReading';
import { extractionOf, type ScriptScope, resolvedValue, valueText, type ScriptValue } from './scriptValue';

/** Why a value cannot be carried over, as a part of a sentence. */
type Loss = string;

/** Keeps account of the variables of one script. */
export class ScriptVariables {
  readonly #extractions = new Map<string, WrittenExtraction>();
  readonly #constants: ScriptConstant[] = [];

  constructor(
    private readonly texts: ScriptTexts,
    private readonly scope: ScriptScope,
  ) {}

  /** What the script takes from the response, the last rule of each variable. */
  extractions(): readonly WrittenExtraction[] {
    return [...this.#extractions.values()];
  }

  constants(): readonly ScriptConstant[] {
    return this.#constants;
  }

  /** The rule by which a variable is taken from the response; absent for others. */
  extractionOf(variable: string): WrittenExtraction | undefined {
    return this.#extractions.get(variable);
  }

  /**
   * Sets a variable.
   *
   * @param written its name in the script; absent when only running the script would show it
   * @returns what is lost; absent when nothing is
   */
  set(written: string | undefined, value: ScriptValue, isConditional: boolean): Loss | undefined {
    if (written === undefined || written === '' || written.includes('{{')) {
      return 'the name of this variable is known only when the script runs';
    }
    const variable = this.texts.nameOf(written);
    const known = resolvedValue(value, `{{${variable}}}`);
    if (known.kind === 'part') {
      this.#extractions.set(variable, extractionOf(variable, known.part, isConditional));
      return known.part.isNear === true
        ? `the extraction of ${variable} takes nearly the same, please check it`
        : undefined;
    }
    return known.kind === 'constant' && known.value === null
      ? 'not carried over'
      : this.#setText(variable, valueText(known));
  }

  #setText(variable: string, text: string | undefined): Loss | undefined {
    const reference = `{{${variable}}}`;
    if (text === undefined) {
      return 'this value is known only when the script runs';
    }
    if (text !== reference) {
      this.#constants.push({ name: variable, text });
      if (text.includes('{{$')) {
        // A random value is made once: what is put together from it later has to be put together from the variable.
        this.scope.rename(text, reference);
      }
    }
    return undefined;
  }
}
