/**
 * The URL of a request with the values that its references had last. What has no value yet, is generated
 * for each use, or is secret stays a reference.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { RequestSource } from '../analysis/chainSource';
import { itemsAt } from '../json/jsonDocument';
import { encodeAround } from '../prepare/url';
import type { Field } from '../model';
import { resolveUrl, type Reference } from '../prepare/template';
import { isTrueAt, textAt } from '../analysis/locationOf';
import { isMasked, shownText, valuesAt, type KnownValues } from './available';

/** The resolved URL with its query; absent when the file says the same already. */
export function resolvedUrl(
  analysis: ChainAnalysis,
  request: RequestSource,
  known: KnownValues,
): string | undefined {
  const url = textAt(request.tree, ['url']);
  const rows = queryRows(request);
  if (url === undefined || !(url.includes('{{') || rows.length > 0)) {
    return undefined;
  }
  const valueOf = valuesAt(analysis, request.index, known);
  let resolved = 0;
  const lookup = ({ name }: Reference): string | undefined => {
    const value = valueOf(name);
    if (value === undefined || isMasked(value) || value.shown.includes('{{')) {
      return undefined;
    }
    resolved += 1;
    return shownText(value.shown);
  };
  const whole = resolveUrl({ url, query: rows }, lookup, encodeAround);
  return resolved === 0 ? undefined : whole;
}

function queryRows({ tree }: RequestSource): readonly Field[] {
  return itemsAt(tree, ['query']).flatMap((row) => {
    const [name, value] = [textAt(row, ['name']), textAt(row, ['value'])];
    const isOff = isTrueAt(row, ['disabled']);
    return name === undefined || value === undefined || isOff ? [] : [{ name, value, disabled: false }];
  });
}
