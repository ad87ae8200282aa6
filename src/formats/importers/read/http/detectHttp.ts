/** Whether a file is an `.http` file: its first line that says something sends a request. */
import type { ImportSource } from '../../shape/imported';
import { commentLine, requestLine, separatorTitle, variableLine } from './httpLines';

/** Whether a file is written for REST Client, JetBrains' HTTP Client or httpYac. */
export function isHttpFile({ json, text }: ImportSource): boolean {
  if (json !== undefined || !HAS_ADDRESS.test(text)) {
    return false;
  }
  const first = withoutBlocks(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('<'))
    .find((line) => separatorTitle(line) === undefined && !isTold(line));
  return first !== undefined && (requestLine(first) !== undefined || isCommand(first, text));
}

/** A line that may be a request, for a quick look. */
const HAS_ADDRESS = /^[ \t]*(?:[A-Z-]{2,20}[ \t]+\S|https?:\/\/|\/\w|\{\{|curl[ \t])/im;

function isTold(line: string): boolean {
  return commentLine(line) !== undefined || variableLine(line) !== undefined;
}

/** A cURL command in place of a request, which separators tell from a script. */
function isCommand(line: string, text: string): boolean {
  return /^\s*curl\s/i.test(line) && /^###/m.test(text);
}

/** Without scripts, remarks over several lines and parts of queries, which may come first. */
function withoutBlocks(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/^[ \t]*[<>][ \t]*\{%[\s\S]*?(?:%\}|$(?![\s\S]))/gm, '')
    .replace(/^[ \t]*\{\{(?:[+@~^*]\S*)?[ \t]*\r?\n[\s\S]*?(?:^[ \t]*\}\}[ \t]*$|$(?![\s\S]))/gm, '')
    .replace(/^[ \t]*fragment[ \t][\s\S]*?(?:\r?\n[ \t]*\r?\n|$(?![\s\S]))/gm, '');
}
