/**
 * Proposals by thing: all places that send the value that identifies one order, or one token, whichever answer each
 * of them takes it from (the specification's Revision 2, R1).
 */
import { groupBy } from '../../groupBy';
import { nameWords } from '../../language/nameWords';
import type { PlaceName } from '../../language/placeName';
import { isOfThing } from '../decide/liveSources';
import { responseValueKey } from '../read/responseValue';
import type { OpenChoice, OpenMapping } from './reviewMappings';

/** A thing that requests speak of. */
export interface MappedThing {
  /** Words for what it is: `order`, `access token`. */
  readonly noun: string;
  /** The recorded value that identifies it. */
  readonly value: string;
  /** The suggested source that is answered first. */
  readonly root: OpenChoice;
  /** Whether the request of that source creates it. */
  readonly isCreated: boolean;
  /** Its places, never none, in the order of the proposals. */
  readonly mappings: readonly OpenMapping[];
}

/** Things of which places are open, in the order of the proposals. */
export function mappedThings(open: readonly OpenMapping[]): readonly MappedThing[] {
  const byValue = new Map<string, Placed[][]>();
  const groups: Placed[][] = [];
  for (const mapping of open) {
    const [chosen] = mapping.choices;
    if (chosen !== undefined) {
      const { value } = mapping.proposal;
      const same = byValue.get(value) ?? [];
      const placed = { mapping, chosen };
      const group = same.find((others) => isOneThing(placed, others));
      if (group === undefined) {
        const added = [placed];
        groups.push(added);
        byValue.set(value, [...same, added]);
      } else {
        group.push(placed);
      }
    }
  }
  return groups.flatMap((group) => thingOf(group) ?? []);
}

/** A mapping, and the source that is suggested for it. */
interface Placed {
  readonly mapping: OpenMapping;
  readonly chosen: OpenChoice;
}

/** Whether a place speaks of the same thing as others with the same value: a small number may be an order and a card. */
function isOneThing({ mapping, chosen }: Placed, others: readonly Placed[]): boolean {
  const key = responseValueKey(chosen.producer.responseValue);
  return others.some(
    (other) =>
      responseValueKey(other.chosen.producer.responseValue) === key ||
      isOfThing(mapping.proposal.slot, other.chosen.producer.responseValue),
  );
}

function thingOf(group: readonly Placed[]): MappedThing | undefined {
  const [first] = group.toSorted((one, other) => stepOf(one) - stepOf(other));
  if (first === undefined) {
    return undefined;
  }
  const { chosen: root, mapping } = first;
  return {
    noun: nounOf(root, group),
    value: mapping.proposal.value,
    root,
    isCreated: group.some(({ mapping: { choices } }) => choices.some((choice) => creates(choice, root))),
    mappings: group.map((placed) => placed.mapping),
  };
}

function stepOf({ chosen }: Placed): number {
  return chosen.producer.responseValue.step;
}

/**
 * `order` for its id, as the answer calls it where places agree, else as most of them do: `/me` answers with a user.
 * What identifies nothing is called as its variable.
 */
function nounOf({ variable, producer: { responseValue } }: OpenChoice, group: readonly Placed[]): string {
  const own = idNoun(responseValue.name);
  const nouns = group.map(({ mapping }) => idNoun(mapping.proposal.slot.name)).filter((noun) => noun !== '');
  if (nouns.length === 0 || nouns.includes(own)) {
    return own === '' ? nameWords(variable.replace(COUNT, '')).join(' ') : own;
  }
  const [most = own] = [...groupBy(nouns, (noun) => noun).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return most[0] ?? own;
}

/** Tells variables of one name apart: `token2`. A `sha256` has no such count. */
const COUNT = /(?<=\D)\d{1,2}$/;

/** What an id is of; empty for what is none. */
function idNoun({ noun, isId }: PlaceName): string {
  return isId ? noun.join(' ') : '';
}

/** Whether a choice is from the request of another one, and says that it creates the thing. */
function creates({ source, evidence }: OpenChoice, root: OpenChoice): boolean {
  return source === root.source && evidence.some(({ code }) => code === 'created');
}
