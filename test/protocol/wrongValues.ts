/** Values for schemas, derived from them: one that is right, and all the ways in which one of its parts is wrong. */
import type { Form } from '../../src/protocol/schema';

/** A value and what is wrong with it. */
export interface WrongValue {
  readonly title: string;
  readonly value: unknown;
}

/** A value of each type that crosses a wire, and some that look like others. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  '',
  '0',
  'file:///etc/passwd',
  [],
  [[]],
  {},
  JSON.parse('{"__proto__":{"kind":"set","from":"body","index":0,"id":"","open":[]}}'),
];

/** A value that a schema accepts. */
export function rightValue(form: Form): unknown {
  switch (form.form) {
    case 'any':
    case 'nothing':
      return undefined;
    case 'index':
      return 1;
    case 'text':
      return 'AAAA';
    case 'one of':
      return form.values[0];
    case 'list':
      return [rightValue(form.item)];
    case 'tuple':
      return form.items.map(rightValue);
    case 'object':
      return membersOf(form, rightValue);
    case 'any of':
      return form.forms.map(rightValue)[0];
    case 'where':
      return rightValue(form.of);
  }
}

/** The right value with one wrong part, for every part and every way. */
export function wrongValues(form: Form): readonly WrongValue[] {
  const wrong = (values: readonly unknown[]): WrongValue[] =>
    values.map((value) => ({ title: `${inShort(value)} for ${form.form}`, value }));
  switch (form.form) {
    case 'any':
      return [];
    case 'nothing':
      return wrong(VALUES.slice(2));
    case 'index':
      return wrong(VALUES.filter((value) => value !== 0));
    case 'text':
      return wrong([...VALUES.filter((value) => typeof value !== 'string'), 'x'.repeat(form.most + 1)]);
    case 'one of':
      return wrong(VALUES.filter((value) => !form.values.some((one) => one === value)));
    case 'list': {
      const inside = wrongValues(form.item).map(({ title, value }) => ({ title, value: [value] }));
      const item = rightValue(form.item);
      const long = Array(form.most + 1).fill(item);
      const none = form.least > 0 ? [[]] : [];
      return [...inside, ...wrong([...VALUES.filter((value) => !Array.isArray(value)), long, ...none])];
    }
    case 'tuple': {
      const right = form.items.map(rightValue);
      const inside = form.items.flatMap((item, at) =>
        wrongValues(item).map(({ title, value }) => ({
          title: `${title} at ${at}`,
          value: right.with(at, value),
        })),
      );
      return [
        ...inside,
        ...wrong([[...right, 0], right.slice(1)].filter(({ length }) => length !== right.length)),
      ];
    }
    case 'object': {
      const right = membersOf(form, rightValue);
      const inside = Object.entries({ ...form.members, ...form.optional }).flatMap(([name, member]) =>
        wrongValues(member)
          .filter(({ value }) => value !== undefined || name in form.members)
          .map(({ title, value }) => ({ title: `${title} as ${name}`, value: { ...right, [name]: value } })),
      );
      return [...inside, ...wrong(VALUES)];
    }
    case 'any of':
      // What is wrong for one may be right for another; what is wrong in a part of the first is wrong for all.
      return form.forms
        .flatMap(wrongValues)
        .filter(({ value }) => !form.forms.some((one) => isSimply(one, value)));
    case 'where':
      return wrongValues(form.of);
  }
}

function membersOf(form: Form & { form: 'object' }, of: (form: Form) => unknown): Record<string, unknown> {
  const all = Object.entries({ ...form.members, ...form.optional });
  return Object.fromEntries(all.map(([name, member]) => [name, of(member)]));
}

function inShort(value: unknown): string {
  const { length = 0 } = typeof value === 'string' || Array.isArray(value) ? value : [];
  return length > 100 ? `${length} of ${typeof value}` : (JSON.stringify(value) ?? 'undefined');
}

/** Whether a value is right by its type alone, for the forms next to others. */
function isSimply(form: Form, value: unknown): boolean {
  switch (form.form) {
    case 'index':
      return value === 0;
    case 'text':
      return typeof value === 'string' && value.length <= form.most;
    case 'one of':
      return form.values.some((one) => one === value);
    default:
      return false;
  }
}
