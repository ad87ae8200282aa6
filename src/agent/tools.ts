/** The tools, in the order in which they are listed. */
import { analyzeTool, listTool, previewTool } from './chainTools';
import { importTool } from './importTool';
import { mapTool } from './mapTool';
import { matrixTool } from './matrixTool';
import { proposeTool } from './proposeTool';
import { explainTool, resultsTool } from './resultTools';
import { runTool } from './runTool';
import type { Tool } from './tool';

/** All tools. */
export const tools: readonly Tool[] = [
  listTool,
  analyzeTool,
  previewTool,
  runTool,
  explainTool,
  resultsTool,
  importTool,
  mapTool,
  proposeTool,
  matrixTool,
];
