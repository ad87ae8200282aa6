/**
 * Says of a tag whether its version is a pre-release, as an output of a step in GitHub Actions: `pre-release=true`.
 * The Marketplace takes numbers only, so the tag says it, not the version.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
if (tag !== `v${version}` && tag !== `v${version}-pre`) {
  console.error(
    `The tag is "${tag}", but package.json has version ${version}: use v${version} or v${version}-pre.`,
  );
  process.exit(1);
}
console.log(`pre-release=${tag.endsWith('-pre')}`);
