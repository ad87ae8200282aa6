/**
 * Objects that a chain sends as an earlier request was answered them, to be taken whole: one extraction of the
 * object, and one reference where it is written out.
 */
import { addExtraction, extractionMember } from '../../edit/chainEdit';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { applyEdits, editBetween, type TextEdit } from '../../edit/textEdit';
import { proposeName } from '../../extraction/proposeName';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, type JsonValue } from '../../json/json';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { memberPath } from '../../language/memberPath';
import type { Extraction } from '../../model';
import type { ObjectCopy, ObjectPlace } from '../match/objectCopies';

/** An object of an answer that later requests of a chain write out. */
export interface OpenCopy {
  /** Says where from and where to, and no value. */
  readonly key: string;
  /** Id of the request that is answered with it. */
  readonly source: string;
  readonly extraction: Extraction;
  /** JSONPath in the answer. */
  readonly path: string;
  /** Whether a position in a list leads to it. */
  readonly isByPosition: boolean;
  readonly members: readonly string[];
  readonly uses: readonly CopyUse[];
}

/** A place of the chain that writes the object out. */
interface CopyUse {
  /** Id of the request. */
  readonly request: string;
  /** JSONPath in its body. */
  readonly path: string;
  /** From the chain. */
  readonly place: JsonPath;
}

/** What copies are held against. */
export interface CopiedSession {
  readonly copies: readonly ObjectCopy[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
}

/**
 * The copies that a chain still writes out after the request that is answered with them.
 *
 * @throws UserError when the text is not JSON
 */
export function openCopies(text: string, { copies, ids, taken }: CopiedSession): readonly OpenCopy[] {
  const list = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  const requests = list !== undefined && isArray(list) ? list : [];
  const indexOf = (entry: number): number => {
    const id = ids.get(entry);
    return id === undefined ? -1 : requests.findIndex((one) => valueAtSteps(one, ['id']) === id);
  };
  return copies.flatMap(({ producer, consumers, members }): readonly OpenCopy[] => {
    const at = indexOf(producer.entry);
    const source = ids.get(producer.entry);
    const uses = consumers.flatMap((place) => {
      const index = indexOf(place.entry);
      return index > at ? useAt(requests[index], index, place, members) : [];
    });
    if (source === undefined || at === -1 || uses.length === 0) {
      return [];
    }
    const url = valueAtSteps(requests[at] ?? null, ['url']);
    const path = memberPath(producer.steps);
    const variable = proposeName(
      { from: 'body', steps: producer.steps },
      { url: typeof url === 'string' ? url : '', taken },
    );
    const select = { kind: 'path', path } as const;
    const extraction: Extraction = { variable, from: 'body', select, all: false, optional: false };
    const isByPosition = producer.steps.some((step) => typeof step === 'number');
    const key = JSON.stringify([source, path, uses.map(({ request, path: to }) => [request, to])]);
    return [{ key, source, extraction, path, isByPosition, members, uses }];
  });
}

/** The edits that make a chain take an object whole. */
export function applyCopy(text: string, { source, extraction, uses }: OpenCopy): readonly TextEdit[] {
  const referring = uses.reduce(
    (now, { place }) => applyEdits(now, setMember(now, place, `{{${extraction.variable}}}`)),
    text,
  );
  return editBetween(text, applyEdits(referring, addExtraction(referring, source, extraction)));
}

/** What a request gets that is answered with the object. */
export function copyMember({ extraction }: OpenCopy): JsonValue {
  return extractionMember(extraction);
}

/** The place, where the request still writes such an object. */
function useAt(
  request: JsonValue | undefined,
  index: number,
  { steps }: ObjectPlace,
  members: readonly string[],
): readonly CopyUse[] {
  const inRequest = ['body', 'json', ...steps];
  const id = request === undefined ? undefined : valueAtSteps(request, ['id']);
  const object = request === undefined ? undefined : valueAtSteps(request, inRequest);
  const isUnchanged =
    object !== undefined &&
    isObject(object) &&
    Object.keys(object).length === members.length &&
    members.every((name) => Object.hasOwn(object, name));
  return isUnchanged && typeof id === 'string'
    ? [{ request: id, path: memberPath(steps), place: ['requests', index, ...inRequest] }]
    : [];
}
