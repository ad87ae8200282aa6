/** The origins that a chain sends to, as far as its text and its environment say them. */
import type { Environment } from '../../model';
import { originsOf } from '../../permission/origin';
import { plainText, resolveTemplate } from '../../prepare/template';
import { outerValues } from '../../prepare/writtenValues';
import type { MatrixChain } from '../model/matrix';

/** Each once; a URL whose beginning only a run knows has none. */
export function targetOrigins(
  { chain, required }: MatrixChain,
  environment: Environment | undefined,
): readonly string[] {
  const outside = outerValues(
    required.map((loaded) => loaded.chain),
    environment,
  );
  const layers = [chain.variables, ...outside];
  return originsOf(
    chain.requests.map(
      ({ url }) =>
        resolveTemplate(
          url,
          ({ name }) => layers.find((layer) => Object.hasOwn(layer, name))?.[name],
          plainText,
        ).text,
    ),
  );
}
