/**
 * Unleash (npm's `unleash-server` with its pages, on Debian's `postgresql`): a single-page application over REST with a session
 * cookie. Flags are called by their names, strategies and links have random ids, segments, roles and people have numbers;
 * forms are sent back whole, and an API token is its own id.
 */
import path from 'node:path';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { emptyFolder, installed, running, withDatabase } from '../../running.mjs';

const PORT = 3993;

/** Who is there: name, email, number of the role. */
const BRUNO = ['Bruno Reis', 'bruno@example.com', 3];
const SALMA = ['Salma Haddad', 'salma@example.com', 2];
const GREGOR = ['Gregor Tan', 'gregor@example.com', 3];
const ULLA = ['Ulla Holm', 'ulla@example.com', 2];
const PIOTR = ['Piotr Zielak', 'piotr@example.com', 3];
const JONAS = ['Jonas Beck', 'jonas@example.com', 3];

/** Context fields: name, description, values. */
const TOWN = ['town', 'Where a person lives', ['Hill End', 'Lower Weir', 'Ferry']];
const SEASON = ['season', 'When a person comes', ['spring', 'winter']];

/** Segments: name, description, context field, values. */
const RIVERSIDE = ['Riverside', 'Close to the water', 'town', ['Lower Weir', 'Ferry']];
const UPHILL = ['Uphill', 'Far from the water', 'town', ['Hill End']];
const WINTER = ['Winter guests', 'They come for the ice', 'season', ['winter']];
const REGULARS = ['Regulars', 'Readers with a card', 'userId', ['311', '527']];
const BAKERS = ['Bakers', 'They get up early', 'userId', ['84', '1920']];

/** Flags: name, description, and a strategy for development: title, rollout, segments. */
const LEVELS = ['weir-levels', 'Levels of the river', ['Close by first', 35, ['Riverside']]];
const TOURS = ['mill-tours', 'Booking of tours', ['A few guests', 15, ['Winter guests']]];
const FERRY = ['night-ferry', 'Timetable at night', ['Those with a card', 65, ['Regulars', 'Riverside']]];
const MAP = ['market-map', 'A map of the stalls', ['Up there', 25, ['Uphill']]];
const OVENS = ['oven-bookings', 'Who bakes when', ['Bakers for now', 45, ['Bakers']]];
const TOLLS = ['old-tolls', 'Tolls at the bridge', ['All of them', 100, []]];

/** What is read to be picked from or changed. All else that the pages read is about themselves. */
const READ = [
  /^\/(?:context|feature-types|segments|tag-types|user-admin|api-tokens)$/,
  /^\/search\/features\?favoritesFirst.*&project=/,
  /^\/projects\/default\/features\/[^/]+\?/,
  /^\/(?:segments|user-admin)\/\d+$/,
  /^\/segments\/strategies\//,
  // The values of a type that was picked.
  /^\/tags\/(?!simple$)/,
];
/** What a form asks while it is filled, and what says that a hint was seen. */
const ASKED_BY_FORMS = /\/validate$|\/splash\//;

