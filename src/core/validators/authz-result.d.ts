/** What `npm run build` compiles media/schemas/authz-result.schema.json to. */

/** Whether `value` fulfils the schema of authorization results. */
export declare function isValid(value: unknown): boolean;
