/** What `npm run build` compiles media/schemas/chain.schema.json to. */
import type { SchemaError } from '../schema/schemaError';

/** How `value` breaks the schema of chain files; empty when it does not. */
export declare function schemaErrors(value: unknown): readonly SchemaError[];