export const application = {
  inputs: {
    a: {
      user: { username: 'ines', password: 'Tin-whistle-52' },
      course: [
        ...[retarget, addField, addSegment, addFlag, addStrategy, tag, addLink, enable, archive],
        ...[addUser, changeUser, removeUser, addToken, removeToken],
      ],
      target: { flag: 'weir-levels', rollout: '55', segment: 'Regulars' },
      field: { name: 'craft', description: 'What a person makes', values: ['baker', 'miller'] },
      segment: { name: 'Craft people', description: 'They bake and mill', field: 'craft', values: ['baker'] },
      flag: { name: 'bread-orders', description: 'Orders from the oven', type: 'Experiment' },
      strategy: {
        title: 'Makers first',
        rollout: '40',
        constraint: ['season', 'winter'],
        variant: ['with-rye', 'rye bread'],
      },
      tag: ['team', 'water'],
      link: ['http://127.0.0.1/handbook/bread', 'Handbok', 'Handbook'],
      gone: { search: 'toll', flag: 'old-tolls', person: 'Gregor Tan', token: 'kiosk' },
      newUser: ['Ruth Amsel', 'ruth@example.com', 'Editor'],
      promoted: ['Bruno Reis', 'Admin'],
      token: ['bakery-till', 'Frontend SDK'],
      past: {
        people: [BRUNO, SALMA, GREGOR],
        fields: [TOWN, SEASON],
        segments: [RIVERSIDE, WINTER, REGULARS],
        flags: [LEVELS, TOURS, TOLLS],
        tags: [
          ['team', 'water', 'weir-levels'],
          ['team', 'mills', 'mill-tours'],
        ],
        tokens: ['kiosk', 'reading-room', 'gauge-house'],
      },
    },
    b: {
      user: { username: 'tarek', password: 'Copper-kettle-8' },
      course: [
        ...[addSegment, retarget, addFlag, tag, addStrategy, enable, addLink, describeSegment, archive],
        ...[addToken, removeToken, addUser, removeUser],
      ],
      segment: {
        name: 'Ferry folk',
        description: 'They come by boat',
        field: 'town',
        values: ['Ferry', 'Lower Weir'],
      },
      target: { flag: 'oven-bookings', title: 'Bakers and a few guests', segment: 'Winter guests' },
      flag: { name: 'ice-rental', description: 'Skates by the hour', type: 'Operational' },
      strategy: {
        title: 'From the boat',
        rollout: '70',
        constraint: ['town', 'Hill End'],
        variant: ['warm', 'with gloves'],
      },
      tag: ['topic', 'ice', 'new'],
      link: ['http://127.0.0.1/boards/ice', 'Bord', 'Board on ice'],
      described: ['Uphill', 'On the hill and behind it'],
      gone: { search: 'map', flag: 'market-map', person: 'Jonas Beck', token: 'stall-9' },
      newUser: ['Nadja Wolf', 'nadja@example.com', 'Viewer'],
      token: ['boat-house', 'Backend SDK'],
      past: {
        people: [PIOTR, GREGOR, SALMA, ULLA, JONAS],
        fields: [SEASON, TOWN],
        segments: [REGULARS, RIVERSIDE, UPHILL, BAKERS, WINTER],
        flags: [MAP, OVENS, FERRY, TOURS],
        tags: [['topic', 'bread', 'oven-bookings']],
        tokens: ['stall-4', 'stall-7', 'stall-9', 'oven-door'],
      },
    },
  },
  otherPast: {
    past: {
      people: [PIOTR, GREGOR, ULLA, BRUNO, JONAS],
      fields: [SEASON, TOWN],
      segments: [UPHILL, BAKERS, WINTER, RIVERSIDE, REGULARS],
      flags: [
        TOLLS,
        OVENS,
        FERRY,
        ['weir-levels', 'Levels and floods', ['Those who get wet', 30, ['Riverside']]],
        MAP,
      ],
      tags: [
        ['topic', 'bread', 'oven-bookings'],
        ['team', 'boats', 'night-ferry'],
        ['team', 'water', 'weir-levels'],
        ['topic', 'stalls', 'market-map'],
      ],
      tokens: ['stall-4', 'kiosk', 'oven-door', 'gauge-house'],
    },
  },
  start,
  prepare,
  session,
  isAside,
  laterMembers: ['lifecycle'],
  truth: truth(),
};

/** Pages poll, so what was read is left out when nothing was changed since, or the answer is the same. */
function isAside({ method, url, answer }, earlier) {
  if (method !== 'GET') return ASKED_BY_FORMS.test(url);
  const address = url.split('/api/admin')[1] ?? '';
  if (answer.status === 401 || !READ.some((pattern) => pattern.test(address))) return true;
  const last = earlier.findLastIndex((one) => one.url === url && one.method === method);
  if (last < 0) return false;
  const isChanged = earlier.slice(last).some((one) => one.method !== 'GET');
  return !isChanged || earlier[last].answer.text === answer.text;
}

