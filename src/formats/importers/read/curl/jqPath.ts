/**
 * Where a filter of jq looks in JSON, as a JSONPath: `.data.items[0].id`, `.["access-token"]`. Scripts keep
 * parts of responses that way: `TOKEN=$(curl … | jq -r .token)`.
 */
import { memberPath } from '../../../../core/language/memberPath';

/** The path of a filter; absent when it does more than to look at one place. */
export function jqPath(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  const filters = rest.filter((word) => !/^-{1,2}[a-z-]+$/i.test(word));
  const [filter = '', ...files] = filters;
  if (name !== 'jq' || files.length > 0 || !FILTER.test(filter)) {
    return undefined;
  }
  const steps = [...filter.replace(/\/\/.*$/s, '').matchAll(STEP)].map(([, bare, quoted, index]) =>
    index === undefined ? (bare ?? quoted ?? '') : Number(index),
  );
  return memberPath(steps);
}

/** Ends as people make sure of a value: `.token // empty`. */
const FILTER =
  /^\s*\.(?:(?:[A-Za-z_]\w*(?!\w)|"[^"\\]*"|\["[^"\\]*"\]|\[\d+\])\??\.?)*\s*(?:\/\/\s*\w+\s*)?$/;
const STEP = /([A-Za-z_]\w*)|"([^"\\]*)"|\[(\d+)\]/g;
