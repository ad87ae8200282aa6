/** What `npm run build` compiles media/schemas/authz-result.schema.json to. */
import type { SchemaError } from '../schema/schemaError';

/** How `value` breaks the schema of authorization results; empty when it does not. */
export declare function schemaErrors(value: unknown): readonly SchemaError[];
