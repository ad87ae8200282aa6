/** Built-ins that are offered together with variables, with the arguments they are inserted with. */
export const QUICK_BUILT_INS: readonly string[] = [
  '$guid',
  '$timestamp',
  '$isoTimestamp',
  '$randomInt 1 100',
];
