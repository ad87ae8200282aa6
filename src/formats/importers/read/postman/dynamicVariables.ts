/**
 * Postman's dynamic variables (`{{$randomEmail}}`) and what makes a value of the same kind in a chain.
 *
 * Names as in Postman's documentation, "Dynamic variables". The words and numbers that have no entry here are
 * made unique by a number: tests only need them to be new each time.
 */

const BUILT_INS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    guid: '{{$guid}}',
    timestamp: '{{$timestamp}}',
    isoTimestamp: '{{$isoTimestamp}}',
    randomUUID: '{{$guid}}',
    randomInt: '{{$randomInt}}',
    randomIP: '10.{{$randomInt 0 255}}.{{$randomInt 0 255}}.{{$randomInt 1 254}}',
    randomUserName: 'user-{{$randomInt 100000 999999}}',
    randomFirstName: 'First{{$randomInt 1000 9999}}',
    randomLastName: 'Last{{$randomInt 1000 9999}}',
    randomFullName: 'First{{$randomInt 1000 9999}} Last{{$randomInt 1000 9999}}',
    randomEmail: 'user-{{$randomInt 100000 999999}}@example.com',
    randomExampleEmail: 'user-{{$randomInt 100000 999999}}@example.com',
    randomPassword: 'Pass-{{$guid}}',
    randomPhoneNumber: '555-{{$randomInt 100 999}}-{{$randomInt 1000 9999}}',
    randomPhoneNumberExt: '555-{{$randomInt 100 999}}-{{$randomInt 1000 9999}}',
    randomBoolean: 'true',
    randomStreetAddress: '{{$randomInt 1 999}} Street',
    randomPrice: '{{$randomInt 1 999}}.00',
    randomUrl: 'https://example.com/{{$guid}}',
    randomDomainName: 'example.com',
    randomAlphaNumeric: '{{$randomInt 0 9}}',
    randomBankAccount: '{{$randomInt 10000000 99999999}}',
  }),
);

/** The text in place of `{{$name}}`; absent when Postman has no such variable either. */
export function dynamicVariable(name: string): string | undefined {
  const [, kind] = /^random([A-Z]\w*)$/.exec(name) ?? [];
  return BUILT_INS.get(name) ?? (kind === undefined ? undefined : `${kind}{{$randomInt 1000 9999}}`);
}
