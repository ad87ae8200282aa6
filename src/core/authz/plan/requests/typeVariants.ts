/** The owner's identifier as another JSON type, for checks that compare types and servers that convert them. */
import type { JsonValue } from '../../../json/json';
import { wholeReference } from '../../../prepare/template';
import type { VariantName } from '../../model/cell';
import {
  differences,
  jsonTemplate,
  literal,
  quoted,
  replaceDifferences,
  type BodyPair,
} from './jsonTemplate';
import type { VariantSource, Vary } from './variantSource';

/** By name; they fit where an identifier is a whole value of a JSON body. */
export const typeVariants = {
  'id-as-text': asText(quoted),
  'id-as-number': asText((reference) => reference),
  'id-in-array': asValue((reference) => [reference]),
  'id-in-object': asValue((reference) => ({ id: reference })),
} as const satisfies Partial<Record<VariantName, Vary>>;

function asText(write: (reference: string) => string): Vary {
  return (source) => {
    const pair = wholeIds(source);
    return pair === undefined
      ? undefined
      : {
          ...source.owners,
          body: jsonTemplate(
            pair,
            (_own, owners) => [isWhole(owners) ? write(owners) : literal(owners, source.isText)],
            source.isText,
          ),
        };
  };
}

function asValue(wrap: (reference: string) => JsonValue): Vary {
  return (source) => {
    const pair = wholeIds(source);
    return pair === undefined
      ? undefined
      : {
          ...source.owners,
          body: {
            kind: 'json',
            value: replaceDifferences(pair, (owners) => (isWhole(owners) ? wrap(owners) : owners)),
          },
        };
  };
}

/** The two versions of a JSON body; undefined if no identifier is a whole value in it. */
function wholeIds({ own, owners }: VariantSource): BodyPair | undefined {
  if (own.body?.kind !== 'json' || owners.body?.kind !== 'json') {
    return undefined;
  }
  const pair = { own: own.body.value, owners: owners.body.value };
  return differences(pair).some((difference) => isWhole(difference.owners)) ? pair : undefined;
}

function isWhole(text: string): boolean {
  return wholeReference(text) !== undefined;
}
