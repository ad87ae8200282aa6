/**
 * Jupyter (Debian's `jupyter-server` and `python3-ipykernel`) by its REST API: one logs in by a form, files are named by
 * the server when they are made, a notebook is sent back whole, and sessions and kernels have UUIDs.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3948;
/** A server has one owner. Both passwords open it: the form takes the token of programs as well. */
const PASSWORDS = ['loud.kettle.7', 'ferns+and+moss'];
const FOLDERS = {
  tides: ['levels.ipynb', 'currents.ipynb', 'moon.ipynb'],
  bees: ['hives.ipynb', 'honey.ipynb', 'weather.ipynb'],
};

export const application = {
  inputs: {
    a: {
      password: PASSWORDS[0],
      folder: 'tides',
      notebook: 'levels.ipynb',
      cell: 'highest = max(samples)\nprint(highest)',
      name: 'spring-tide.ipynb',
      idle: 'tides/moon.ipynb',
      note: 'Gauge 3 was moved in April.\n',
      earlier: { drafts: 1, open: ['tides/moon.ipynb', 'bees/honey.ipynb'], folders: ['tides', 'bees'] },
    },
    b: {
      password: PASSWORDS[1],
      folder: 'bees',
      notebook: 'hives.ipynb',
      cell: 'print(sorted(samples)[:3])',
      name: 'weak-hives.ipynb',
      idle: 'bees/honey.ipynb',
      note: 'Scales were read by hand on Sunday.\n',
      earlier: {
        drafts: 3,
        open: ['tides/currents.ipynb', 'bees/honey.ipynb', 'tides/moon.ipynb'],
        folders: ['archive', 'tides', 'bees'],
      },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const command = debianProgram('/usr/bin/jupyter-server', 'jupyter-server');
  const cwd = await emptyFolder();
  await mkdir(path.join(cwd, 'files'));
  const settings = {
    ServerApp: {
      ip: '127.0.0.1',
      port: PORT,
      open_browser: false,
      allow_root: true,
      root_dir: path.join(cwd, 'files'),
      password: hashed(PASSWORDS[0]),
      token: PASSWORDS[1],
    },
    FileContentsManager: { delete_to_trash: false },
  };
  await writeFile(path.join(cwd, 'jupyter_server_config.json'), JSON.stringify(settings));
  const own = ['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'];
  const env = Object.fromEntries(own.map((name) => [name, cwd]));
  const server = await running({ command, args: [], cwd, port: PORT, env });
  return {
    ...server,
    async stop() {
      await endKernels(server.origin);
      await server.stop();
    },
  };
}

/** Kernels are processes of their own, which write into the folder of the server until they end. */
async function endKernels(origin) {
  const headers = { authorization: `token ${PASSWORDS[1]}` };
  const sessions = await (await fetch(`${origin}/api/sessions`, { headers })).json();
  for (const { id } of sessions) await fetch(`${origin}/api/sessions/${id}`, { method: 'DELETE', headers });
}

function hashed(password) {
  const salt = 'only-here';
  return `sha256:${salt}:${createHash('sha256')
    .update(password + salt)
    .digest('hex')}`;
}

/** Folders with notebooks, some copied and some begun before, and notebooks that are open. */
async function prepare(client, { earlier }) {
  const headers = { authorization: `token ${PASSWORDS[1]}` };
  const send = (method, url, json) => client.send({ method, url: `/api/${url}`, headers, json });
  for (const folder of earlier.folders) {
    await send('PUT', `contents/${folder}`, { type: 'directory' });
    const notebooks = FOLDERS[folder] ?? [];
    for (const name of notebooks)
      await send('PUT', `contents/${folder}/${name}`, { type: 'notebook', content: notebook(name) });
    for (let index = 0; index < earlier.drafts; index += 1) {
      await send('POST', `contents/${folder}`, { type: 'file', ext: '.md' });
      for (const name of notebooks)
        await send('POST', `contents/${folder}`, { copy_from: `${folder}/${name}` });
    }
  }
  for (const open of earlier.open)
    await send('POST', 'sessions', { path: open, name: path.basename(open), type: 'notebook' });
}

function notebook(name) {
  const subject = path.basename(name, '.ipynb');
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3 (ipykernel)' } },
    cells: [
      { id: cellId(), cell_type: 'markdown', metadata: {}, source: `# All ${subject} of this year` },
      code(cellId(), `samples = open('${subject}.txt').read().split()`),
    ],
  };
}

function code(id, source) {
  return { id, cell_type: 'code', metadata: {}, execution_count: null, outputs: [], source };
}

function cellId() {
  return randomUUID().slice(0, 8);
}

async function session(client, inputs) {
  const send = await logIn(client, inputs.password);
  const specs = await send('GET', 'kernelspecs');
  const [folder, copied] = await copy(send, inputs);
  const file = joined`contents/${folder}/${copied.member('name').as('created-id')}`;
  const opened = await send('GET', file, undefined, { content: 1, type: 'notebook' });
  const kernel = { name: specs.member('default') };
  const begun = await send('POST', 'sessions', {
    path: copied.member('path').as('created-id'),
    name: copied.member('name').as('created-id'),
    type: 'notebook',
    kernel,
  });
  const own = joined`sessions/${begun.member('id').as('created-id')}`;
  const running = joined`kernels/${begun.member('kernel', 'id').as('created-id')}`;
  await send('GET', running);

  await send('PUT', file, { type: 'notebook', format: 'json', content: edited(opened, inputs.cell) });
  await send('POST', joined`${file}/checkpoints`);
  await send('POST', joined`${running}/restart`);

  const open = await send('GET', 'sessions');
  const idle = open.pick([], (known) => known.path === inputs.idle, 'id');
  await send('DELETE', joined`sessions/${idle}`);
  const made = await send('POST', joined`contents/${folder}`, { type: 'file', ext: '.md' });
  const note = joined`contents/${folder}/${made.member('name').as('created-id')}`;
  await send('PUT', note, { type: 'file', format: 'text', content: typed(inputs.note) });
  await send('DELETE', own);
  await send('PATCH', file, { path: joined`${folder}/${typed(inputs.name)}` });
  await send('GET', joined`contents/${folder}`);
  await send('DELETE', note);
}

/** By the form, as a browser does; what is sent afterwards carries the form's token in a header. */
async function logIn(client, password) {
  const token = (await client.send({ url: '/login' })).field('_xsrf').as('csrf');
  await client.send({ method: 'POST', url: '/login', form: { _xsrf: token, password: typed(password) } });
  const headers = { 'x-xsrftoken': token };
  return (method, url, json, query) =>
    client.send({ method, url: joined`/api/${url}`, headers, json, query });
}

/** Looks for a notebook in its folder, and copies it. */
async function copy(send, { folder, notebook: wanted }) {
  const folders = await send('GET', 'contents');
  const chosen = folders.pick(['content'], ({ name }) => name === folder, 'name');
  const files = await send('GET', joined`contents/${chosen}`);
  const copy_from = files.pick(['content'], ({ name }) => name === wanted, 'path');
  return [chosen, await send('POST', joined`contents/${chosen}`, { copy_from })];
}

/** The notebook as it was opened, and one more cell. */
function edited(opened, source) {
  const { cells, ...others } = opened.member('content');
  return { ...others, cells: [...cells, code(derived(cellId()), typed(source))] };
}
