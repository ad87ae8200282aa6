/** The tools for language models in `package.json` and `package.nls.json`, from the definitions that carry them out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import camelCase from 'lodash/camelCase.js';
import { root } from '../install.mjs';
import { loadSources } from './load.mjs';

const ICONS = { reads: '$(search)', sends: '$(run-all)', writes: '$(edit)' };

/** `package.json` with the tools. */
export async function manifestWithTools() {
  const manifest = read('package.json');
  const { tools, schemaOf } = await definitions();
  const languageModelTools = tools.map(({ name, description, effect, takes }) => ({
    name: `chainwright_${name}`,
    displayName: `%tool.${name}%`,
    toolReferenceName: camelCase(`chainwright ${name}`),
    canBeReferencedInPrompt: true,
    modelDescription: description,
    userDescription: `%tool.${name}.description%`,
    icon: ICONS[effect],
    tags: ['chainwright', 'http', 'api', effect],
    when: 'isWorkspaceTrusted && workspaceFolderCount > 0 && !config.chainwright.mcpServer',
    inputSchema: schemaOf(takes),
  }));
  return JSON.stringify({ ...manifest, contributes: { ...manifest.contributes, languageModelTools } });
}

/** `package.nls.json` with the names of the tools. What they do is written there, for people. */
export async function textsWithTools() {
  const texts = Object.entries(read('package.nls.json'));
  const { tools } = await definitions();
  const described = tools.map(({ name, title }) => {
    const key = `tool.${name}.description`;
    const about = texts.find(([known]) => known === key);
    if (about === undefined) {
      throw new Error(`package.nls.json has no ${key}: say there what the tool does, for people.`);
    }
    return [[`tool.${name}`, title], about];
  });
  const others = texts.filter(([key]) => !key.startsWith('tool.'));
  return JSON.stringify(Object.fromEntries([...others, ...described.flat()]));
}

function definitions() {
  return loadSources('agent/tools.ts', 'agent/fields.ts');
}

function read(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}
