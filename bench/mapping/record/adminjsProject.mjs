/**
 * The administration of a small library with AdminJS (npm `adminjs` with its adapter for Sequelize): its tables and settings.
 *
 * It reaches nobody. What differs between servers comes from the environment: the database, the account, and what the
 * library had before. Covers are stored in the folder it runs in.
 */
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed } from './running.mjs';

const PACKAGES = [
  '@adminjs/express@6.1.1',
  '@adminjs/sequelize@4.1.1',
  '@adminjs/upload@4.0.2',
  'express@4.22.3',
  'express-formidable@1.2.0',
  'express-session@1.19.0',
  'pg@8.16.3',
  'sequelize@6.37.8',
  'tslib@2.9.1',
];

const PROGRAM = `import AdminJS, { ComponentLoader } from 'adminjs';
import AdminExpress from '@adminjs/express';
import * as Adapter from '@adminjs/sequelize';
import uploadFeature from '@adminjs/upload';
import express from 'express';
import { mkdir } from 'node:fs/promises';
import { DataTypes, Sequelize } from 'sequelize';

const { DATABASE_URL, ACCOUNT, PAST, PORT } = process.env;
const account = JSON.parse(ACCOUNT);
const past = JSON.parse(PAST);
const database = new Sequelize(DATABASE_URL, { logging: false });
// Sequelize writes into what it is given, so each column has its own.
const text = () => ({ type: DataTypes.STRING, allowNull: false });
const uuid = { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4, primaryKey: true };
const refersTo = (model, key) => ({ type: key, allowNull: false, references: { model, key: 'id' } });

const members = database.define('members', { name: text(), email: text(), town: DataTypes.STRING });
const books = database.define('books', {
  id: uuid,
  title: text(),
  genre: { type: DataTypes.ENUM, values: ['novel', 'nature', 'history', 'travel'] },
  shelf: DataTypes.STRING,
  pages: DataTypes.INTEGER,
  coverKey: DataTypes.STRING,
  coverType: DataTypes.STRING,
});
const loans = database.define('loans', {
  purpose: text(),
  memberId: refersTo('members', DataTypes.INTEGER),
  bookId: refersTo('books', DataTypes.UUID),
  dueOn: DataTypes.DATEONLY,
  state: { type: DataTypes.ENUM, values: ['out', 'overdue', 'returned'] },
});
const reminders = database.define('reminders', {
  subject: text(),
  loanId: refersTo('loans', DataTypes.INTEGER),
  fee: DataTypes.DECIMAL(8, 2),
});
await database.sync();

const idOf = (rows, column, value) => rows.find((row) => row[column] === value).id;
const itsMembers = await members.bulkCreate(past.members.map(([name, email, town]) => ({ name, email, town })));
const itsBooks = await books.bulkCreate(
  past.books.map(([title, genre, shelf, pages]) => ({ title, genre, shelf, pages })),
);
const itsLoans = await loans.bulkCreate(
  past.loans.map(([purpose, name, title, dueOn, state]) => ({
    purpose,
    memberId: idOf(itsMembers, 'name', name),
    bookId: idOf(itsBooks, 'title', title),
    dueOn,
    state,
  })),
);

await reminders.bulkCreate(
  past.reminders.map(([subject, purpose, fee]) => ({ subject, loanId: idOf(itsLoans, 'purpose', purpose), fee })),
);

await mkdir('covers');
const componentLoader = new ComponentLoader();
const cover = uploadFeature({
  componentLoader,
  provider: { local: { bucket: 'covers', opts: { baseUrl: '/covers' } } },
  properties: { key: 'coverKey', mimeType: 'coverType', file: 'cover' },
});
const navigation = { name: 'Library' };
const hidden = { isVisible: false };
AdminJS.registerAdapter({ Resource: Adapter.Resource, Database: Adapter.Database });
const admin = new AdminJS({
  componentLoader,
  resources: [
    { resource: members, options: { navigation, properties: { name: { isTitle: true } } } },
    {
      resource: books,
      options: { navigation, properties: { coverKey: hidden, coverType: hidden } },
      features: [cover],
    },
    { resource: loans, options: { navigation, properties: { purpose: { isTitle: true } } } },
    { resource: reminders, options: { navigation } },
  ],
});
await admin.initialize();
// The router would put the components together once more, and not wait for them.
process.env.ADMIN_JS_SKIP_BUNDLE = 'true';
const authenticate = async (email, password) =>
  email === account.email && password === account.password ? { email } : null;
const router = AdminExpress.buildAuthenticatedRouter(
  admin,
  { authenticate, cookieName: 'adminjs', cookiePassword: 'made up for this server only' },
  null,
  { resave: false, saveUninitialized: false },
);
const server = express().use(admin.options.rootPath, router).use('/covers', express.static('covers'));
server.listen(Number(PORT), '127.0.0.1');
`;

/**
 * Installs it if it is not there yet. Its folder is a new one for each server, since it keeps files there.
 *
 * @returns {Promise<{ folder: string, command: string, args: readonly string[], env: object }>} what starts it
 */
export async function adminjsProject() {
  const installation = await installed('adminjs', '7.8.17', {}, PACKAGES);
  const folder = await emptyFolder();
  await symlink(path.join(installation, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'library.mjs'), PROGRAM);
  return { folder, command: process.execPath, args: ['library.mjs'], env: { NODE_ENV: 'production' } };
}