async function start({ inputs: { user } }) {
  const folder = await installed('unleash-server', '7.5.1');
  const database = await startPostgres();
  const env = {
    NODE_ENV: 'production',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(PORT),
    DATABASE_URL: database.uri,
    DATABASE_SSL: 'false',
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    UNLEASH_DEFAULT_ADMIN_USERNAME: user.username,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: user.password,
  };
  const program = path.join(folder, 'node_modules/unleash-server/dist/server.js');
  const cwd = await emptyFolder();
  return withDatabase(database, () =>
    running({ command: process.execPath, args: [program], cwd, port: PORT, env }),
  );
}

/** What was there before. */
async function prepare({ origin }, { user, past }) {
  const signedIn = await fetch(`${origin}/auth/simple/login`, posted(user));
  const cookie = signedIn.headers.getSetCookie()[0].split(';')[0];
  const post = async (address, json) => {
    const answer = await fetch(`${origin}/api/admin${address}`, posted(json, { cookie }));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  for (const hint of ['personalDashboardKeyConcepts', 'strategy-drag-tooltip'])
    await post(`/splash/${hint}`, {});
  for (const [name, email, rootRole] of past.people)
    await post('/user-admin', { name, email, rootRole, sendEmail: false });
  for (const [name, description, values] of past.fields)
    await post('/context', { name, description, legalValues: values.map((value) => ({ value })) });
  const segments = new Map();
  for (const [name, description, contextName, values] of past.segments) {
    const constraints = [{ contextName, operator: 'IN', values }];
    segments.set(name, (await post('/segments', { name, description, constraints })).id);
  }
  for (const flag of past.flags) await makeFlag(post, flag, segments);
  for (const name of new Set(past.tags.map(([type]) => type)))
    await post('/tag-types', { name, description: `The ${name} of a flag`, icon: name });
  for (const [type, value, flag] of past.tags) await post(`/features/${flag}/tags`, { type, value });
  for (const tokenName of past.tokens)
    await post('/api-tokens', { tokenName, type: 'client', environment: 'development', projects: ['*'] });
}

async function makeFlag(post, [name, description, [title, rollout, its]], segments) {
  await post('/projects/default/features', { name, description, type: 'release' });
  await post(`/projects/default/features/${name}/environments/development/strategies`, {
    name: 'flexibleRollout',
    title,
    parameters: { rollout: String(rollout), stickiness: 'default', groupId: name },
    segments: its.map((segment) => segments.get(segment)),
  });
}

function posted(json, headers = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  };
}

async function session(person, inputs) {
  const { user, course } = inputs;
  await person.open('/projects');
  await person.fill('#username', user.username);
  await person.fill('#password', user.password);
  await person.click('[data-testid=LOGIN_BUTTON]');
  for (const step of course) await step(person, inputs);
  await person.click('[data-testid=HEADER_USER_AVATAR]');
  await person.click(':text-is("Log out")');
}

/** Opens a flag and changes for whom its strategy is. */
async function retarget(person, { target: { flag, title, rollout, segment } }) {
  await openProject(person);
  await person.click(`td a:has-text("${flag}")`);
  await person.click('[data-testid=FEATURE_ENVIRONMENT_ACCORDION_development] [role=button]');
  await person.click('[data-testid=STRATEGY_EDIT-flexibleRollout]');
  if (title !== undefined) await person.fill('#title-input', title);
  if (rollout !== undefined) await person.fill(inForm('input[type=number]'), rollout);
  await person.click('[data-testid=STRATEGY_TARGETING_TAB]');
  await pick(person, inForm('input[role=combobox]'), segment);
  await person.click('[data-testid=STRATEGY_FORM_SUBMIT_ID]');
}

async function addField(person, { field: { name, description, values } }) {
  await configure(person, 'context');
  await press(person, 'New context field');
  await person.fill(labelled(person, 'Context name'), name);
  await person.fill(labelled(person, 'Context description (optional)'), description);
  for (const value of values) {
    await person.fill(labelled(person, 'Legal value (optional)'), value);
    await press(person, 'Add');
  }
  await press(person, 'Create context');
}

