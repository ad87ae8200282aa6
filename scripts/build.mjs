/** `npm run build`: installs when needed and writes every bundle into `dist/`. */
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
await buildBundles();
