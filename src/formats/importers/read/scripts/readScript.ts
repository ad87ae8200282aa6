/**
 * A script read as a syntax tree: which parts of the response it keeps as variables, which constants it sets,
 * what it checks, and everything else it does, which cannot be carried over. It is never run.
 *
 * The statements are followed in order, with what is known about each variable of the script. Statements
 * under a condition may not run: extractions there are optional, checks are not carried over.
 */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { lineStartsIn, placeAt } from '../../../../core/json/jsonDocument';
import { oneLine, shorten } from '../../../../core/shownText';
import { lostCheck, type Remark } from '../../shape/remark';
import { evaluateScript } from './evaluateScript';
import type { ScriptTexts } from './postmanApi';
import type { ScriptReading } from './scriptAccount';
import { parseScript } from './scriptSyntax';

/** Reads a script. `title` names it in remarks: `Test script`; `parse` may remember what it parsed. */
export function readScript(
  script: string,
  title: string,
  texts: ScriptTexts,
  parse = parseScript,
): ScriptReading {
  const parsed = parse(script);
  if (!parsed.ok) {
    return nothing(`${title}: it cannot be read, for ${oneLine(parsed.message)}.`);
  }
  try {
    const { lost, ...reading } = evaluateScript(parsed.program, texts);
    const lineStarts = lineStartsIn(script);
    const pieces = lost.map(({ start, end, why, isUnknown = false, isCheck = false }) => {
      const { line = 1 } = placeAt({ file: title, lineStarts }, start);
      const source = shorten(oneLine(script.slice(start, end)).replace(/ +/g, ' '), MAX_SHOWN);
      return { sentence: `${title}, line ${line}: ${why}: ${source}`, isUnknown, isCheck };
    });
    const unknownCode = pieces.flatMap(({ sentence, isUnknown }) => (isUnknown ? [sentence] : []));
    const remarks = new Map<string, Remark>(
      pieces.map(({ sentence, isCheck }) => [sentence, isCheck ? lostCheck(sentence) : sentence]),
    );
    const isAsked = unknownCode.length > 0 && texts.takesHeaders === true;
    const token = isAsked ? texts.tokenOf?.(script) : undefined;
    if (token !== undefined) {
      const asked = `${title}: a file that it requires sends a token. Get one, and enter it as the secret ${token}.`;
      remarks.set(asked, asked);
    }
    return {
      ...reading,
      ...(token === undefined ? {} : { headers: [...(reading.headers ?? []), bearer(token)] }),
      remarks: [...remarks.values()],
      ...(unknownCode.length === 0 ? {} : { unknownCode: [...new Set(unknownCode)] }),
    };
  } catch (error) {
    if (error instanceof RangeError) {
      // The reader is recursive: this is an expression nested deeper than its stack.
      return nothing(`${title}: it is nested too deep to be read.`);
    }
    throw error;
  }
}

function bearer(secret: string): WrittenField {
  return { name: 'Authorization', value: `Bearer {{$secret ${secret}}}` };
}

/** What a script before the request leaves of a reading: there is no response yet to extract from, or to check. */
export function beforeRequest(
  { extractions, expect, remarks, ...reading }: ScriptReading,
  title: string,
): ScriptReading {
  const isLost = extractions.length > 0 || expect !== undefined;
  return {
    ...reading,
    extractions: [],
    remarks: [
      ...remarks,
      ...(isLost ? [`${title}: what it keeps or checks of a response is not carried over.`] : []),
    ],
  };
}

/** Characters of a statement that a remark shows. */
const MAX_SHOWN = 120;

function nothing(remark: string): ScriptReading {
  return { extractions: [], constants: [], remarks: [remark] };
}
