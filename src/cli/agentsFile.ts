/** `chainwright init --agents`: what agents have to know of the chains of a repository, in its `AGENTS.md`. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sourceText } from '../node/files/openSource';
import { outputExists, writeOutputFile } from '../node/files/outputFile';

const BEGIN = '<!-- chainwright -->';
const END = '<!-- /chainwright -->';

/** What agents read; commands and tools in it exist. */
const agentsText = `${BEGIN}

## API tests with Chainwright

- Chains of HTTP requests are \`*.chain.json\` files, environments are \`*.environment.json\` files.
- After each edit: \`chainwright analyze some.chain.json\`, then \`chainwright run some.chain.json\`. Both say what is wrong.
- Take ids and tokens from responses with \`extract\` and use them as \`{{name}}\`. Never write one into a file.
- Secrets are \`{{$secret NAME}}\`. A person enters their values; do not ask for them.
- A chain that needs a sign-in names the chain that does it in \`requires\`.
- Authorization tests are \`*.authz.json\` files: \`chainwright authz run some.authz.json --dry-run\` sends nothing.
- Where the MCP server of Chainwright runs, call its tools instead: list_chains, analyze_chain, run_chain, explain_failure.
  A tool that refuses says what a person can allow: ask that person.

${END}
`;

/** Writes the section, or its newer text, into AGENTS.md of a folder (absolute path); the rest of the file stays. */
export async function writeAgentsFile(folder: string): Promise<void> {
  const file = path.join(folder, 'AGENTS.md');
  const text = (await outputExists('The file', file)) ? sourceText(await readFile(file)) : '';
  await writeOutputFile('The file', file, withSection(text));
}

function withSection(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin !== -1 && end > begin) {
    return `${text.slice(0, begin)}${agentsText.trimEnd()}${text.slice(end + END.length)}`;
  }
  const separator = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${separator}${agentsText}`;
}