async function addSegment(person, { segment: { name, description, field, values } }) {
  await configure(person, 'segments');
  await person.click('[data-testid=NAVIGATE_TO_CREATE_SEGMENT]');
  await person.fill(labelled(person, 'Segment name'), name);
  await person.fill(labelled(person, 'Description (optional)'), description);
  await person.click('[data-testid=SEGMENT_NEXT_BTN_ID]');
  await pick(person, 'main input[role=combobox]', field);
  for (const value of values) await person.click(`main label:has-text("${value}")`);
  await person.click('[data-testid=SEGMENT_CREATE_BTN_ID]');
}

async function addFlag(person, { flag: { name, description, type } }) {
  await openProject(person);
  await person.click('button[data-testid=NAVIGATE_TO_CREATE_FEATURE]');
  await person.fill('[role=dialog] input >> nth=0', name);
  await person.fill('[role=dialog] textarea >> nth=0', description);
  await person.click('[role=dialog] button:has-text("Release")');
  await person.click(`li:has-text("${type}")`);
  await person.click('[data-testid=FORM_CREATE_BUTTON]');
}

/** Adds a strategy to the new flag, for the new segment. */
async function addStrategy(person, { segment, strategy: { title, rollout, constraint, variant } }) {
  const [field, value] = constraint;
  const [name, text] = variant;
  await person.click('[data-testid=ADD_STRATEGY_BUTTON]');
  // The first is the default strategy, the second the gradual rollout.
  await person.click(person.page.locator('[role=dialog] button:has-text("Configure")').nth(1));
  await person.fill('#title-input', title);
  await person.fill(inForm('input[type=number]'), rollout);
  await person.click('[data-testid=STRATEGY_TARGETING_TAB]');
  await pick(person, inForm('input[role=combobox]'), segment.name);
  await person.click('[data-testid=ADD_CONSTRAINT_BUTTON]');
  await pick(person, '#context-field-select', field);
  await person.click(inForm(`label:has-text("${value}")`));
  await person.click('[data-testid=STRATEGY_VARIANTS_TAB]');
  await person.click('[data-testid=ADD_STRATEGY_VARIANT_BUTTON]');
  await person.fill(inForm('input[id^=variant-name]'), name);
  await person.fill('#variant-payload-value', text);
  await person.click('[data-testid=STRATEGY_FORM_SUBMIT_ID]');
}

/** Gives the flag a tag that other flags have, or a new one. */
async function tag(person, { tag: [type, value, isNew] }) {
  await press(person, 'Add tag');
  await pick(person, '#tag-type-select', type);
  if (isNew === undefined) await pick(person, '#checkboxes-tag', value);
  else {
    await person.fill('#checkboxes-tag', value);
    await person.click('[role=option]');
  }
  // The list of values stays open until something else is clicked.
  await person.click('[role=dialog] p');
  await confirm(person);
}

/** Adds a link to the flag, and corrects what it is called. */
async function addLink(person, { link: [url, title, corrected] }) {
  await press(person, 'Add link');
  await person.fill(labelled(person, 'Link'), url);
  await person.fill(labelled(person, 'Title (optional)'), title);
  await confirm(person);
  await person.click('main button:has([data-testid=MoreVertIcon])');
  await person.click('li:has-text("Edit")');
  await person.fill(labelled(person, 'Title (optional)'), corrected);
  await confirm(person);
}

async function enable(person, { flag: { name } }) {
  await person.click(`[data-testid=TOGGLE-${name}-development]`);
}

async function describeSegment(person, { described: [name, description] }) {
  await configure(person, 'segments');
  await person.click(`td a:has-text("${name}")`);
  await person.fill(labelled(person, 'Description (optional)'), description);
  await person.click('[data-testid=SEGMENT_NEXT_BTN_ID]');
  await person.click('[data-testid=SEGMENT_SAVE_BTN_ID]');
}

/** Finds a flag by a search and archives it. */
async function archive(person, { gone: { search, flag } }) {
  await openProject(person);
  await person.fill('main input[data-testid=SEARCH_INPUT]', search);
  // The page waits for more letters.
  await person.page.waitForTimeout(1000);
  await person.page.keyboard.press('Escape');
  await person.click(`#feature-${flag}-actions`);
  await person.click('[role=menuitem]:has-text("Archive")');
  await confirm(person);
}

