/**
 * A lint rule for the pages: what a reader sees or hears is said by `t()` or `tRich()` of `webview-ui/ui/l10n.ts`,
 * which `npm run l10n` finds only with the text itself, and which know its translation only once the page begins.
 */

const SAID = new Set(['t', 'tRich']);

/** Attributes that nobody reads; those with `data-` or `on` before their names are none to read either. */
const UNSEEN_ATTRIBUTES = new Set(
  [
    'aria-current aria-describedby aria-expanded aria-haspopup aria-hidden aria-labelledby aria-live aria-pressed',
    'aria-controls aria-activedescendant aria-autocomplete autocomplete choices class for href icon id inputMode key kind',
    'list look member path direction fallback points preserveAspectRatio role scope slot spellcheck thing tone type',
    'value viewBox',
  ].flatMap((names) => names.split(' ')),
);

/** Components in which `name` is no text: the name of an icon, of a field of a form. */
const UNSEEN_NAMES = new Set(['Icon', 'input']);

/** Members of objects that are shown. */
const SHOWN_MEMBERS = new Set(
  'title label placeholder hint word words heading spoken note empty aria-label'.split(' '),
);

/** Members that look like sentences and are for machines. */
const UNSEEN_MEMBERS = new Set(['class', 'classes', 'selector', 'key']);

/** Functions whose texts are for machines, or for who looks for a fault. */
const UNSEEN_CALLS = new Set('$ on off removeClass querySelector log includes Error draftName'.split(' '));

/** What is the same in every language: examples of what can be typed, and a member of the data of a drawing. */
export const SAME_EVERYWHERE = new Set([
  'data(label)',
  '{{baseUrl}}/path',
  '{{$secret name}}',
  'auth/login.chain.json',
  'Content-Type',
  'ETag',
  'eu-central-1',
  'execute-api',
  'orders.read orders.write',
  'session',
  'text/plain',
  'X-Api-Key',
  '{{baseUrl}}/oauth/token',
]);

const LETTER = /\p{L}/u;
/** Two words in a row, or one that begins as a sentence does. */
export const PROSE = /\p{L}{2,}[,.:;]? \p{L}|^\p{Lu}\p{Ll}+[….]?$/u;

export const pageTextRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      literal: 'A reader sees this text: say it with t() or tRich() of webview-ui/ui/l10n.ts.',
      computed: 'Write the text itself here, with {0} for its values: it is collected for translators.',
      early: 'Translations are not known yet when a module runs: look the text up in a function.',
    },
  },
  create(context) {
    const reported = new Set();
    const report = (node) => {
      if (!reported.has(node)) {
        reported.add(node);
        context.report({ node, messageId: 'literal' });
      }
    };
    const reportShown = (node) => shownLiterals(node).forEach(report);
    return {
      JSXText: (node) => LETTER.test(node.value) && report(node),
      JSXAttribute: (node) => isShown(node) && reportShown(node.value),
      'JSXElement > JSXExpressionContainer': (node) => reportShown(node.expression),
      'JSXFragment > JSXExpressionContainer': (node) => reportShown(node.expression),
      'ArrayExpression > ArrowFunctionExpression': (node) => reportShown(node.body),
      Property: (node) => SHOWN_MEMBERS.has(nameOf(node.key)) && reportShown(node.value),
      ':matches(Literal, TemplateLiteral)': (node) =>
        textsOf(node).some((text) => PROSE.test(text)) && !isForMachines(node) && reportShown(node),
      CallExpression(node) {
        if (!SAID.has(node.callee.name)) {
          return;
        }
        if (!isText(node.arguments[0])) {
          context.report({ node, messageId: 'computed' });
        }
        if (!context.sourceCode.getAncestors(node).some(({ type }) => /Function|Method/.test(type))) {
          context.report({ node, messageId: 'early' });
        }
      },
    };
  },
};

/** The literals that an expression may come to, or has in it; empty where none has letters. */
function shownLiterals(node) {
  switch (node?.type) {
    case 'Literal':
    case 'TemplateLiteral':
      return textsOf(node).some((text) => LETTER.test(text) && !SAME_EVERYWHERE.has(text)) ? [node] : [];
    case 'JSXExpressionContainer':
      return shownLiterals(node.expression);
    case 'TSAsExpression':
      return shownLiterals(node.expression);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(shownLiterals);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['===', '!=='].includes(node.operator) ? [] : [node.left, node.right].flatMap(shownLiterals);
    case 'ArrayExpression':
      return node.elements.flatMap(shownLiterals);
    default:
      return [];
  }
}

/** The literal parts of a text. */
export function textsOf(node) {
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked);
  }
  return typeof node.value === 'string' ? [node.value] : [];
}

function isShown({ name, parent }) {
  const attribute = nameOf(name);
  return (
    !UNSEEN_ATTRIBUTES.has(attribute) &&
    !/^(?:data-|on[A-Z-])/.test(attribute) &&
    !(attribute === 'name' && UNSEEN_NAMES.has(nameOf(parent.name)))
  );
}

/** Whether a text that reads like one is compared, said, or part of something that nobody reads. */
function isForMachines(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return SAID.has(parent.callee.name) || UNSEEN_CALLS.has(nameOf(parent.callee));
    case 'BinaryExpression':
      return ['===', '!=='].includes(parent.operator);
    case 'JSXAttribute':
      return !isShown(parent);
    case 'Property':
      return parent.key === node || UNSEEN_MEMBERS.has(nameOf(parent.key));
    case 'VariableDeclarator':
      return UNSEEN_MEMBERS.has(parent.id.name);
    case 'ConditionalExpression':
    case 'TemplateLiteral':
    case 'JSXExpressionContainer':
    case 'ArrayExpression':
      return isForMachines(parent);
    case 'MemberExpression':
      return parent.computed || isForMachines(parent);
    case 'ImportDeclaration':
    case 'SwitchCase':
    case 'SwitchStatement':
    case 'TSLiteralType':
      return true;
    default:
      return false;
  }
}

/** A text, or one of two. */
export function isText(node) {
  return node?.type === 'ConditionalExpression'
    ? isText(node.consequent) && isText(node.alternate)
    : node?.type === 'Literal' && typeof node.value === 'string';
}

function nameOf(node) {
  return node.name ?? node.property?.name ?? node.value;
}
