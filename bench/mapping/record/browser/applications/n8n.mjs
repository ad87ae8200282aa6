/**
 * n8n (npm's `n8n`, on Debian's `postgresql`): a single-page application over REST with a session cookie. Workflows are sent
 * back whole with the version that they had, and refer to tags, credentials, data tables and other workflows by random ids;
 * rows and runs have numbers. Pages that need a licence are not opened.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { emptyFolder, installed, running, withDatabase } from '../../running.mjs';

const PORT = 3991;
/** What its steps call: the application itself. */
const HEALTH = `http://127.0.0.1:${PORT}/healthz`;
const TRIGGER = 'When clicking ‘Execute workflow’';

/** Workflows that are there before: name, its tag if it has one, how often it ran. */
const MAST = ['Read the mast', 'weekly', 2];
const HARBOUR = ['Warn the harbour', undefined, 0];
const IMPORT = ['Old import', 'orders', 1];
const BAKERY = ['Order the flour', 'orders', 1];
const FERRY = ['Ferry timetable', 'nightly', 3];
const NEWS = ['News of the week', 'weekly', 0];

/** Data tables: name, columns, rows. */
const HARVESTS = [
  'Harvests',
  ['crop', 'kilos'],
  [
    ['pears', '40'],
    ['quinces', '12'],
    ['plums', '31'],
  ],
];
const LOANS = [
  'Loans',
  ['book', 'reader'],
  [
    ['Weather of the coast', 'Salma'],
    ['Bread at home', 'Jonas'],
  ],
];
const STOCK = ['Stock', ['item', 'shelf'], [['lamp oil', 'B4']]];

/** Credentials: name, user, password. */
const GAUGE = ['Weather mast', 'mast', 'Gull-feather-3'];
const MILL = ['Mill office', 'miller', 'Rye-sack-14'];
const PRINTER = ['Printer in the hall', 'hall', 'Blue-toner-9'];

/** What is read to be picked from or changed. All else that the pages read is about themselves. */
const READ = [
  /^\/(?:projects\/personal|tags\?withUsageCount=false|api-keys)$/,
  /^\/workflows\?includeScopes=true&(?!includeFolders|filter=%7B%22query%22%3A%22%22)/,
  /^\/workflows\/\w{16}$/,
  /^\/credentials(?:\?.*filter=|\/for-workflow|\/\w{16}\?)/,
  /^\/data-tables-global\?/,
  /^\/projects\/\w+\/data-tables\/\w+\/rows/,
  /^\/executions\?(?!.*lastId)/,
];
/** What is sent to suppliers of services that are not there. */
const SENT_ASIDE = /^\/(?:ai|license)\//;

export const application = {
  inputs: {
    a: {
      user: { email: 'ines@example.com', password: 'Tin-whistle-52', firstName: 'Ines', lastName: 'Reis' },
      course: [
        ...[change, notify, addCredential, changeCredential, addTable, addRow, addWorkflow, run, duplicate],
        ...[archive, addKey, removeKey, removeRun],
      ],
      changed: ['Read the mast', 'Read the mast hourly', 'hourly', 'new'],
      notified: 'Warn the harbour',
      credential: ['Harbour office', 'pilot', 'Keel-rope-7'],
      corrected: ['Weather mast', 'mast-2'],
      table: ['Tides', 'height', '4.20'],
      workflow: {
        name: 'Tide log',
        table: 'Tides',
        values: { height: '3.90' },
        credential: 'Harbour office',
      },
      copy: 'Tide log, second',
      gone: { search: 'import', workflow: 'Old import', key: 'kiosk', ran: 'Old import' },
      key: 'harbour board',
      past: {
        tags: ['weekly', 'orders'],
        credentials: [GAUGE, PRINTER],
        tables: [HARVESTS],
        workflows: [MAST, HARBOUR, IMPORT],
        keys: ['kiosk', 'reading room'],
      },
    },
    b: {
      user: { email: 'tarek@example.com', password: 'Copper-kettle-8', firstName: 'Tarek', lastName: 'Wolf' },
      course: [
        ...[addCredential, changeRow, change, notify, addWorkflow, run, addTable, addRow, duplicate],
        ...[archive, removeCredential, addKey, removeRun],
      ],
      credential: ['Bakery till', 'baker', 'Warm-crust-21'],
      corrected: ['Loans', 'Bread at home', 'reader', 'Nadja'],
      changed: ['Order the flour', 'Order flour and rye', 'nightly'],
      notified: 'News of the week',
      workflow: {
        name: 'Late books',
        table: 'Loans',
        values: { book: 'Tides and moons', reader: 'Ulla' },
        credential: 'Mill office',
      },
      table: ['Ovens', 'heat', '240'],
      copy: 'Late books of the mill',
      gone: {
        search: 'ferry',
        workflow: 'Ferry timetable',
        credential: 'Printer in the hall',
        ran: 'Order flour',
      },
      key: 'stall 9',
      past: {
        tags: ['nightly', 'orders', 'weekly'],
        credentials: [PRINTER, MILL],
        tables: [STOCK, LOANS],
        workflows: [FERRY, NEWS, BAKERY],
        keys: ['oven door'],
      },
    },
  },
  otherPast: {
    past: {
      tags: ['nightly', 'orders', 'weekly'],
      credentials: [MILL, GAUGE],
      tables: [STOCK, HARVESTS, LOANS],
      workflows: [HARBOUR, FERRY, ['Old import', 'orders', 1], MAST, NEWS],
      keys: ['oven door', 'reading room', 'kiosk'],
    },
  },
  start,
  prepare,
  session,
  isAside,
  truth: truth(),
};

