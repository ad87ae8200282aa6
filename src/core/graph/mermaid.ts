/**
 * A graph as a Mermaid flowchart, for documents and merge requests.
 *
 * Names come out of files of strangers and the page that draws the chart may be anybody's: every
 * character that Mermaid, Markdown or HTML could read as more than text is written as its code
 * (https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters).
 */
import { groupBy } from '../groupBy';
import { oneLine, shorten } from '../shownText';
import type { ChainGraph, GraphEdge, GraphNode } from './graph';
import { nodeText } from './nodeTitle';

/** UTF-16 code units of a label. */
const MAX_LABEL = 120;

/** The text of a Mermaid file. */
export function mermaidText({ nodes, edges }: ChainGraph): string {
  const names = new Map(nodes.map(({ key }, at) => [key, `n${at}`]));
  const members = groupBy(
    nodes.filter((node) => node.kind === 'inner-request'),
    ({ group }) => group,
  );
  const nodeLine = (node: GraphNode): string => `${names.get(node.key) ?? ''}${shape(node)}`;
  const lines = ['flowchart LR'];
  for (const node of nodes.filter(({ kind }) => kind !== 'inner-request')) {
    const inside = members.get(node.key);
    if (inside === undefined) {
      lines.push(`  ${nodeLine(node)}`);
    } else {
      const title = `${names.get(node.key) ?? ''}[${label(nodeText(node))}]`;
      lines.push(`  subgraph ${title}`, ...inside.map((member) => `    ${nodeLine(member)}`), '  end');
    }
  }
  for (const edge of edges) {
    const words = label(edge.variables.join(', ') + remark(edge));
    lines.push(`  ${names.get(edge.from) ?? ''} ${arrow(edge)}|${words}| ${names.get(edge.to) ?? ''}`);
  }
  lines.push('  classDef off opacity:0.5');
  return lines.map((line) => `${line}\n`).join('');
}

function shape(node: GraphNode): string {
  const text = label(nodeText(node));
  switch (node.kind) {
    case 'request': {
      const box = node.called === undefined ? `[${text}]` : `[[${text}]]`;
      return `${box}${node.disabled ? ':::off' : ''}`;
    }
    case 'inner-request':
      return `[${text}]${node.disabled ? ':::off' : ''}`;
    case 'required-chain':
      return `[[${text}]]`;
    case 'constants':
    case 'data':
    case 'environment':
      return `([${text}])`;
  }
}

function arrow({ kind, state }: GraphEdge): string {
  if (state === 'broken' || state === 'late') {
    return '--x';
  }
  return kind === 'authentication' || state === 'conditional' ? '-.->' : '-->';
}

function remark({ state }: GraphEdge): string {
  switch (state) {
    case 'late':
      return ' (out of order)';
    case 'broken':
      return ' (broken)';
    case 'conditional':
      return ' (if sent)';
    case 'idle':
    case 'healthy':
      return '';
  }
}

/** Text between quotes of which nothing is syntax: Mermaid refuses labels that begin as a list of Markdown does. */
function label(text: string): string {
  const plain = shorten(oneLine(text), MAX_LABEL).replace(
    /[^\p{L}\p{M}\p{N} .,/()…-]|^-|(?<=^\d+)[.)]/gu,
    (character) => `#${character.codePointAt(0) ?? 0};`,
  );
  return `"${plain}"`;
}
