/**
 * DokuWiki (Debian's `dokuwiki` with `php-cli` and `php-xml`): pages whose forms carry a token against forgery, the
 * revision they were made of and a checksum; revisions picked from a history; a session cookie.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, running } from '../running.mjs';
import { typed } from '../traced.mjs';

const PORT = 3926;
/** Milliseconds that a change takes: revisions are seconds, and two within one are the same. */
const REVISION = 1100;

export const application = {
  inputs: {
    a: {
      user: ['agnes', 'Agnes Meyer', 'agnes@example.com', 'h0lly-oak'],
      page: 'garden:beans',
      texts: ['Sow in May.', 'Sow in May, in rows.', 'Sow in May.  Water.'],
      summary: 'rows',
    },
    b: {
      user: ['boris', 'Boris Lang', 'boris@example.com', 'quiet.stone'],
      page: 'workshop:lathe',
      texts: ['Oil weekly.', 'Oil weekly and wipe.', 'Oil daily.'],
      summary: 'wiping',
    },
  },
  start,
  session,
};

async function start() {
  const cwd = await emptyFolder();
  const wiki = path.join(cwd, 'wiki');
  await cp('/usr/share/dokuwiki', wiki, { recursive: true, dereference: true });
  await cp('/var/lib/dokuwiki/data', path.join(cwd, 'data'), { recursive: true });
  await cp('/etc/dokuwiki', path.join(cwd, 'conf'), {
    recursive: true,
    filter: (file) => !/(?:acl|users)\.auth\.php$|preload/.test(file),
  });
  await mkdir(path.join(cwd, 'conf/none'), { recursive: true });
  const settings = {
    savedir: path.join(cwd, 'data'),
    useacl: 1,
    autopasswd: 0,
    superuser: '@admin',
    disableactions: 'index,rss',
    updatecheck: 0,
    basedir: '/',
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `$conf['${name}'] = ${JSON.stringify(value)};`,
  );
  await writeFile(path.join(cwd, 'conf/local.php'), `<?php\n${lines.join('\n')}\n`);
  await writeFile(path.join(cwd, 'conf/acl.auth.php'), '*\t@ALL\t1\n*\t@user\t8\n');
  await writeFile(path.join(cwd, 'conf/users.auth.php'), '');
  const folders = ['DOKU_CONF', 'DOKU_MAIN_CONF'].map(
    (name) => `if (!defined('${name}')) define('${name}', '${cwd}/conf/');`,
  );
  const slow = `if (($_SERVER['REQUEST_METHOD'] ?? '') === 'POST') usleep(${REVISION * 1000});`;
  await writeFile(path.join(wiki, 'inc/preload.php'), `<?php\n${[...folders, slow].join('\n')}\n`);
  return running({ command: 'php', args: ['-S', `127.0.0.1:${PORT}`, '-t', wiki], cwd, port: PORT });
}

async function session(client, { user: [login, fullname, email, pass], page, texts, summary }) {
  const registration = (await view(client, { id: 'start', do: 'register' })).form('dw__register');
  await send(client, registration, {
    ...hidden(registration, ['sectok', 'do', 'save']),
    login: typed(login),
    pass: typed(pass),
    passchk: typed(pass),
    fullname: typed(fullname),
    email: typed(email),
  });
  const door = (await view(client, { id: 'start', do: 'login' })).form('dw__login');
  const entered = await send(client, door, {
    ...hidden(door, ['sectok', 'id', 'do']),
    u: typed(login),
    p: typed(pass),
  });
  await client.send({ url: entered.link(entered.header('location')) });

  await change(client, { id: typed(page), do: 'edit' }, texts[0], '');
  await change(client, { id: typed(page), do: 'edit' }, texts[1], summary);
  const history = await view(client, { id: typed(page), do: 'revisions' });
  const revision = history.inPage(/[?&](?:amp;)?rev=(\d+)/, 'link of a revision').as('list-pick');
  await view(client, { id: typed(page), rev: revision });
  await change(client, { id: typed(page), rev: revision, do: 'edit' }, texts[2], 'back');
  const last = await view(client, { id: typed(page) });
  await view(client, {
    id: 'start',
    do: 'logout',
    sectok: last.inPage(/do=logout&amp;sectok=(\w+)/, 'link to log out').as('csrf'),
  });
}

async function view(client, query) {
  return client.send({ url: '/doku.php', query });
}

/** Opens the editor, saves what the user wrote there, and looks at the page. */
async function change(client, query, text, summary) {
  const editor = (await view(client, query)).form('dw__editform');
  const form = {
    ...hidden(editor, ['sectok', 'id', 'rev', 'date', 'prefix', 'suffix', 'changecheck', 'target']),
    wikitext: typed(text),
    summary: typed(summary),
    'do[save]': '1',
  };
  const saved = await send(client, editor, form);
  await client.send({ url: saved.link(saved.header('location')) });
}

/** What a browser sends of a form without the user. */
function hidden(page, names) {
  return Object.fromEntries(
    names.map((name) => [name, page.field(name).as(name === 'sectok' ? 'csrf' : 'hidden')]),
  );
}

async function send(client, page, form) {
  const action = page.link(page.inPage(/<form[^>]*action="([^"]+)"/, 'form action'));
  return client.send({ method: 'POST', url: action, form });
}
