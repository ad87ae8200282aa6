/** The saved example of a request that shows how it succeeds, as what the request was answered. */
import type { HeaderLine } from '../../../../core/model';
import {
  exampleBody,
  exampleExchange,
  isSuccess,
  keepExample,
  type KeptExample,
} from '../../shape/recordedValues';
import {
  isTrue,
  itemsOf,
  memberAt,
  memberOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import type { ImportedExchange } from '../../shape/imported';

/** Reads the `response` list of an item. References in it stay as Postman writes them. */
export function readExamples(item: Foreign): KeptExample {
  const examples = itemsOf(memberOf(item, 'response'));
  const chosen = examples.find((example) => isSuccess(statusOf(example)));
  return keepExample(chosen === undefined ? undefined : exchangeOf(chosen, item), examples.length);
}

function statusOf(example: Foreign): number {
  return Number(scalarText(memberOf(example, 'code')));
}

function exchangeOf(example: Foreign, item: Foreign): ImportedExchange {
  const request = memberOf(example, 'originalRequest') ?? memberOf(item, 'request');
  const url = memberOf(request, 'url') ?? request;
  const sent = headersOf(memberOf(request, 'header'));
  const text = textOf(memberAt(request, 'body', 'raw')) ?? '';
  const time = Number(scalarText(memberOf(example, 'responseTime')));
  return exampleExchange(
    {
      method: textOf(memberOf(request, 'method')) ?? 'GET',
      url: textOf(url) ?? textOf(memberOf(url, 'raw')) ?? '',
      headers: sent,
      ...(text === '' ? {} : { body: exampleBody(text, sent) }),
    },
    {
      status: statusOf(example),
      headers: headersOf(memberOf(example, 'header')),
      body: textOf(memberOf(example, 'body')) ?? '',
      totalMs: Number.isFinite(time) && time > 0 ? time : 0,
    },
  );
}

function headersOf(rows: Foreign): readonly HeaderLine[] {
  return itemsOf(rows).flatMap((row) => {
    const name = scalarText(memberOf(row, 'key')) ?? '';
    return name === '' || isTrue(row, 'disabled')
      ? []
      : [{ name, value: scalarText(memberOf(row, 'value')) ?? '' }];
  });
}
