/** Calls of functions in references: their arguments looked up, and what they give as sensitive as those. */
import { defined } from '../defined';
import type { JsonValue } from '../json/json';
import type { Secret } from '../permission/secret';
import { joinSensitive, nothingSensitive } from '../permission/sensitive';
import type { BuiltInPorts } from './builtIns';
import { readArgument } from './functions/arguments';
import { callFault } from './functions/callFault';
import { callFunction } from './functions/callFunction';
import { withSensitive, type GivenLookup, type ScopeLookup } from './scopedValue';
import { plainText, type Reference } from './template';

/** Calls a function. What it gives is as sensitive as what it was given, and a secret when a secret was. */
export function lookUpCall(
  { name, args }: Pick<Reference, 'name' | 'args'>,
  ports: BuiltInPorts,
  lookup: (variable: string) => GivenLookup,
): ScopeLookup {
  const read = args.map(readArgument);
  const fault = callFault(name, read);
  if (fault !== undefined) {
    return { ok: false, variable: name, message: fault };
  }
  const given = read.map((argument): GivenLookup =>
    argument?.kind === 'variable'
      ? lookup(argument.name)
      : {
          ok: true,
          found: { value: argument?.value ?? null, source: 'builtIn', sensitive: nothingSensitive },
        },
  );
  const found = given.flatMap((one) => (one.ok ? one.found : []));
  const sensitive = joinSensitive(
    given.map((one) => (one.ok ? one.found.sensitive : (one.sensitive ?? nothingSensitive))),
  );
  const missing = given.find((one) => !one.ok);
  if (missing?.ok === false) {
    return withSensitive(missing, sensitive);
  }
  const called = callFunction(
    name,
    found.map(({ value }) => value),
    ports,
  );
  if (!called.ok) {
    return { ...called, variable: name, sensitive };
  }
  const value = asSecret(called.value, sensitive.secrets, ports);
  const producer = found.find((one) => one.producer !== undefined)?.producer;
  const bound = found.find((one) => one.bound === true)?.bound;
  return { ok: true, found: { value, source: 'builtIn', sensitive, ...defined({ producer, bound }) } };
}

/** A value that was computed from secrets, which is a secret itself: it is masked, and goes where all of them may go. */
function asSecret(value: JsonValue, from: readonly Secret[], { secrets }: BuiltInPorts): JsonValue {
  const [first, ...others] = from;
  if (first === undefined) {
    return value;
  }
  const text = plainText(value);
  const computed = secrets.computed({
    label: from.map(({ label }) => label).join(' and '),
    name: first.name,
    value: text,
    origins: first.origins.filter((origin) => others.every(({ origins }) => origins.includes(origin))),
  });
  return computed.value === text ? value : computed.value;
}
