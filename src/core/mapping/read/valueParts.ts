/**
 * Values inside of a segment of a path or a field of a query, and what is written next to each: keys of OData
 * (`Orders(8127)`, `Lines(OrderId=8127,No=2)`), filters (`OrderId eq 8127`, `orderId==8127`, `author:17`), operators of
 * PostgREST (`eq.8127`, `in.(8127,8190)`), and lists (`8127,8190`).
 */

/** A part of a value. */
export interface ValuePart {
  readonly value: string;
  /** The names that the value itself gives to it, outermost first; empty where it gives none. */
  readonly names: readonly string[];
}

/** UTF-16 code units; longer values are documents. */
const MAX_LENGTH = 2000;
/** OData 4.01, URL conventions §4.3.1. */
const KEYS = /^([A-Za-z_]\w*)\(([^()]+)\)$/;
const KEY = /^(?:(\w+)=)?(?:guid)?(['"]?)(.*)\2$/;
const COMPARISON =
  /([A-Za-z_][\w./]*)(?:\s*(?:==|!=|=|:)\s*|\s+(?:eq|ne|gt|ge|lt|le)\s+)(['"]?)([\w-]*\d[\w-]*)\2(?![\w./-])/g;
const OPERATOR = /^(?:not\.)?(?:eq|neq|gte?|lte?|in|cs|cd|ov)\.(.+)$/;
const ITEM = /^[\w-]*\d[\w-]*$/;

/** The keys in a segment of a path, or the items of a list; none where the segment is one value. */
export function segmentParts(segment: string): readonly ValuePart[] {
  const [, set, keys = ''] = segment.length > MAX_LENGTH ? [] : (KEYS.exec(segment) ?? []);
  return set === undefined
    ? itemsOf(segment)
    : keys.split(',').map((written) => {
        const [, name, , value = ''] = KEY.exec(written) ?? [];
        return { value, names: name === undefined ? [set, 'id'] : [set, name] };
      });
}

/** What a field of a query compares with, or the items of a list; none where the field is one value. */
export function fieldParts(text: string): readonly ValuePart[] {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) {
    return [];
  }
  const [, operand] = OPERATOR.exec(text) ?? [];
  if (operand !== undefined) {
    const items = itemsOf(operand.replace(/^[({](.*)[)}]$/, '$1'));
    return items.length > 0 ? items : [{ value: operand.replace(/^[({"](.*)["})]$/, '$1'), names: [] }];
  }
  const compared = [...text.matchAll(COMPARISON)].map(([, name = '', , value = '']) => ({
    value,
    names: name.split(/[./]/),
  }));
  return compared.length > 0 ? compared : itemsOf(text);
}

function itemsOf(text: string): readonly ValuePart[] {
  const items = text.length > MAX_LENGTH ? [] : text.split(',');
  return items.length > 1 && items.every((item) => ITEM.test(item))
    ? items.map((value) => ({ value, names: [] }))
    : [];
}