/** Pages poll, so what was read is left out when nothing was changed since, or the answer is the same. */
function isAside({ method, url, answer }, earlier) {
  const address = url.split('/rest')[1] ?? '';
  if (method !== 'GET') return SENT_ASIDE.test(address);
  if (!READ.some((pattern) => pattern.test(address))) return true;
  const last = earlier.findLastIndex((one) => one.url === url && one.method === method);
  return last >= 0 && earlier[last].answer.text === answer.text;
}

async function start() {
  const folder = await installed('n8n', '1.123.81', { xlsx: '0.18.5' });
  const database = await startPostgres();
  const cwd = await emptyFolder();
  const env = {
    NODE_ENV: 'production',
    N8N_USER_FOLDER: cwd,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(PORT),
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(database.port),
    DB_POSTGRESDB_DATABASE: database.database,
    DB_POSTGRESDB_USER: database.user,
    DB_POSTGRESDB_PASSWORD: 'none',
    N8N_SECURE_COOKIE: 'false',
    N8N_ENCRYPTION_KEY: 'made up for this server only',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
    N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
    EXTERNAL_FRONTEND_HOOKS_URLS: '',
    N8N_RUNNERS_ENABLED: 'false',
    N8N_EXPRESSION_ENGINE: 'legacy',
  };
  const program = path.join(folder, 'node_modules/n8n/bin/n8n');
  return withDatabase(database, () =>
    running({ command: process.execPath, args: [program, 'start'], cwd, port: PORT, env }),
  );
}

/** What was there before. */
async function prepare({ origin }, { user, past }) {
  while (!(await isReady(origin))) await pause(200);
  const signedUp = await fetch(`${origin}/rest/owner/setup`, posted(user));
  const cookie = signedUp.headers.getSetCookie()[0].split(';')[0];
  const asked = async (address, options) => {
    const answer = await fetch(`${origin}/rest/${address}`, options);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text).data;
  };
  const post = (address, json) => asked(address, posted(json, { cookie }));
  const { id: projectId } = await asked('projects/personal', { headers: { cookie } });
  const tags = new Map();
  for (const name of past.tags) tags.set(name, (await post('tags', { name })).id);
  for (const [name, user, password] of past.credentials)
    await post('credentials', { name, type: 'httpBasicAuth', data: { user, password }, projectId });
  for (const table of past.tables) await makeTable(post, `projects/${projectId}/data-tables`, table);
  for (const [name, tag, runs] of past.workflows) {
    const its = tag === undefined ? [] : [tags.get(tag)];
    const workflow = { ...workflowOf(name), projectId, tags: its };
    const { id } = await post('workflows', workflow);
    const ran = { workflowData: { ...workflow, id }, triggerToStartFrom: { name: TRIGGER } };
    for (let count = 0; count < runs; count += 1) await post(`workflows/${id}/run`, ran);
  }
  const scopes = await asked('api-keys/scopes', { headers: { cookie } });
  for (const label of past.keys) {
    // Two keys of one second would be the same.
    await pause(1000);
    await post('api-keys', { label, scopes, expiresAt: null });
  }
}