async function addUser(person, { newUser: [name, email, role] }) {
  await administer(person, 'User config', 'users');
  await press(person, 'Add new user');
  await person.fill(labelled(person, 'Full name'), name);
  await person.fill(labelled(person, 'Email'), email);
  await pick(person, 'form input[role=combobox]', role);
  await press(person, 'Create user');
  await person.click('[role=dialog] button:has-text("Close")');
}

async function changeUser(person, { promoted: [name, role] }) {
  await userAction(person, name, 'Edit user');
  await pick(person, 'form input[role=combobox]', role);
  await press(person, 'Save');
}

async function removeUser(person, { gone: { person: name } }) {
  await userAction(person, name, 'Remove user');
  await confirm(person);
}

async function userAction(person, name, action) {
  await person.click(`tr:has-text("${name}") button[id$=-actions]`);
  await person.click(`[role=menuitem]:has-text("${action}")`);
}

async function addToken(person, { token: [name, type] }) {
  await administer(person, 'Access control', 'api');
  await person.click('[data-testid=CREATE_API_TOKEN_BUTTON]');
  await person.fill('input[name=tokenName]', name);
  await person.click(`form :text-is("${type}")`);
  await press(person, 'Create token');
  await person.click('[role=dialog] button:has-text("Close")');
}

async function removeToken(person, { gone: { token } }) {
  await person.click(`tr:has-text("${token}") button:has([data-testid=DeleteIcon])`);
  await confirm(person);
}

async function openProject(person) {
  await person.click('a[href="/projects"]');
  await person.click('main a[href="/projects/default"]');
}

async function configure(person, page) {
  await unfold(person, 'Configure', `a[href="/${page}"]`);
}

async function administer(person, group, page) {
  if (!person.page.url().includes('/admin/')) await person.click('a[href="/admin"]');
  await unfold(person, group, `a[href="/admin/${page}"]`);
}

/** Follows a link of the menu, in a group that may be folded. */
async function unfold(person, group, link) {
  if (!(await person.page.locator(link).first().isVisible())) await person.click(`:text-is("${group}")`);
  await person.click(link);
}

function inForm(element) {
  return `[data-testid=SIDEBAR_MODAL_ID] ${element}`;
}

function labelled(person, label) {
  return person.page.getByRole('textbox', { name: label });
}

async function press(person, name) {
  await person.click(person.page.getByRole('button', { name, exact: true }));
}

async function confirm(person) {
  await person.click('[role=dialog] [data-testid=DIALOGUE_CONFIRM_ID]');
}

/** Picks an option by its words. */
async function pick(person, field, words) {
  await person.click(field);
  await person.click(`[role=option]:has-text("${words}")`);
}

/**
 * After the sources of the pages (`frontend/src` of Unleash): `LegacyFeatureStrategyEdit.tsx` and `createStrategyPayload` say what
 * a strategy sends back, `EditSegment.tsx` and `EditUser.tsx` what these do, `ManageTagsDialog.tsx` has the types and values of
 * tags, `RoleSelect.tsx` the roles. Flags are known by the names of their rows.
 */
