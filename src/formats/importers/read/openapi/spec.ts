/**
 * A specification as its readers walk through it: from member to member, with every `$ref` followed on the way.
 *
 * Nothing is copied and nothing is put together beforehand, so that schemas which contain themselves cost
 * nothing. A reference that leads nowhere is an absent value, and gets a remark.
 */
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import { targetOf, type SpecFiles } from './specFiles';

/** A value and its file, to which its references are relative. */
export interface Place {
  readonly value: Foreign;
  readonly file: string;
  /** The reference that led here, its last one. */
  readonly reference?: string;
}

/** A specification. */
export interface Spec {
  readonly root: Place;
  /** The value at the end of a path of names, references followed. */
  readonly at: (place: Place, ...names: readonly string[]) => Place;
  /** The value itself, references followed. */
  readonly resolve: (place: Place) => Place;
  /** The items of a list; none of anything else. */
  readonly items: (place: Place) => readonly Place[];
  /** The members of an object by their names; none of anything else. */
  readonly members: (place: Place) => readonly (readonly [name: string, member: Place])[];
  /** What a reference in a file leads to. */
  readonly find: (reference: string, file: string) => Place;
  /** References that led nowhere so far, a sentence each. */
  readonly remarks: () => readonly string[];
}

/** References in a row; more go in a circle. */
const MAX_HOPS = 50;

/** Makes a specification of its files. */
export function createSpec({ main, documents }: Pick<SpecFiles, 'main' | 'documents' | 'remarks'>): Spec {
  const lost = new Set<string>();
  const find = (reference: string, file: string): Place => {
    const target = targetOf(reference, file);
    const value = valueAt(documents.get(target.file), target.fragment);
    if (value === undefined && documents.has(target.file)) {
      lost.add(`The reference ${JSON.stringify(reference)} leads to nothing.`);
    }
    return { value, file: target.file, reference };
  };
  const resolve = (place: Place): Place => {
    let found = place;
    for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
      const reference = textOf(memberOf(found.value, '$ref'));
      if (reference === undefined) {
        return found;
      }
      found = find(reference, found.file);
    }
    lost.add(`The reference ${JSON.stringify(found.reference ?? '')} leads back to itself.`);
    return { value: undefined, file: place.file };
  };
  const inside = ({ file }: Place, value: JsonValue): Place => resolve({ value, file });
  return {
    root: { value: documents.get(main), file: main },
    resolve,
    at: (place, ...names) =>
      names.reduce((whole, name) => {
        const { value, file } = resolve(whole);
        return resolve({ value: memberOf(value, name), file });
      }, place),
    items: (place) => {
      const { value } = place;
      return value !== undefined && isArray(value) ? value.map((item) => inside(place, item)) : [];
    },
    members: (place) => {
      const { value } = place;
      return value !== undefined && isObject(value)
        ? Object.entries(value).map(([name, member]) => [name, inside(place, member)])
        : [];
    },
    find: (reference, file) => resolve(find(reference, file)),
    remarks: () => [...lost],
  };
}

/** What a JSON pointer leads to (RFC 6901); `/` alone is taken for the whole, as people mean it. */
function valueAt(document: Foreign, pointer: string): Foreign {
  if (pointer === '' || (pointer === '/' && memberOf(document, '') === undefined)) {
    return document;
  }
  const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps[0] === ''
    ? steps
        .slice(1)
        .reduce<Foreign>(
          (value, step) =>
            value !== undefined && isArray(value) && /^\d+$/.test(step)
              ? value[Number(step)]
              : memberOf(value, step),
          document,
        )
    : undefined;
}
