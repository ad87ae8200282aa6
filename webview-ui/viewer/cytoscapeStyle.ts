/** How Cytoscape draws nodes and edges. What a colour says is said in words or by a line's form as well. */
import type { StylesheetJson } from 'cytoscape';
import { NODE_SIZE } from '../../src/core/graph/svg';
import type { Theme } from './theme';

/** The style of a drawing. */
export function drawingStyle(theme: Theme): StylesheetJson {
  return [...nodeStyles(theme), ...edgeStyles(theme)];
}

function nodeStyles(theme: Theme): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        ...NODE_SIZE,
        shape: 'round-rectangle',
        label: 'data(label)',
        'font-family': theme.font,
        'font-size': 12,
        color: theme.text,
        'text-valign': 'center',
        'text-wrap': 'wrap',
        'text-max-width': `${NODE_SIZE.width - 10}px`,
        'line-height': 1.35,
        'background-color': theme.box,
        'border-width': 1,
        'border-color': theme.line,
      },
    },
    { selector: 'node.constants, node.environment', style: { shape: 'round-tag', 'border-style': 'dashed' } },
    { selector: 'node.required-chain', style: { 'border-style': 'double', 'border-width': 3 } },
    {
      selector: 'node:parent',
      style: {
        'background-opacity': 0.2,
        'text-valign': 'top',
        'text-margin-y': -4,
        'border-width': 1,
        padding: '14px',
      },
    },
    { selector: 'node.passed', style: { 'border-color': theme.good, 'border-width': 2 } },
    { selector: 'node.failed', style: { 'border-color': theme.bad, 'border-width': 3 } },
    {
      selector: 'node.blocked',
      style: { 'border-color': theme.doubtful, 'border-width': 2, 'border-style': 'dashed' },
    },
    { selector: 'node.lacking', style: { 'border-style': 'dotted', 'border-width': 2 } },
    { selector: 'node.lacking.open', style: { 'border-color': theme.bad } },
    { selector: 'node.running', style: { 'border-color': theme.focus, 'border-width': 3 } },
    { selector: 'node.off', style: { opacity: 0.55 } },
    {
      selector: 'node.chosen',
      style: { 'outline-color': theme.focus, 'outline-width': 3, 'outline-offset': 3 },
    },
  ];
}

function edgeStyles(theme: Theme): StylesheetJson {
  const coloured = (colour: string) => ({ 'line-color': colour, 'target-arrow-color': colour });
  return [
    {
      selector: 'edge',
      style: {
        ...coloured(theme.data),
        'curve-style': 'bezier',
        width: 1.5,
        'target-arrow-shape': 'triangle',
        label: 'data(label)',
        'font-family': theme.font,
        'font-size': 11,
        color: theme.text,
        'text-wrap': 'ellipsis',
        'text-max-width': '110px',
        'text-background-color': theme.paper,
        'text-background-opacity': 0.85,
        'text-background-padding': '2px',
      },
    },
    { selector: 'edge.authentication', style: { ...coloured(theme.doubtful), 'line-style': 'dashed' } },
    { selector: 'edge.idle', style: { ...coloured(theme.quiet), opacity: 0.6 } },
    {
      selector: 'edge.broken, edge.late',
      style: {
        ...coloured(theme.bad),
        'line-style': 'dotted',
        'target-arrow-shape': 'tee',
        width: 2.5,
      },
    },
    // Where hundreds of edges are seen at once their words cannot be read, and cost the most.
    { selector: 'edge.many', style: { 'curve-style': 'straight', label: '' } },
    { selector: 'edge.touched', style: { width: 3, label: 'data(label)' } },
  ];
}
