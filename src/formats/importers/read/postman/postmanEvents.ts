/** The scripts of a collection, folder or request, read together: those before a request and those after it. */
import type { JsonObject } from '../../../../core/json/json';
import { itemsOf, memberAt, memberOf, textOf, type Foreign } from '../../shape/externalJson';
import { lastOfEach, readScript } from '../scripts/readScript';
import type { ScriptReading } from '../scripts/scriptAccount';
import type { TextReader } from './postmanText';

/** Reads the `event` list. `prefix` begins the remarks. */
export function readEvents(events: Foreign, reader: TextReader, prefix = ''): ScriptReading {
  const readings = itemsOf(events).flatMap((event): readonly ScriptReading[] => {
    const text = scriptText(memberOf(event, 'script'));
    if (text.trim() === '') {
      return [];
    }
    const isBefore = memberOf(event, 'listen') === 'prerequest';
    const title = `${prefix}${isBefore ? 'pre-request script' : 'test script'}`;
    if (memberOf(event, 'disabled') === true) {
      return [{ extractions: [], constants: [], remarks: [`${title}: it is switched off and left out.`] }];
    }
    const shown = title.charAt(0).toUpperCase() + title.slice(1);
    const reading = readScript(text, shown, reader, reader.parse);
    // There is no response yet to extract from.
    return [isBefore ? { constants: reading.constants, extractions: [], remarks: reading.remarks } : reading];
  });
  const expects = readings.flatMap(({ expect }) => expect ?? []);
  return {
    extractions: lastOfEach(readings.flatMap(({ extractions }) => extractions)),
    constants: readings.flatMap(({ constants }) => constants),
    ...(expects.length === 0 ? {} : { expect: Object.assign({}, ...expects) as JsonObject }),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

function scriptText(script: Foreign): string {
  const exec = memberOf(script, 'exec') ?? memberAt(script, 'raw') ?? script;
  return (
    textOf(exec) ??
    itemsOf(exec)
      .map((line) => textOf(line) ?? '')
      .join('\n')
  );
}
