/** Collections as importers give them. */
import type { JsonObject } from '../../../src/core/json/json';
import type {
  ImportedCollection,
  ImportedEnvironment,
  ImportedRequest,
} from '../../../src/formats/importers/shape/imported';

/** A collection of requests. */
export const collection = (
  requests: readonly ImportedRequest[],
  more: Partial<ImportedCollection> = {},
): ImportedCollection => ({
  format: 'Test collection',
  name: 'Orders',
  variables: [],
  requests,
  environments: [],
  remarks: [],
  renamed: [],
  typedVariables: [],
  ...more,
});

/** A request that is kept. */
export const request = (
  name: string,
  members: JsonObject = {},
  folders: readonly string[] = [],
): ImportedRequest => ({
  kind: 'kept',
  name,
  folders,
  request: { method: 'GET', url: '{{baseUrl}}/x', ...members },
  remarks: [],
});

/** An environment of constants. */
export const environment = (name: string, values: Readonly<Record<string, string>>): ImportedEnvironment => ({
  name,
  variables: Object.entries(values).map(([key, value]) => ({ name: key, value, isSecret: false })),
  remarks: [],
});
