/** The values of a JSON body, and the parts of its texts. */
import { isArray, isNumber, isObject, type JsonValue } from '../../json/json';
import { memberName, namePlace } from '../../language/placeName';
import { plainText } from '../../prepare/template';
import type { ResponseValue } from './responseValue';
import { scanMembers } from './scanMembers';
import {
  mayBytesHaveParts,
  mayHaveParts,
  reportParts,
  type Described,
  type ReportTarget,
} from './textValues';

/** A body during the walk; one object per body, as a million values must not allocate. */
interface MemberWalk extends ReportTarget {
  /** What the request is about. */
  readonly resource: readonly string[];
  /** Members and positions that lead to where the walk is. */
  steps: (string | number)[];
  /** Lists that it is in. */
  lists: number;
  /** Of JSON in a text: that text. */
  readonly within?: CarryingText | undefined;
}

/** A text of an answer that is JSON, and its place. */
export type CarryingText = Pick<ResponseValue, 'place' | 'whole'>;

/** Reports the values of a JSON text without building it; tells whether that could be done. */
export function scanText(
  text: string,
  resource: readonly string[],
  target: ReportTarget,
  within?: CarryingText,
): boolean {
  const { sieve } = target.reader;
  const members =
    sieve === undefined
      ? undefined
      : scanMembers(text, {
          mayWantNumber: sieve.mayWantNumber,
          mayWantText: (bytes, start, end) =>
            sieve.mayWantText(bytes, start, end) || mayBytesHaveParts(bytes, start, end),
        });
  const walk: MemberWalk = { ...target, resource, steps: [], lists: 0, within };
  for (const { value, steps, lists } of members ?? []) {
    walk.steps = steps;
    walk.lists = lists;
    reportMember(value, walk);
  }
  return members !== undefined;
}

/** Reports the values of a JSON body. Depth is bounded: a text nested deeper is not read as JSON. */
export function readMembers(value: JsonValue, walk: MemberWalk): void {
  const { steps } = walk;
  if (typeof value === 'string' || isNumber(value)) {
    reportMember(value, walk);
  } else if (isArray(value)) {
    walk.lists += 1;
    for (let index = 0; index < value.length; index += 1) {
      steps.push(index);
      readMembers(value[index] ?? null, walk);
      steps.pop();
    }
    walk.lists -= 1;
  } else if (isObject(value)) {
    for (const name in value) {
      steps.push(name);
      readMembers(value[name] ?? null, walk);
      steps.pop();
    }
  }
}

/** Reports a text or number where the walk is, and the parts of a text. */
function reportMember(value: JsonValue, walk: MemberWalk): void {
  const { step, reader } = walk;
  if (typeof value === 'number' && reader.sieve?.mayWantNumber(value) === false) {
    return;
  }
  const text = plainText(value);
  if (reader.wants(text)) {
    reader.onValue({ step, whole: text, value: text, ...describeMember(value, walk) });
  }
  if (typeof value === 'string' && walk.within === undefined && mayHaveParts(text)) {
    reportParts(text, walk, () => describeMember(value, walk));
  }
}

function describeMember(
  value: JsonValue,
  { steps: at, resource, lists, within }: MemberWalk,
): Described & Partial<ResponseValue> {
  const steps = [...at];
  const described = {
    place: within?.place ?? ({ source: 'body', steps } as const),
    // A body that is one value is called as what was asked for, like a plain text.
    name: steps.length === 0 ? namePlace(resource.join(' '), []) : memberName(steps, resource),
    isNumber: typeof value !== 'string',
    lists,
  };
  // Of one shape for all members of bodies, of which there are millions.
  return within === undefined
    ? described
    : { ...described, whole: within.whole, inner: { as: 'json', steps } };
}
