/**
 * A lint rule for the extension: what VS Code shows is said by `l10n.t()` or `say()`, which `npm run l10n` finds only
 * with the text itself.
 */
import { PROSE, isText, textsOf } from './pageTextRule.mjs';

/** Members of what is given to VS Code, whose texts a person reads even if they are one word. */
const SHOWN_MEMBERS = new Set(
  'label description detail placeHolder prompt title tooltip openLabel saveLabel'.split(' '),
);

/** Names that are the same in every language. */
const SAME_EVERYWHERE = new Set(['Chainwright']);

const ICON = /\$\([\w-]+\)/g;
const WORD = /\p{L}{2}/u;
const SAID = /(?:^|\.)(?:l10n\.t|say)$/;

export const hostTextRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      literal: 'A person reads this text: say it with vscode.l10n.t().',
      computed: 'Write the text itself here, with {0} for its values: it is collected for translators.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'literal' });
    return {
      ':matches(Literal, TemplateLiteral)': (node) => reads(node) && !isForMachines(node) && report(node),
      CallExpression(node) {
        if (SAID.test(context.sourceCode.getText(node.callee)) && !isText(node.arguments[0])) {
          context.report({ node, messageId: 'computed' });
        }
      },
    };
  },
};

/** Whether it is a sentence or a title, or a word where only words for people are. */
function reads(node) {
  const member = node.parent.type === 'Property' && node.parent.value === node ? node.parent.key.name : '';
  const pattern = SHOWN_MEMBERS.has(member) ? WORD : PROSE;
  const texts = textsOf(node).map((text) => text.replace(ICON, ''));
  const isPage = texts[0]?.startsWith('<!DOCTYPE html>');
  return !isPage && texts.some((text) => pattern.test(text) && !SAME_EVERYWHERE.has(text));
}

/** Whether it is said, for who looks for a fault, or no text. */
function isForMachines(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'ConditionalExpression':
      return isForMachines(parent);
    case 'CallExpression':
      return /^(?:t|say)$/.test(parent.callee.property?.name ?? parent.callee.name);
    case 'NewExpression':
      return parent.callee.name === 'Error';
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'TSLiteralType':
      return true;
    default:
      return false;
  }
}
