/** What `npm run build` compiles media/schemas/result.schema.json to. */

/** Whether `value` fulfils the schema of result files. */
export declare function isValid(value: unknown): boolean;
