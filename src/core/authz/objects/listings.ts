/**
 * What lists showed their readers during a run. That a list does not show an object proves that it is gone only where
 * the same list showed such objects to the same user, and more of them: then nothing cuts it off before the object.
 */
import { plainText } from '../../prepare/template';
import type { RequestName } from '../model/matrix';
import type { AuthzContext } from '../matrix/findByName';
import type { Pages } from '../act/inventory/readList';
import { ownIds } from '../act/inventory/existingIds';
import { listedIds } from '../act/inventory/newObjects';
import type { TestObject } from '../act/inventory/testObject';

/** Who reads which list. */
export interface Reading {
  /** Name of the user. */
  readonly user: string;
  readonly list: RequestName;
}

/** What lists showed so far. */
export interface Listings {
  readonly note: (context: AuthzContext, reading: Reading, pages: Pick<Pages, 'responses'>) => void;
  /**
   * Whether the list of the owner of some objects, of one resource, would show every one of them that is there.
   *
   * @param count identifiers that it shows now
   */
  readonly showsAll: (context: AuthzContext, objects: readonly TestObject[], count: number) => boolean;
}

interface Listing {
  /** Identifiers that it showed at once. */
  readonly most: number;
  readonly shown: ReadonlySet<string>;
}

/** Nothing was read yet. */
export function createListHistory(): Listings {
  const known = new Map<string, Listing>();
  return {
    note(context, { user, list }, { responses }) {
      const { resources } = context.loaded.matrix;
      for (const resource of resources.filter((one) => isSameRequest(one.list, list))) {
        const ids = listedIds(context, resource, responses).map((id) => plainText(id));
        const key = keyOf(resource.name, user);
        const { most = 0, shown = new Set<string>() } = known.get(key) ?? {};
        known.set(key, { most: Math.max(most, ids.length), shown: new Set([...shown, ...ids]) });
      }
    },
    showsAll({ loaded }, objects, count) {
      return objects.some((object) => {
        const listing = known.get(keyOf(object.resource.name, object.owner.user.name));
        const own = [...ownIds(loaded, object).values()];
        return (
          listing !== undefined &&
          listing.most > count &&
          own.length > 0 &&
          own.every(({ value }) => listing.shown.has(plainText(value)))
        );
      });
    },
  };
}

function keyOf(resource: string, user: string): string {
  return JSON.stringify([resource, user]);
}

function isSameRequest(one: RequestName | undefined, other: RequestName): boolean {
  return one?.chain === other.chain && one.id === other.id;
}
