/**
 * Keeps ajv out of the bundle of the Model Context Protocol: it compiles schemas to code, and the server checks what a
 * client answers with the SDK's other validator, which interprets them.
 */
export const mcpParts = {
  name: 'mcp-parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};