function truth() {
  const at = '/api/admin';
  const flags = `${at}/projects/{project}/features`;
  const flag = `${flags}/{flag}`;
  const strategies = `${flag}/environments/{environment}/strategies`;
  const strategy = `${strategies}/{strategy}`;
  const ofStrategy = `GET ${at}/segments/strategies/{strategy}`;
  const enabled = `POST ${flag}/environments/{environment}/on`;
  const links = [`POST ${flag}/link`, `PUT ${flag}/link/{linkId}`];
  const tags = [`GET ${at}/features/{flag}/tags`, `PUT ${at}/features/{flag}/tags`];
  const changes = [`POST ${strategies}`, `PUT ${strategy}`];
  const ofFlag = [`GET ${flag}`, `DELETE ${flag}`, ...changes, enabled, ...links];
  const segment = `${at}/segments/{segment}`;
  const user = `${at}/user-admin/{user}`;
  const listed = (address, body) => ({ answer: `GET ${at}/${address}`, body });
  const ofStrategies = (name) => ({
    answer: `GET ${flag}`,
    body: `$.environments[*].strategies[*].${name}`,
    as: 'field',
  });
  const madeSegment = { answer: `POST ${at}/segments`, body: '$.id', as: 'created-id' };
  const pickedSegment = [madeSegment, listed('segments', '$.segments[*].id')];
  const optional = { optional: true };
  return [
    // The only project, and the environment in which all is tried.
    [[`POST ${flags}`, ...ofFlag], 'path project', 'either'],
    [`GET ${at}/search/features`, { place: 'query project', part: /^IS:(.+)$/ }, 'either'],
    [[...changes, enabled], 'path environment', 'either'],
    [[...ofFlag, ...tags], 'path flag', listed('search/features', '$.features[*].name'), optional],
    [`POST ${flags}`, 'body $.type', listed('feature-types', '$.types[*].id')],

    [[ofStrategy, `PUT ${strategy}`], 'path strategy', { ...ofStrategies('id'), as: 'list-pick' }],
    [
      `PUT ${strategy}`,
      'body $.segments[*]',
      [{ answer: ofStrategy, body: '$.segments[*].id', as: 'list-item' }, ...pickedSegment],
    ],
    ...['name', 'title', 'disabled', 'parameters.groupId', 'parameters.rollout', 'parameters.stickiness'].map(
      (name) => [`PUT ${strategy}`, `body $.${name}`, ofStrategies(name), optional],
    ),
    [`POST ${strategies}`, 'body $.segments[*]', pickedSegment],
    // The page begins with what the project and the kind of strategy have.
    ...['name', 'parameters.stickiness', 'variants[*].stickiness'].map((name) => [
      `POST ${strategies}`,
      `body $.${name}`,
      'either',
    ]),

    // What a constraint is about, and its values, which are ticked.
    [
      [`POST ${strategies}`, `POST ${at}/segments`],
      'body $.constraints[*].contextName',
      listed('context', '$[*].name'),
    ],
    [
      [`POST ${strategies}`, `POST ${at}/segments`],
      'body $.constraints[*].values[*]',
      listed('context', '$[*].legalValues[*].value'),
    ],
    [[`GET ${segment}`, `PUT ${segment}`], 'path segment', pickedSegment],
    // How values are compared is a word of the application.
    [`PUT ${segment}`, 'body $.constraints[*].operator', 'either'],
    [`PUT ${segment}`, 'body $.constraints[*].**', { answer: `GET ${segment}`, same: true }],
    [`PUT ${segment}`, 'body $.*', { answer: `GET ${segment}`, same: true, as: 'field' }, optional],

    [links, 'path linkId', { answer: `GET ${flag}`, body: '$.links[*].id' }],
    [links, 'body $.url', { answer: `GET ${flag}`, body: '$.links[*].url', as: 'field' }, optional],
    [`GET ${at}/tags/{type}`, 'path type', listed('tag-types', '$.tagTypes[*].name')],
    [[`POST ${at}/tags`], 'body $.type', listed('tag-types', '$.tagTypes[*].name')],
    [tags, 'body $.addedTags[*].type', listed('tag-types', '$.tagTypes[*].name')],
    [tags, 'body $.addedTags[*].value', listed('tags/{type}', '$.tags[*].value')],

    [[`GET ${user}`, `PUT ${user}`, `DELETE ${user}`], 'path user', listed('user-admin', '$.users[*].id')],
    [`PUT ${user}`, 'body $.id', listed('user-admin', '$.users[*].id')],
    ...['name', 'email'].map((name) => [
      `PUT ${user}`,
      `body $.${name}`,
      { answer: `GET ${user}`, body: `$.${name}`, as: 'field' },
    ]),
    [[`POST ${at}/user-admin`, `PUT ${user}`], 'body $.rootRole', listed('user-admin', '$.rootRoles[*].id')],
    [`POST ${at}/api-tokens`, 'body $.environment', 'either'],
    [`DELETE ${at}/api-tokens/{secret}`, 'path secret', listed('api-tokens', '$.tokens[*].secret')],
  ];
}
