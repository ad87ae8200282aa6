/**
 * A project of Strapi (npm `@strapi/strapi`): its content types and settings, and its admin panel, which is built once.
 *
 * It reaches nobody: telemetry, surveys, and looking for updates are off. What differs between servers comes from the
 * environment: the database and the folder for uploads.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished, installed } from './running.mjs';

const VERSION = '5.54.0';
const PACKAGES = [
  `@strapi/plugin-users-permissions@${VERSION}`,
  'pg@8.16.3',
  'react@18.3.1',
  'react-dom@18.3.1',
  'react-router-dom@6.30.6',
  'styled-components@6.6.0',
];
const QUIET = { STRAPI_TELEMETRY_DISABLED: 'true', NODE_ENV: 'production' };
const SECRET = 'made up for this server only';

/**
 * Installs and builds it if it is not there yet.
 *
 * @param {number} port where it is to listen
 * @returns {Promise<{ program: string, env: object }>} what node starts it with, and how
 */
export async function strapiProject(port) {
  const folder = await installed('@strapi/strapi', VERSION, {}, PACKAGES);
  for (const [name, text] of Object.entries(files(port))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  if (!existsSync(path.join(folder, 'build'))) {
    const args = [path.join(folder, 'node_modules/@strapi/strapi/bin/strapi.js'), 'build'];
    await finished({ command: process.execPath, args, cwd: folder, env: QUIET });
  }
  return { program: path.join(folder, 'start.js'), env: QUIET };
}

function files(port) {
  const settings = (text) => `module.exports = ({ env }) => (${text});\n`;
  return {
    'start.js': `require('@strapi/strapi').createStrapi({ appDir: __dirname, distDir: __dirname }).start();\n`,
    'config/server.js': settings(
      `{ host: '127.0.0.1', port: ${port}, app: { keys: ['${SECRET}'] }, dirs: { public: env('PUBLIC_FOLDER') }, logger: { updates: { enabled: false } } }`,
    ),
    'config/admin.js': settings(
      `{ auth: { secret: '${SECRET}' }, apiToken: { salt: '${SECRET}' }, transfer: { token: { salt: '${SECRET}' } }, secrets: { encryptionKey: '${SECRET}' }, flags: { nps: false, promoteEE: false }, rateLimit: { enabled: false } }`,
    ),
    'config/database.js': settings(
      `{ connection: { client: 'postgres', connection: { connectionString: env('DATABASE_URL') } } }`,
    ),
    'config/plugins.js': settings(`{ 'users-permissions': { config: { jwtSecret: '${SECRET}' } } }`),
    'config/middlewares.js': settings(
      `['errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map((name) => 'strapi::' + name)`,
    ),
    'src/admin/app.js':
      'export default { config: { tutorials: false, notifications: { releases: false } }, bootstrap() {} };\n',
    ...contentType('author', false, {
      name: { type: 'string', required: true },
      about: { type: 'text' },
      articles: { ...relation('oneToMany', 'article'), mappedBy: 'author' },
    }),
    ...contentType('tag', false, { name: { type: 'string', required: true } }),
    ...contentType('article', true, {
      title: { type: 'string', required: true },
      teaser: { type: 'text' },
      section: { type: 'enumeration', enum: ['News', 'Reports', 'Letters'] },
      author: { ...relation('manyToOne', 'author'), inversedBy: 'articles' },
      tags: relation('manyToMany', 'tag'),
      attachment: { type: 'media', allowedTypes: ['images', 'files'] },
    }),
  };
}

function contentType(name, draftAndPublish, attributes) {
  const displayName = name[0].toUpperCase() + name.slice(1);
  const schema = {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName },
    options: { draftAndPublish },
    attributes,
  };
  return { [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify(schema) };
}

function relation(kind, to) {
  return { type: 'relation', relation: kind, target: `api::${to}.${to}` };
}
