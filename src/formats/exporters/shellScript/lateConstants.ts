/** Constants that have no value when a script starts, because they refer to answers or to values that are made anew. */
import { isMadeAnew } from '../../../core/prepare/builtIns';
import { jsonTexts, referencedVariables } from '../../../core/prepare/references';
import { findReferences } from '../../../core/prepare/template';
import type { JsonValue } from '../../../core/json/json';
import { constantLines } from '../curlScript/writeCurl';
import type { ExportedChain } from '../exportedChain';
import type { ScriptTexts } from './scriptTexts';

type Constants = ExportedChain['constants'];

/** The constants that are set in front of each command that uses them. */
export function lateConstants({ constants, extracted }: ExportedChain): Constants {
  const isLate = (value: JsonValue): boolean =>
    jsonTexts(value).some(({ text }) =>
      findReferences(text).some(
        ({ name }) => isMadeAnew(name) || (extracted.has(name) && !constants.has(name)),
      ),
    );
  return new Map(
    [...constants].filter(([name]) =>
      [...closure([name], constants)].some((one) => isLate(constants.get(one) ?? null)),
    ),
  );
}

/** The lines that set those that a command uses, be it by way of others. */
export function lateLines(used: ReadonlySet<string>, late: Constants, texts: ScriptTexts): readonly string[] {
  const wanted = closure(used, late);
  const set = new Map([...late].filter(([name]) => wanted.has(name)));
  return constantLines(set, texts, (variable, word) => `${variable}=${word}`);
}

/** Names, and those that their values refer to. */
function closure(names: Iterable<string>, constants: Constants): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) {
    for (const { text } of jsonTexts(constants.get(name) ?? null)) {
      referencedVariables(text).forEach((one) => found.add(one));
    }
  }
  return found;
}
