/**
 * What `chainwright map` says besides suggestions: places without a source, requests that come too early, objects that
 * are repeated as a whole, and requests that are repeated for the items of a list.
 */
import { memberPath } from '../../core/language/memberPath';
import { consumerWords } from '../../core/mapping/review/explainMapping';
import type { MissingMapping } from '../../core/mapping/review/missingMappings';
import type { ObjectCopy, ObjectPlace } from '../../core/mapping/match/objectCopies';
import { listPath, type RepeatedRequest } from '../../core/mapping/match/repeatedRequests';
import type { TypedValue } from '../../core/mapping/match/typedValues';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import type { Slot } from '../../core/mapping/read/slots';
import type { Paint } from '../../formats/reporters/consoleReport';
import { requestText } from './mappingText';
import { printable } from '../paint';

/** What was found besides suggestions. */
export interface MappingGaps {
  readonly missing: readonly MissingMapping[];
  readonly copies: readonly ObjectCopy[];
  readonly loops: readonly RepeatedRequest[];
  /** None without a second recording. */
  readonly typed: readonly TypedValue[];
}

/** An object's place as the JSON says it. */
interface ObjectJson {
  readonly entry: number;
  readonly path: string;
}

/** What gaps add to the JSON of `chainwright map`; entries count from 0. */
export interface GapsJson {
  readonly missing: readonly (Pick<Slot, 'location' | 'key'> & {
    readonly entry: number;
    /** Entries whose answers have something called alike. */
    readonly candidates: readonly number[];
    /** Entry that creates the value too late, and whether it can come before. */
    readonly createdBy?: { readonly entry: number; readonly canMove: boolean };
  })[];
  readonly objectCopies: readonly {
    readonly producer: ObjectJson;
    readonly consumers: readonly ObjectJson[];
  }[];
  /** Lists, and the entries of the requests that were sent for their items, in the order of these. */
  readonly loops: readonly { readonly list: ObjectJson; readonly requests: readonly number[] }[];
  /** What was typed differently in the second recording, and where. */
  readonly typed: readonly {
    readonly values: readonly [string, string];
    readonly places: readonly (Pick<Slot, 'location' | 'key'> & { readonly entry: number })[];
  }[];
}

/** Gaps for a program. */
export function gapsJson({ missing, copies, loops, typed }: MappingGaps): GapsJson {
  return {
    missing: missing.map(({ entry, slot: { location, key }, candidates, later }) => ({
      entry,
      location,
      key,
      candidates: [...new Set(candidates.map((candidate) => candidate.entry))],
      ...(later === undefined ? {} : { createdBy: { entry: later.entry, canMove: later.canMove } }),
    })),
    objectCopies: copies.map(({ producer, consumers }) => ({
      producer: objectJson(producer),
      consumers: consumers.map(objectJson),
    })),
    loops: loops.map(({ list, requests }) => ({
      list: { entry: list.entry, path: listPath(list) },
      requests: requests.map(({ entry }) => entry),
    })),
    typed: typed.map(({ values, slots }) => ({
      values,
      places: slots.map(({ entry, slot: { location, key } }) => ({ entry, location, key })),
    })),
  };
}

function objectJson({ entry, steps }: ObjectPlace): ObjectJson {
  return { entry, path: memberPath(steps) };
}

/** Gaps for a person; empty when there are none. */
export function renderGaps(
  { missing, copies, loops, typed }: MappingGaps,
  requests: ReadonlyMap<number, RecordedStep>,
  paint: Paint,
): string {
  const at = (entry: number): string => requestText(entry, requests);
  const place = ({ entry, steps }: ObjectPlace): string =>
    `${at(entry)} body ${printable(memberPath(steps))}`;
  return [
    section(
      paint.yellow('No earlier answer has what these take'),
      missing.map((one) => `${at(one.entry)}, ${printable(consumerWords(one))}${reasonOf(one, at)}`),
    ),
    section(
      'These bodies repeat a whole object; one variable can hold it',
      copies.map(({ producer, consumers }) => `${place(producer)}: ${consumers.map(place).join(', ')}`),
    ),
    section(
      'These were typed, and differ in the second recording; they can be columns of rows of data',
      typed.map(({ slots }) =>
        slots.map(({ entry, slot }) => `${at(entry)} ${printable(consumerWords({ slot }))}`).join(', '),
      ),
    ),
    section(
      'These requests are the same for each item of a list; one with "forEach" can do it',
      loops.map(
        ({ list, requests: repeated }) =>
          `${at(list.entry)} body ${printable(listPath(list))}: ${repeated.map(({ entry }) => at(entry)).join(', ')}`,
      ),
    ),
  ].join('');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function reasonOf({ candidates, later }: MissingMapping, at: (entry: number) => string): string {
  if (later !== undefined) {
    return `: ${at(later.entry)} creates it too late${later.canMove ? ' and can be moved before' : ''}`;
  }
  const entries = [...new Set(candidates.map(({ entry }) => entry))];
  return entries.length === 0
    ? ': it may be from before the recording'
    : `: something called alike is in the answer of ${entries.map(at).join(', ')}`;
}
