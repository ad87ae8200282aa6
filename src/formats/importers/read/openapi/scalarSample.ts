/** Texts and numbers that a schema allows, the same each time. */
import { isNumber, type ExactNumber } from '../../../../core/json/json';
import { memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';

/** A text of the format that a schema asks for. */
export function sampleText(schema: Foreign): string {
  const format = textOf(memberOf(schema, 'format')) ?? '';
  const formatted = FORMATS.get(format);
  if (formatted !== undefined) {
    return formatted;
  }
  const least = lengthOf(schema, 'minLength') ?? 0;
  const most = lengthOf(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const text = 'string'.repeat(Math.ceil(Math.max(least, 1) / 6)).slice(0, Math.max(least, 6));
  return text.slice(0, Math.max(0, most));
}

/** 1, or the nearest number within the bounds of a schema. */
export function sampleNumber(schema: Foreign): number | ExactNumber {
  const [least, most] = [boundOf(schema, 'inimum', 1), boundOf(schema, 'aximum', -1)];
  const step = numberOf(schema, 'multipleOf') ?? 1;
  const start = Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY);
  const multiple = step > 0 ? Math.ceil(start / step) * step : start;
  const isWithin =
    Number.isFinite(multiple) && multiple <= (most ?? multiple) && multiple >= (least ?? multiple);
  return isWithin ? multiple : start;
}

/** Longer texts are nobody's example. */
const MAX_LENGTH = 1000;

function lengthOf(schema: Foreign, name: string): number | undefined {
  const length = numberOf(schema, name);
  return length === undefined || length < 0 ? undefined : Math.min(Math.floor(length), MAX_LENGTH);
}

/** `minimum` with `exclusiveMinimum`, which is a number or says of the other that it is not reached. */
function boundOf(schema: Foreign, ending: 'inimum' | 'aximum', inwards: number): number | undefined {
  const [plain, exclusive] = [`m${ending}`, `exclusiveM${ending}`];
  const bound = numberOf(schema, plain);
  const outside = numberOf(schema, exclusive) ?? (memberOf(schema, exclusive) === true ? bound : undefined);
  return outside === undefined ? bound : outside + inwards;
}

function numberOf(schema: Foreign, name: string): number | undefined {
  const value = memberOf(schema, name);
  const number = value !== undefined && isNumber(value) ? Number(scalarText(value)) : undefined;
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

/** https://spec.openapis.org/registry/format/; names and addresses as in RFC 2606 and RFC 5737. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date-time', '2024-01-01T00:00:00Z'],
  ['date', '2024-01-01'],
  ['time', '12:00:00Z'],
  ['duration', 'P1D'],
  ['email', 'user@example.com'],
  ['idn-email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['idn-hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['iri', 'https://example.com/'],
  ['uri-reference', '/example'],
  ['uuid', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
  ['byte', 'c3RyaW5n'],
  ['regex', '^.*$'],
  ['json-pointer', '/example'],
]);
