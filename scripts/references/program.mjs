/** The reference of the command line: a table of options for each command, from the definitions that parse them. */
import { loadSources } from './load.mjs';

export async function programReference() {
  const { createProgram } = await loadSources('cli/program.ts');
  const program = createProgram({ version: '' });
  const commands = program.commands.flatMap((command) =>
    command.commands.length === 0 ? [command] : command.commands.filter(({ _name }) => _name !== 'help'),
  );
  return `# Command line

Every command with its options. Generated from their definitions by \`npm run references\`; \`--help\` shows the same
texts. [Continuous integration](ci.md) explains exit codes, reports and how a run ends.

${commands.map(section).join('\n')}`;
}

function section(command) {
  const help = command.createHelp();
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => row(help.argumentTerm(argument), argument.description)),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => row(option.flags, optionText(command, option))),
  ];
  const table =
    rows.length === 0 ? '' : `\n| argument or option | meaning |\n|---|---|\n${rows.join('\n')}\n`;
  return `## \`${nameOf(command)}\`\n\n${sentence(command.description())}\n${table}`;
}

function optionText(command, option) {
  const { optionDescription } = command.configureHelp();
  return optionDescription(option);
}

function nameOf(command) {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function row(term, meaning) {
  return `| \`${term.replaceAll('|', '\\|')}\` | ${meaning.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
}
