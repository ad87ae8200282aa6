/** The reference of the extension: its commands, keys, tools and settings, from `package.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const KEY_NAMES = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  cmd: 'Cmd',
  up: 'Up',
  down: 'Down',
  delete: 'Delete',
  backspace: 'Backspace',
};

export function editorReference() {
  const { contributes } = read('package.json');
  const texts = read('package.nls.json');
  const text = (value) => value.replace(/%([^%]+)%/g, (_whole, key) => texts[key]?.message ?? texts[key]);
  return `# Commands, keys and settings of the extension

Generated from \`package.json\` by \`npm run references\`. [The editor](editor.md) explains how to use them.

## Commands

In the Command Palette, in the category **Chainwright**.

${table(['command', 'key', 'macOS'], commandRows(contributes, text))}
The views and menus have more: what concerns one line, such as _Rename…_ or _Compare Results_.

## Keys in the Chains view

${table(['key', 'macOS', 'does'], viewKeyRows(contributes, text))}
## Tools for language models

[Work with an agent](agents.md) explains them.

${table(['tool', 'in a chat', 'does'], toolRows(contributes.languageModelTools, text))}
## Settings

${table(['setting', 'default', 'meaning'], settingRows(contributes.configuration.properties, text))}`;
}

function commandRows({ commands, menus, keybindings }, text) {
  const hidden = new Set(
    menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
  );
  return commands
    .filter(({ command }) => !hidden.has(command))
    .map(({ command, title }) => {
      const binding = keybindings.find((one) => one.command === command && !inView(one));
      return [text(title), keyText(binding?.key), keyText(binding?.mac ?? binding?.key)];
    })
    .sort(([one], [other]) => one.localeCompare(other, 'en'));
}

function viewKeyRows({ commands, keybindings }, text) {
  return keybindings
    .filter((binding) => inView(binding) && binding.command !== 'runCommands')
    .map(({ command, key, mac = key }) => [
      keyText(key),
      keyText(mac),
      text(commands.find((one) => one.command === command).title),
    ]);
}

function toolRows(tools, text) {
  return tools.map(({ displayName, toolReferenceName, userDescription }) => [
    text(displayName),
    `\`#${toolReferenceName}\``,
    text(userDescription),
  ]);
}

function settingRows(properties, text) {
  return Object.entries(properties).map(([name, { default: value, enum: choices, ...setting }]) => [
    `\`${name}\``,
    Array.isArray(value) && value.length > 0
      ? 'all'
      : value === '' || value === undefined
        ? ''
        : `\`${JSON.stringify(value)}\``,
    [
      text(setting.markdownDescription ?? setting.description),
      ...(choices === undefined ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]),
    ].join(' '),
  ]);
}

function inView({ when = '' }) {
  return when.includes('focusedView');
}

function keyText(key) {
  return key === undefined
    ? ''
    : key
        .split('+')
        .map((part) => KEY_NAMES[part] ?? part.toUpperCase())
        .join('+');
}

function table(heads, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  return `${line(heads)}${line(heads.map(() => '---'))}${rows.map(line).join('')}`;
}

function read(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}
