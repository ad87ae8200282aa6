/**
 * What a compiled schema (src/core/validators) reports about a value: ajv's error objects, with the part
 * of the schema that was broken.
 */

/** One broken rule. */
export interface SchemaError {
  /** JSON pointer to the value that breaks it. */
  readonly instancePath: string;
  /** Pointer to an `anyOf` or `required` inside the definition that contains it: `#/anyOf/1/required`; absent for other rules. */
  readonly schemaPath?: string;
  readonly keyword: string;
  /** Of `required`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Present when a member's name, not its value, breaks the rule. */
  readonly propertyName?: string;
  /** The schema object that contains the keyword, with what that demands: `"string"` for `type`, the list for `enum`. */
  readonly parentSchema: SchemaNotes & Readonly<Record<string, unknown>>;
  /** The value that breaks it. */
  readonly data: unknown;
}

/** What a schema says to people about a value. */
export interface SchemaNotes {
  readonly type?: unknown;
  readonly examples?: readonly unknown[];
  readonly errorMessage?: string;
  readonly patternErrorMessage?: string;
  readonly properties?: Readonly<Record<string, SchemaNotes>>;
}
