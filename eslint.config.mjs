/**
 * Lint rules that need no types, and the layers: which folder may import which others, and which packages.
 * docs/architecture.md has the same table in words. Rules that need types are in `.oxlintrc.json`: ESLint would
 * take minutes for them.
 */
import tseslint from 'typescript-eslint';
import { hostTextRule } from './scripts/hostTextRule.mjs';
import { pageTextRule } from './scripts/pageTextRule.mjs';

const layers = {
  'src/core': {
    layers: [],
    packages: [
      'jsonc-parser',
      'json-p3',
      're2js',
      '@cfworker/json-schema',
      'node-html-parser',
      '@xmldom/xmldom',
      'xpath',
      'lodash/*',
    ],
  },
  'src/formats': {
    layers: ['core'],
    packages: ['acorn', 'har-format', 'shell-quote/*', 'yaml', 'lodash/*'],
  },
  'src/sharing': { layers: ['core', 'formats'], packages: ['lodash/*'] },
  'src/protocol': { layers: ['core'], packages: [] },
  'src/node': {
    layers: ['core'],
    // Chains and coverage are held against the description of an API, which is read where other files are.
    files: ['../../formats/contract/readDescription', '../../formats/importers/read/openapi/*'],
    packages: [
      'node:*',
      'tinyglobby',
      '@faker-js/faker',
      '@faker-js/faker/locale/en',
      'axios',
      'axios/lib/adapters/http.js',
      'tough-cookie',
      'aws4',
      'https-proxy-agent',
      'socks-proxy-agent',
      'oauth4webapi',
    ],
  },
  'src/agent': { layers: ['core', 'formats', 'node'], packages: ['node:*', 'lodash/*'] },
  'src/host': {
    layers: ['core', 'formats', 'sharing', 'protocol', 'node', 'agent', 'examples'],
    packages: ['node:*', 'vscode', 'lodash/*'],
  },
  'src/cli': {
    layers: ['core', 'formats', 'sharing', 'node', 'agent', 'examples'],
    packages: ['node:*', 'commander', 'picocolors', '@modelcontextprotocol/sdk/*'],
  },
  'webview-ui': {
    layers: ['core', 'protocol'],
    packages: ['preact', 'preact/*', 'cytoscape', '@vscode-elements/elements/*', '@vscode/codicons/*'],
  },
  // One table of names, so that a recording is masked by the same words as a run.
  recorder: { layers: [], packages: ['har-format'], files: ['../src/core/masking/credentialNames'] },
  examples: { layers: [], packages: ['node:*'] },
};
const names = [
  'core',
  'formats',
  'sharing',
  'protocol',
  'node',
  'agent',
  'host',
  'cli',
  'webview-ui',
  'recorder',
  'examples',
];

function boundary(folder, { layers: allowed, packages, files = [] }) {
  const own = folder.split('/').at(-1);
  const banned = names.filter((name) => name !== own && !allowed.includes(name));
  const known = packages.map(wholeName);
  const other = files.length === 0 ? '' : `(?!${files.map(wholeName).join('|')})`;
  return [
    'error',
    {
      patterns: [
        {
          regex: `^${other}\\..*/(${banned.join('|')})/`,
          message: `${folder} must not depend on this layer (layers in eslint.config.mjs).`,
        },
        {
          regex: `^(?!${['\\.', ...known].join('|')})`,
          message: `This package is not in the list for ${folder} (layers in eslint.config.mjs).`,
        },
      ],
    },
  ];
}

function wholeName(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('\\*', '.*') + '$';
}

const noEnum = { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' };
const noRecursiveMkdir = {
  selector: 'CallExpression[callee.name=/^mkdir/] Property[key.name="recursive"]',
  message: 'It never ends below /proc. Use makeFolder() of src/node/files/makeFolder.ts.',
};

const noRootHook = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each)?$/]',
  message: 'Outside a describe it runs for the tests of every file. Move it into the describes that need it.',
};

const noRawSearch = {
  selector: 'MemberExpression[object.property.name="workspace"][property.name="findFiles"]',
  message: 'It lists a file once for each link to it. Use findFiles() of src/host/findFiles.ts.',
};

/** What sends and judges sees credentials. Of these folders only the files below see masked text alone. */
const unmasked = {
  files: [
    'src/core/{auth,json,markup,masking,permission,prepare,run,schema}/**',
    'src/core/authz/{act,judge,model,plan,request,response,run}/**',
    'src/core/authz/report/{explain/**,outcomeCodes.ts}',
    'src/core/authz/matrix/matrixCredentials.ts',
    'src/node/{http,run,secrets}/**',
  ],
  ignores: ['src/core/run/executionLog.ts', 'src/core/prepare/previewText.ts'],
};
const noShortening = {
  selector: 'ImportSpecifier[imported.name=/^(shorten|beginning)$/]',
  message: 'A secret that is cut is not recognised any more. Use part() of src/core/message.ts.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'node_modules/',
      '.vscode-test/',
      'test/fixtures/',
      'src/core/validators/',
      '**/*.mjs',
      'src/universal.d.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'no-restricted-syntax': ['error', noEnum],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-duplicate-imports': ['error', { includeExports: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'max-lines': ['warn', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['warn', 4],
      complexity: ['warn', 12],
    },
  },
  ...Object.entries(layers).map(([folder, allowed]) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': boundary(folder, allowed) },
  })),
  {
    files: ['src/core/masking/credentialNames.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '.', message: 'The recorder bundles this file: it imports nothing.' }] },
      ],
    },
  },
  { files: ['src/**'], rules: { 'no-restricted-syntax': ['error', noEnum, noRecursiveMkdir, noRawSearch] } },
  { ...unmasked, rules: { 'no-restricted-syntax': ['error', noEnum, noRecursiveMkdir, noShortening] } },
  { files: ['src/cli/**', 'examples/**'], rules: { 'no-console': 'off' } },
  {
    files: ['webview-ui/**'],
    plugins: { pages: { rules: { text: pageTextRule } } },
    rules: { 'pages/text': 'error' },
  },
  {
    files: ['src/host/**'],
    plugins: { host: { rules: { text: hostTextRule } } },
    rules: { 'host/text': 'error' },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      'no-restricted-syntax': ['error', noEnum, noRootHook],
    },
  },
);
