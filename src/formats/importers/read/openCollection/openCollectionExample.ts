/** The examples of a request in OpenCollection's YAML. */
import { isNumber } from '../../../../core/json/json';
import type { BrunoExample } from '../bruno/brunoTree';
import { itemsOf, memberAt, memberOf, textOf, type Foreign } from '../../shape/externalJson';
import { readOpenCollectionBody } from './openCollectionBody';
import { readRow } from './openCollectionRows';

/** Reads the `examples` of an item; one without a request has that of its item: `method` and `url`. */
export function readOpenCollectionExamples(
  examples: Foreign,
  { type, method, url }: { readonly type: string; readonly method: string; readonly url: string },
): readonly BrunoExample[] {
  return itemsOf(examples).map((example) => {
    const request = memberOf(example, 'request');
    const response = memberOf(example, 'response');
    const status = memberOf(response, 'status');
    return {
      request: {
        method: textOf(memberOf(request, 'method')) ?? method,
        url: textOf(memberOf(request, 'url')) ?? url,
        headers: itemsOf(memberOf(request, 'headers')).map(readRow),
        body: readOpenCollectionBody(memberOf(request, 'body'), type),
      },
      response: {
        status: status !== undefined && isNumber(status) ? Number(String(status)) : Number.NaN,
        headers: itemsOf(memberOf(response, 'headers')).map(readRow),
        type: textOf(memberAt(response, 'body', 'type')) ?? '',
        body: textOf(memberAt(response, 'body', 'data')) ?? '',
      },
    };
  });
}