/** It answers while it still builds its database. */
async function isReady(origin) {
  const answer = await fetch(`${origin}/rest/settings`);
  return answer.headers.get('content-type')?.includes('json') ?? false;
}

async function makeTable(post, address, [name, columns, rows]) {
  const { id } = await post(address, {
    name,
    columns: columns.map((column) => ({ name: column, type: 'string' })),
  });
  const data = rows.map((row) => Object.fromEntries(row.map((text, at) => [columns[at], text])));
  await post(`${address}/${id}/insert`, { data, returnType: 'id' });
}

/** A workflow of two steps. */
function workflowOf(name) {
  const step = { typeVersion: 1, parameters: {} };
  return {
    name,
    active: false,
    nodes: [
      {
        ...step,
        id: crypto.randomUUID(),
        name: TRIGGER,
        type: 'n8n-nodes-base.manualTrigger',
        position: [0, 0],
      },
      {
        ...step,
        id: crypto.randomUUID(),
        name: `${name}: end`,
        type: 'n8n-nodes-base.noOp',
        position: [208, 0],
      },
    ],
    connections: { [TRIGGER]: { main: [[{ node: `${name}: end`, type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
}

function posted(json, headers = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  };
}

async function session(person, inputs) {
  await person.open('/');
  await person.fill('input[name=emailOrLdapLoginId]', inputs.user.email);
  await person.fill('input[name=password]', inputs.user.password);
  await person.click('[data-test-id=form-submit-button]');
  for (const step of inputs.course) await step(person, inputs);
  await person.click(at('main-sidebar-user-menu'));
  await person.click(at('user-menu-item-logout'));
}

/** Opens a workflow, calls it otherwise and gives it one more tag. */
async function change(person, { changed: [name, called, tag, isNew] }) {
  await openWorkflow(person, name);
  await rename(person, called);
  await person.click(at('workflow-tags'));
  await person.type(`${at('workflow-tags-dropdown')} input`, tag);
  await person.click(`[role=option]:visible:has-text("${isNew === undefined ? tag : 'Create tag'}")`);
  await person.page.locator(at('canvas-wrapper')).click({ position: { x: 100, y: 100 } });
  await person.settled();
}

/** Picks the workflow that runs when this one fails. */
async function notify(person, { notified }) {
  await menu(person, 'settings');
  await pick(person, 'workflow-settings-error-workflow', notified);
  await press(person, 'Save', 'settings-modal');
}

async function addCredential(person, { credential: [name, user, password] }) {
  await home(person, 'CredentialsView');
  await person.click(at('add-resource-credential'));
  await person.type(`${at('new-credential-type-select')} input`, 'Basic Auth');
  await person.click(`${at('new-credential-type-select-option')}:visible:has-text("Basic Auth")`);
  await person.click(at('new-credential-type-button'));
  await person.click(at('credential-name'));
  await person.fill(`${at('credential-name')} ${at('inline-edit-input')}`, name);
  await person.page.keyboard.press('Enter');
  await person.fill(`${at('parameter-input-user')} input`, user);
  await person.fill(`${at('parameter-input-password')} input`, password);
  await saveCredential(person);
}

async function changeCredential(person, { corrected: [name, user] }) {
  await person.click(`${at('resources-list-item')}:has-text("${name}")`);
  await person.fill(`${at('parameter-input-user')} input`, user);
  await saveCredential(person);
}

async function saveCredential(person) {
  await press(person, 'Save', 'editCredential-modal');
  await person.click(`${at('editCredential-modal')} button[aria-label*=lose]`);
}

async function removeCredential(person, { gone: { credential } }) {
  await home(person, 'CredentialsView');
  await person.click(
    `${at('resources-list-item')}:has-text("${credential}") ${at('credential-card-actions')}`,
  );
  await choose(person, 'Delete');
  await confirm(person);
}

async function addTable(person, { table: [name, column] }) {
  await home(person, 'data-tables');
  await person.click(at('add-resource-dataTable'));
  await person.fill(at('data-table-name-input-select'), name);
  await person.click(at('proceed-from-select-button'));
  await person.click(at('data-table-add-column-trigger-button'));
  await person.fill(at('add-column-name-input'), column);
  await person.click(at('data-table-add-column-submit-button'));
}

/** Adds a row, whose first cell can be filled at once. */
async function addRow(person, { table: [, , text] }) {
  await person.click(at('data-table-header-add-row-button'));
  await fillCell(person, text);
}

async function changeRow(person, { corrected: [table, words, column, text] }) {
  await home(person, 'data-tables');
  await person.click(`${at('data-table-card')}:has-text("${table}")`);
  const header = person.page.locator(`[role=columnheader]:has-text("${column}")`);
  const id = await header.getAttribute('col-id');
  const cell = person.page.locator(`[role=row]:has-text("${words}") [role=gridcell][col-id="${id}"]`);
  await cell.dblclick();
  await fillCell(person, text);
}

async function fillCell(person, text) {
  await person.fill('.ag-popup textarea', text);
  await person.page.keyboard.press('Enter');
  await person.settled();
}

/** Makes a workflow that adds a row to a table and then calls an address with a credential. */
async function addWorkflow(person, { workflow: { name, table, values, credential } }) {
  await home(person, 'WorkflowsView');
  await person.click(at('add-resource-workflow'));
  await person.click(at('canvas-add-button'));
  await addStep(person, 'Manual Trigger');
  await person.click(at('canvas-handle-plus'));
  await addStep(person, 'Data table');
  await person.click(`${at('node-creator')} :text-is("Insert row")`);
  await person.click(at('rlc-input'));
  await person.click(`${at('rlc-item')}:has-text("${table}")`);
  for (const [column, text] of Object.entries(values))
    await person.fill(`${at(`parameter-input-${column}`)} input`, text);
  await backToCanvas(person);
  await person.click(at('canvas-handle-plus'));
  await addStep(person, 'HTTP Request');
  await person.fill(`${at('parameter-input-url')} input`, HEALTH);
  await pick(person, 'parameter-input-authentication', 'Generic Credential Type');
  await pick(person, 'parameter-input-genericAuthType', 'Basic Auth');
  await pick(person, 'node-credentials-select', credential);
  await backToCanvas(person);
  await rename(person, name);
}

async function addStep(person, name) {
  await person.fill(at('node-creator-search-bar'), name);
  await person.click(`${at('node-creator')} :text-is("${name}")`);
}

async function backToCanvas(person) {
  await person.click(':text-is("Back to canvas")');
}

async function run(person) {
  await person.click(at('execute-workflow-button'));
  await person.page.getByText('Workflow executed successfully').waitFor();
}

/** The page shows the copy in a new tab, which the person closes. */
async function duplicate(person, { workflow: { name }, copy }) {
  if (!person.page.url().includes('/workflow/')) await openWorkflow(person, name);
  await menu(person, 'duplicate');
  await person.fill(`${at('duplicate-modal')} input >> nth=0`, copy);
  const opened = person.page.context().waitForEvent('page');
  await press(person, 'Duplicate', 'duplicate-modal');
  const tab = await opened;
  await tab.locator(at('canvas-node')).first().waitFor();
  await tab.close();
}

/** Finds a workflow by a search and archives it. */
async function archive(person, { gone: { search, workflow } }) {
  await home(person, 'WorkflowsView');
  await person.fill(at('resources-list-search'), search);
  // The page waits for more letters.
  await person.page.waitForTimeout(1000);
  await person.settled();
  await person.click(`${card(workflow)} ${at('workflow-card-actions')}`);
  await choose(person, 'Archive');
}

async function addKey(person, { key }) {
  await person.click(at('main-sidebar-user-menu'));
  await person.click(at('user-menu-item-settings'));
  await person.click('a[href="/settings/api"]');
  await person.click('button:visible:has-text("Create an API Key")');
  await person.fill(at('api-key-label'), key);
  await pick(person, 'expiration-select', 'No Expiration');
  await press(person, 'Save', 'createOrEditApiKey-modal');
  await press(person, 'Done', 'createOrEditApiKey-modal');
}

async function removeKey(person, { gone: { key } }) {
  await person.click(`${at('api-key-card')}:has-text("${key}") ${at('action-toggle')}`);
  await choose(person, 'Delete');
  await confirm(person);
}

async function removeRun(person, { gone: { ran } }) {
  await person.open('/home/executions');
  await person.click(`${at('global-execution-list-item')}:has-text("${ran}") td:last-child button`);
  await choose(person, 'Delete');
}

function at(name) {
  return `[data-test-id="${name}"]`;
}

/** Opens one of the lists of the overview. */
async function home(person, tab) {
  await person.click(at('project-home-menu-item'));
  await person.click(at(`tab-${tab}`));
}

function card(workflow) {
  return `${at('resources-list-item-workflow')}:has-text("${workflow}")`;
}

async function openWorkflow(person, name) {
  await home(person, 'WorkflowsView');
  await person.click(`${card(name)} ${at('workflow-card-name')}`);
}

/** The page saves a workflow that is called otherwise at once. */
async function rename(person, name) {
  await person.click(at('workflow-name-input'));
  await person.fill(`${at('workflow-name-input')} ${at('inline-edit-input')}`, name);
  await person.page.keyboard.press('Enter');
  await person.settled();
}

async function menu(person, item) {
  await person.click(at('workflow-menu'));
  await person.click(at(`workflow-menu-item-${item}`));
}

/** Picks an option of a select by its words. */
async function pick(person, field, words) {
  await person.click(`${at(field)} input`);
  await person.click(`[role=option]:visible:has-text("${words}")`);
}

async function choose(person, action) {
  await person.click(`[role=menuitem]:visible:has-text("${action}")`);
}

async function press(person, name, within) {
  await person.click(`${at(within)} button:has-text("${name}")`);
}

async function confirm(person) {
  await person.click('[role=dialog] button.btn--confirm:visible');
}

/**
 * After the scripts of the pages: `getWorkflowDataToSave` and `saveAsNewWorkflow` say what a workflow sends, a copy is what was
 * read with new ids of its steps (`DuplicateWorkflowDialog`), `WorkflowSettings` sends settings and the version alone. A data
 * table of a step is picked in `ResourceLocator`, its columns come in `ResourceMapper`, a credential in `NodeCredentials`.
 */
function truth() {
  const rest = '/rest';
  const workflow = `${rest}/workflows/{id}`;
  const newWorkflow = `POST ${rest}/workflows $.uiContext=workflow_list`;
  const copy = `POST ${rest}/workflows $.isArchived=false`;
  const run = `POST ${workflow}/run`;
  const credential = `${rest}/credentials/{id}`;
  const readCredential = `GET ${credential}?includeData=true`;
  const ofProject = `${rest}/projects/{project}/data-tables`;
  const table = `${ofProject}/{table}`;
  const parameters = `POST ${rest}/dynamic-node-parameters`;
  const fields = `${parameters}/resource-mapper-fields`;
  const tables = `${parameters}/resource-locator-results`;
  const made = (address, as = 'created-id') => ({ answer: `POST ${rest}/${address}`, body: '$.data.id', as });
  const listed = (address, body = '$.data[*].id') => ({
    answer: `GET ${rest}/${address}`,
    body,
    as: 'list-pick',
  });
  const anyWorkflow = [made('workflows'), listed('workflows')];
  const asItCame = { answer: `GET ${workflow}`, same: '$.data' };
  const version = [`PATCH ${workflow}`, `POST ${rest}/workflows`, `GET ${workflow}`].map((answer) => ({
    answer,
    body: '$.data.versionId',
    as: 'revision',
  }));
  // Everything belongs to the person's own project.
  const project = { answer: `GET ${rest}/projects/personal`, body: '$.data.id', as: 'value' };
  const optional = { optional: true };
  return [
    [[`GET ${workflow}`, `PATCH ${workflow}`, run, `POST ${workflow}/archive`], 'path id', anyWorkflow],
    [`GET ${rest}/credentials/for-workflow`, 'query workflowId', anyWorkflow],
    [`GET ${rest}/workflows`, { place: 'query filter', part: /"query":"([^"]+)"/ }, 'typed'],

    // What is sent back with a new name or tag.
    [`PATCH ${workflow}`, 'body $.settings.errorWorkflow', anyWorkflow],
    [`PATCH ${workflow}`, 'body $.versionId', version],
    [
      `PATCH ${workflow}`,
      'body $.tags[*]',
      [
        made('tags'),
        { answer: `GET ${workflow}`, body: '$.data.tags[*].id', as: 'list-item' },
        listed('tags'),
      ],
    ],
    [`PATCH ${workflow}`, 'body $.name', 'typed'],
    // The form of the settings begins with the application's own.
    [`PATCH ${workflow}`, 'body $.settings.*', 'either'],
    [`PATCH ${workflow}`, 'body $.**', asItCame],

    [`GET ${rest}/credentials`, { place: 'query filter', part: /"projectId":"(\w+)"/ }, project],
    [[`POST ${rest}/credentials`, newWorkflow, copy, fields, tables], 'body $.projectId', project],
    [`GET ${rest}/credentials/for-workflow`, 'query projectId', project],
    [
      [readCredential, `PATCH ${credential}`, `DELETE ${credential}`],
      'path id',
      [made('credentials'), listed('credentials')],
    ],
    // A password is never shown.
    [`PATCH ${credential}`, 'body $.data.password', 'either'],
    [[`POST ${rest}/credentials`, `PATCH ${credential}`], 'body $.type', 'either'],
    ...['id', 'name'].map((name) => [
      `PATCH ${credential}`,
      `body $.${name}`,
      { answer: readCredential, same: '$.data', as: 'field' },
    ]),

    [
      [
        `POST ${ofProject}`,
        `GET ${table}/rows`,
        `PATCH ${table}/rows`,
        `POST ${table}/columns`,
        `POST ${table}/insert`,
      ],
      'path project',
      project,
    ],
    [
      [`GET ${table}/rows`, `PATCH ${table}/rows`, `POST ${table}/columns`, `POST ${table}/insert`],
      'path table',
      [
        { answer: `POST ${ofProject}`, body: '$.data.id', as: 'created-id' },
        listed('data-tables-global', '$.data.data[*].id'),
      ],
    ],
    [
      `PATCH ${table}/rows`,
      'body $.filter.filters[*].value',
      [
        { answer: `POST ${table}/insert`, body: '$.data[*].id', as: 'created-id' },
        { answer: `GET ${table}/rows`, body: '$.data.data[*].id', as: 'list-pick' },
      ],
    ],

    ...stepRules([fields, tables], '$.currentNodeParameters'),
    [newWorkflow, 'body $.nodes[*].id', 'derived'],
    ...[
      [newWorkflow, '$'],
      [run, '$.workflowData'],
    ].flatMap(([request, sent]) => [
      ...stepRules(request, `${sent}.nodes[*].parameters`),
      [
        request,
        `body ${sent}.nodes[*].credentials.httpBasicAuth.id`,
        [made('credentials'), listed('credentials/for-workflow')],
      ],
      [
        request,
        `body ${sent}.nodes[*].credentials.httpBasicAuth.name`,
        listed('credentials/for-workflow', '$.data[*].name'),
      ],
      // Words of the application: kinds of steps, and what it calls them.
      ...['name', 'type', 'typeVersion', 'parameters.genericAuthType'].map((name) => [
        request,
        `body ${sent}.nodes[*].${name}`,
        'either',
      ]),
      [request, `body ${sent}.connections**.node`, 'either'],
    ]),
    [
      run,
      'body $.workflowData.nodes[*].id',
      { answer: `POST ${rest}/workflows`, body: '$.data.nodes[*].id', as: 'list-item' },
    ],
    [run, 'body $.workflowData.id', made('workflows')],
    [run, 'body $.triggerToStartFrom.name', 'either'],
    [run, 'body $.workflowData.versionId', version],
    [copy, 'body $.nodes[*].id', 'derived'],
    [copy, 'body $.name', 'typed'],
    [copy, 'body $.**', asItCame, optional],

    [`POST ${rest}/api-keys`, 'body $.scopes[*]', 'either'],
    [`DELETE ${rest}/api-keys/{id}`, 'path id', listed('api-keys')],
    [`POST ${rest}/executions/delete`, 'body $.ids[*]', listed('executions', '$.data.results[*].id')],
  ];
}

/** Of a step about a data table: which one was picked, and its columns. */
function stepRules(requests, sent) {
  const picked = { value: 'value', cachedResultName: 'name', cachedResultUrl: 'url' };
  const ofTables = (name) => ({
    answer: 'POST /rest/dynamic-node-parameters/resource-locator-results',
    body: `$.data.results[*].${name}`,
    as: 'list-pick',
  });
  const ofFields = (name) => ({
    answer: 'POST /rest/dynamic-node-parameters/resource-mapper-fields',
    body: `$.data.fields[*].${name}`,
    as: 'list-item',
  });
  return [
    ...Object.entries(picked).map(([place, name]) => [
      requests,
      `body ${sent}.dataTableId.${place}`,
      ofTables(name),
    ]),
    [requests, `body ${sent}.columns.matchingColumns[*]`, ofFields('id')],
    ...['id', 'displayName'].map((name) => [
      requests,
      `body ${sent}.columns.schema[*].${name}`,
      ofFields(name),
    ]),
  ];
}
