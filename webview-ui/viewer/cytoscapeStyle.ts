/** How Cytoscape draws nodes and edges. What a colour says is said in words or by a line's form as well. */
import type { EdgeSingular, StylesheetJson } from 'cytoscape';
import { NODE_SIZE } from '../../src/core/graph/grid';
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
        'font-size': 13,
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
    {
      selector: 'node.constants, node.data, node.environment',
      style: { shape: 'round-tag', 'border-style': 'dashed' },
    },
    { selector: 'node.step', style: { shape: 'cut-rectangle' } },
    { selector: 'node.required-chain', style: { 'border-style': 'double', 'border-width': 3 } },
    {
      selector: 'node:parent',
      style: {
        'background-opacity': 0.2,
        'text-valign': 'top',
        'text-margin-y': -4,
        'text-max-width': '400px',
        'border-width': 1,
        // Lines run in the middle between rows of boxes.
        padding: '9px',
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
        'curve-style': 'straight',
        width: 1.5,
        'target-arrow-shape': 'triangle',
        'font-family': theme.font,
        'font-size': 12,
        color: theme.text,
        'text-background-color': theme.paper,
        'text-background-opacity': 1,
        'text-background-padding': '2px',
      },
    },
    ...WAYS,
    { selector: 'edge.authentication', style: { ...coloured(theme.doubtful), 'line-style': 'dashed' } },
    { selector: 'edge.idle', style: { ...coloured(theme.quiet), 'line-opacity': 0.6 } },
    { selector: 'edge.conditional', style: { 'line-style': 'dotted' } },
    {
      selector: 'edge.broken, edge.late',
      style: {
        ...coloured(theme.bad),
        'line-style': 'dotted',
        'target-arrow-shape': 'tee',
        width: 2.5,
      },
    },
    { selector: 'edge.touched', style: { width: 3, 'z-index': 1 } },
    { selector: 'edge.touched.plain', style: { label: 'data(label)' } },
  ];
}

/** Lines that have ways of their own. */
const WAYS: StylesheetJson = [
  {
    selector: 'edge.routed',
    style: { 'source-endpoint': 'data(start)', 'target-endpoint': 'data(end)' },
  },
  {
    selector: 'edge.bent',
    style: {
      'curve-style': 'round-segments',
      // Cytoscape's types do not know `endpoints` yet.
      'edge-distances': 'endpoints' as 'node-position',
      'segment-weights': 'data(weights)',
      'segment-distances': 'data(distances)',
      'segment-radii': [5],
    },
  },
  {
    selector: 'edge.named',
    style: {
      'source-label': 'data(label)',
      'source-text-offset': (edge: EdgeSingular) => Number(edge.data('offset')),
      'z-index': 2,
    },
  },
];
