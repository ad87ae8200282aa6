/**
 * MediaWiki (Debian's `mediawiki` and `mediawiki-classes`, unpacked; installed are `php-cli`, `php-intl`, `php-mbstring`,
 * `php-sqlite3` and `php-xml`): a wiki by its action API. Everything goes to one address with fields of forms; each kind of
 * change has a token of its own, pages, revisions and changes are counted, and long lists are gone on with by a mark.
 */
import { appendFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, debianProgram, emptyFolder, finished, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3952;
const OWNER = ['Keeper', 'only-here-99'];
const GUESTS = [
  ['Passer', 'by-the-road-7'],
  ['Bladeshop', 'cheap-and-sharp'],
];
/** Accounts of both sessions exist on each server. */
const EDITORS = [
  ['Ilse', 'plane+and+file'],
  ['Mateo', 'dust.on.boots'],
];
const PAGES = ['Anvil', 'Bandsaw', 'Chisel', 'Drill press', 'Lathe', 'Mitre saw', 'Router'];
/** What guests wrote: who, page, text and summary. */
const GUESTS_EDITS = [
  ['Passer', 'Anvil', 'Anvils can swim.', 'swims'],
  ['Passer', 'Chisel', 'Sharpen it at 25 degrees.', 'angle added'],
  ['Bladeshop', 'Bandsaw', 'Buy blades at my shop!', 'cheap blades'],
  ['Bladeshop', 'Mitre saw', 'Wait until the blade stands still.', 'safety'],
];
const SETTINGS = `
$wgJobRunRate = 0;
$wgPingback = false;
`;

export const application = {
  inputs: {
    a: {
      user: EDITORS[0],
      page: 'Lathe',
      change: ['Ask before use.', 'Ask Jon before use.', 'who to ask'],
      page_made: ['Glue', 'White glue dries in an hour.', 'first notes'],
      question: ['Where is the key?', 'It was on the hook until Monday.'],
      bad: 'swims',
      good: 'safety',
      moved: ['Wood glue', 'There are others'],
      gone: 'Stands in the handbook',
      earlier: { pages: PAGES, rounds: 2, drafts: 3, edits: GUESTS_EDITS },
    },
    b: {
      user: EDITORS[1],
      page: 'Router',
      change: ['Use it slowly.', 'Use it slowly, with a guide.', 'guide'],
      page_made: ['Dust extractor', 'Empty the bag each evening.\n\nThe switch is behind the door.', 'new'],
      question: ['Which bits fit?', 'Those with the red mark do not.'],
      bad: 'cheap blades',
      good: 'angle added',
      moved: ['Dust collector', 'So it says on the thing'],
      gone: 'Was given away',
      earlier: { pages: ['Belt sander', ...PAGES], rounds: 5, drafts: 8, edits: GUESTS_EDITS.toReversed() },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const files = await debianFiles('mediawiki');
  const wiki = path.join(files, 'usr/share/mediawiki');
  const classes = await debianFiles('mediawiki-classes');
  await cp(path.join(classes, 'usr/share/mediawiki'), wiki, { recursive: true });
  const cwd = await emptyFolder();
  const env = { MW_CONFIG_FILE: path.join(cwd, 'LocalSettings.php') };
  const command = debianProgram('/usr/bin/php', 'php-cli');
  const maintain = (script, args, settings = {}) =>
    finished({ command, args: [path.join(wiki, 'maintenance', script), ...args], cwd, env: settings });
  const [owner, password] = OWNER;
  const place = ['--dbtype', 'sqlite', '--dbpath', cwd, '--confpath', cwd];
  const server = ['--server', `http://127.0.0.1:${PORT}`, '--scriptpath', ''];
  await maintain('install.php', [...place, ...server, '--pass', password, 'Workshop', owner]);
  await appendFile(env.MW_CONFIG_FILE, SETTINGS);
  for (const account of EDITORS) await maintain('createAndPromote.php', ['--sysop', ...account], env);
  for (const account of GUESTS) await maintain('createAndPromote.php', account, env);
  return running({ command, args: ['-S', `127.0.0.1:${PORT}`, '-t', wiki], cwd, port: PORT, env });
}

/** Pages of a category that grew, and drafts that were deleted, which shift the numbers; then guests come by. */
async function prepare(client, { earlier }) {
  const { csrf } = await enter(client, OWNER, 'csrf');
  const change = (action, fields) => post(client, { action, ...fields, token: csrf });
  for (const title of earlier.pages) {
    const text = `${title} of the workshop. Ask before use.\n\nUse it slowly.\n\n[[Category:Machines]]`;
    await change('edit', { title, text, summary: 'begun' });
    for (let round = 1; round < earlier.rounds; round += 1)
      await change('edit', { title, appendtext: `\n\nCleaned, ${round}.`, summary: 'cleaned' });
  }
  for (let index = 0; index < earlier.drafts; index += 1) {
    const title = `Draft ${index}`;
    await change('edit', { title, text: `Number ${index}`, summary: 'draft' });
    await change('delete', { title, reason: 'Not needed' });
  }
  await change('logout', {});
  for (const guest of GUESTS) {
    const { csrf: token } = await enter(client, guest, 'csrf');
    const own = earlier.edits.filter(([name]) => name === guest[0]);
    for (const [, title, text, summary] of own)
      await post(client, { action: 'edit', title, appendtext: `\n\n${text}`, summary, token });
    await post(client, { action: 'logout', token });
  }
}

async function session(client, inputs) {
  const tokens = await enter(client, inputs.user, 'csrf|patrol|rollback|watch');
  const change = (fields) => post(client, { ...fields, token: tokens.csrf });
  const page = await findPage(client, inputs.page);
  await improve(client, change, page.pageid, inputs.change);

  const [title, text, summary] = inputs.page_made.map(typed);
  const made = await change({ action: 'edit', title, text, summary, createonly: 1 });
  const own = made.member('edit', 'pageid').as('created-id');
  const [sectiontitle, question] = inputs.question.map(typed);
  const talk = { title: joined`Talk:${page.title}`, section: 'new', sectiontitle };
  await change({ action: 'edit', ...talk, text: question });

  await patrol(client, tokens, inputs);
  const [to, reason] = inputs.moved.map(typed);
  await change({ action: 'move', fromid: own, to, reason, movetalk: 1, noredirect: 1 });
  await get(client, { action: 'query', prop: 'info|revisions', pageids: own, inprop: 'protection|url' });
  await post(client, { action: 'watch', pageids: page.pageid, token: tokens.watch });
  await change({ action: 'delete', pageid: own, reason: typed(inputs.gone) });
  await change({ action: 'logout' });
}

/** Logs in, and asks for the tokens of what is going to be done. */
async function enter(client, account, type) {
  const [username, password] = account.map(typed);
  const asked = await get(client, { action: 'query', meta: 'tokens', type: 'login' });
  const logintoken = asked.member('query', 'tokens', 'logintoken').as('csrf');
  const loginreturnurl = `http://127.0.0.1:${PORT}/`;
  await post(client, { action: 'clientlogin', username, password, logintoken, loginreturnurl });
  const given = await get(client, { action: 'query', meta: 'tokens|userinfo', type });
  const named = (kind) => [kind, given.member('query', 'tokens', `${kind}token`).as('csrf')];
  return Object.fromEntries(type.split('|').map(named));
}

/** Looks through a category until the page of this title is found. */
async function findPage(client, wanted) {
  const list = { action: 'query', list: 'categorymembers', cmtitle: 'Category:Machines', cmlimit: 4 };
  const first = await get(client, list);
  const further = { cmcontinue: first.member('continue', 'cmcontinue').as('cursor'), continue: '-||' };
  const second = await get(client, { ...list, ...further });
  const own = (key) => second.pick(['query', 'categorymembers'], ({ title }) => title === wanted, key);
  return { pageid: own('pageid'), title: own('title') };
}

/** Changes some words of a page, as MediaWiki's own client for scripts does it, and looks at the difference. */
async function improve(client, change, pageids, words) {
  const rvprop = 'ids|content|timestamp';
  const asked = { action: 'query', prop: 'revisions', rvprop, rvslots: 'main', pageids, curtimestamp: 1 };
  const shown = await get(client, asked);
  const revision = shown.member('query', 'pages', 0, 'revisions', 0);
  const [before, after, summary] = words;
  const text = derived(revision.slots.main.content.value.replace(before, after));
  const saved = await change({
    action: 'edit',
    pageid: pageids,
    text,
    summary: typed(summary),
    basetimestamp: revision.timestamp.as('revision'),
    starttimestamp: shown.member('curtimestamp'),
    assert: 'user',
    nocreate: 1,
  });
  const { oldrevid, newrevid } = saved.member('edit');
  await get(client, { action: 'compare', fromrev: oldrevid.as('revision'), torev: newrevid.as('revision') });
}

/** Sees to what guests have changed: one change is looked at and rolled back, another one is found to be good. */
async function patrol(client, tokens, { bad, good }) {
  const rcprop = 'ids|title|user|comment|timestamp';
  const asked = { action: 'query', list: 'recentchanges', rcprop, rcshow: '!patrolled', rclimit: 20 };
  const changes = await get(client, asked);
  const own = (wanted, key) =>
    changes.pick(['query', 'recentchanges'], ({ comment }) => comment === wanted, key);
  await get(client, { action: 'compare', fromrev: own(bad, 'old_revid'), torev: own(bad, 'revid') });
  const back = { pageid: own(bad, 'pageid'), user: own(bad, 'user') };
  await post(client, { action: 'rollback', ...back, token: tokens.rollback });
  await post(client, { action: 'patrol', rcid: own(good, 'rcid'), token: tokens.patrol });
}

const FORMAT = { format: 'json', formatversion: 2 };

async function get(client, query) {
  return client.send({ url: '/api.php', query: { ...query, ...FORMAT } });
}

async function post(client, form) {
  return client.send({ method: 'POST', url: '/api.php', form: { ...form, ...FORMAT } });
}
