/**
 * Docker's registry of images (Debian's `docker-registry`), spoken to as OCI clients do: an image is copied from another
 * repository by its digests, and a file is pushed to addresses that each answer hands out again with a state.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3932;
const TYPES = {
  index: 'application/vnd.docker.distribution.manifest.list.v2+json',
  image: 'application/vnd.docker.distribution.manifest.v2+json',
  config: 'application/vnd.docker.container.image.v1+json',
  layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  artifact: 'application/vnd.oci.image.manifest.v1+json',
  empty: 'application/vnd.oci.empty.v1+json',
  file: 'text/markdown',
};
/** Hashed by bcrypt, as the registry reads its users: `salt&bridge` and `nine=foxes`. */
const HTPASSWD = `marta:$2y$04$cfLN9z2QDx0pRYy6ecDc1eXD3IA3pj63C8wBLP8XTXN6wESweqktG
jonas:$2y$04$MnHdX3mxKSTZAEGZaOdQ7eeiqCg1Chz19/eZOI50X2TxwhxYSfFnm
`;

export const application = {
  inputs: {
    a: {
      user: ['marta', 'salt&bridge'],
      base: 'bases/alder',
      architecture: 'arm64',
      copy: ['kiosk/screen', '2.1'],
      file: ['kiosk/handbook', 'spring', '# Kiosk\nSwitch on, wait for the green light.\n'],
      earlier: {
        build: 117,
        tags: ['3.16', '3.17', '3.18'],
        others: ['archive/map', 'archive/tram', 'archive/well', 'archive/zoo'],
      },
    },
    b: {
      user: ['jonas', 'nine=foxes'],
      base: 'bases/birch',
      architecture: 'amd64',
      copy: ['weather/station', '0.9'],
      file: ['weather/notes', 'draft', '# Weather\nThe vane on the roof sticks.\n'],
      earlier: {
        build: 9452,
        tags: ['3.17', '3.18', '3.19', '3.20'],
        others: ['attic/radio', 'attic/shop', 'attic/tide', 'attic/yard'],
      },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const command = debianProgram('/usr/bin/docker-registry', 'docker-registry');
  const cwd = await emptyFolder();
  const settings = {
    version: 0.1,
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: path.join(cwd, 'images') }, delete: { enabled: true } },
    http: { addr: `127.0.0.1:${PORT}` },
    auth: { htpasswd: { realm: 'registry', path: path.join(cwd, 'users') } },
  };
  await writeFile(path.join(cwd, 'users'), HTPASSWD);
  await writeFile(path.join(cwd, 'settings.yml'), JSON.stringify(settings));
  return running({ command, args: ['serve', 'settings.yml'], cwd, port: PORT });
}

/** What others have pushed: images for two machines under several tags, built again for each server. */
async function prepare(client, { user, earlier }) {
  const basic = user.map(typed);
  const put = (url, mimeType, json) => client.send({ method: 'PUT', url, basic, mimeType, json });
  for (const repository of ['bases/alder', 'bases/birch', ...earlier.others]) {
    for (const tag of earlier.tags) {
      const manifests = [];
      for (const architecture of ['amd64', 'arm64']) {
        const made = `${repository} ${tag} ${architecture}, build ${earlier.build}`;
        const config = JSON.stringify({ architecture, os: 'linux', comment: made });
        const layers = [`system of ${made}`, `certificates of ${made}, of ${tag} alone`];
        for (const content of [config, ...layers]) await pushWhole(client, basic, repository, content);
        const image = {
          schemaVersion: 2,
          mediaType: TYPES.image,
          config: descriptor(TYPES.config, config),
          layers: layers.map((content) => descriptor(TYPES.layer, content)),
        };
        const described = descriptor(TYPES.image, JSON.stringify(image));
        await put(`/v2/${repository}/manifests/${described.digest}`, TYPES.image, image);
        manifests.push({ ...described, platform: { architecture, os: 'linux' } });
      }
      const index = { schemaVersion: 2, mediaType: TYPES.index, manifests };
      await put(`/v2/${repository}/manifests/${tag}`, TYPES.index, index);
    }
  }
}

async function session(client, inputs) {
  const basic = inputs.user.map(typed);
  await client.send({ url: '/v2/' });
  await copyImage(client, basic, inputs);
  await pushFile(client, basic, inputs);
  const first = await client.send({ url: '/v2/_catalog', query: { n: 4 }, basic });
  await client.send({ url: first.link(first.header('link', /<([^>]+)>/)), basic });
}

/** Takes the image for one machine under the newest tag into a repository of one's own, without its contents. */
async function copyImage(client, basic, { base, architecture, copy }) {
  const source = typed(base);
  const [repository, ownTag] = copy.map(typed);
  const blobs = joined`/v2/${repository}/blobs`;
  const tags = await client.send({ url: joined`/v2/${source}/tags/list`, basic });
  const tag = newest(tags.member('tags')).as('list-pick');
  const read = async (reference) =>
    client.send({
      url: joined`/v2/${source}/manifests/${reference}`,
      headers: { accept: `${TYPES.index}, ${TYPES.image}` },
      basic,
    });
  const index = await read(tag);
  const isWanted = ({ platform }) => platform.architecture === architecture;
  const image = (await read(index.pick(['manifests'], isWanted, 'digest'))).member();
  await client.send({ method: 'HEAD', url: joined`${blobs}/${image.config.digest}`, basic });
  for (const { digest } of [image.config, ...image.layers])
    await client.send({
      method: 'POST',
      url: joined`${blobs}/uploads/`,
      query: { mount: digest, from: source },
      basic,
    });
  await client.send({
    method: 'PUT',
    url: joined`/v2/${repository}/manifests/${ownTag}`,
    mimeType: TYPES.image,
    json: image,
    basic,
  });
}

/** Pushes a file with a manifest, looks whether it is still the one that was pushed, and takes it away again. */
async function pushFile(client, basic, { file }) {
  const [repository, tag, content] = file;
  const traced = typed(repository);
  const opened = await client.send({ method: 'POST', url: joined`/v2/${traced}/blobs/uploads/`, basic });
  const sent = await client.send({
    method: 'PATCH',
    url: location(opened),
    mimeType: 'application/octet-stream',
    text: derived(content),
    basic,
  });
  await client.send({
    method: 'PUT',
    url: location(sent),
    query: { digest: derived(digestOf(content)) },
    basic,
  });
  await pushWhole(client, basic, traced, '{}');

  const url = joined`/v2/${traced}/manifests/${typed(tag)}`;
  const artifact = {
    schemaVersion: 2,
    mediaType: TYPES.artifact,
    config: computed(descriptor(TYPES.empty, '{}')),
    layers: [computed(descriptor(TYPES.file, content))],
  };
  await client.send({ method: 'PUT', url, mimeType: TYPES.artifact, json: artifact, basic });
  const accept = { accept: TYPES.artifact };
  const head = await client.send({ method: 'HEAD', url, headers: accept, basic });
  const ifNoneMatch = head.header('etag').as('etag');
  await client.send({ url, headers: { ...accept, 'if-none-match': ifNoneMatch }, basic });
  const digest = head.header('docker-content-digest').as('digest');
  await client.send({ method: 'DELETE', url: joined`/v2/${traced}/manifests/${digest}`, basic });
}

async function pushWhole(client, basic, repository, content) {
  const opened = await client.send({ method: 'POST', url: joined`/v2/${repository}/blobs/uploads/`, basic });
  await client.send({
    method: 'PUT',
    url: location(opened),
    query: { digest: derived(digestOf(content)) },
    mimeType: 'application/octet-stream',
    text: content,
    basic,
  });
}

/** The registry has its tags in no order. */
function newest(tags) {
  const numeric = { numeric: true };
  return tags.toSorted((one, other) => one.value.localeCompare(other.value, 'en', numeric)).at(-1);
}

function location(answer) {
  return answer.link(answer.header('location'));
}

function descriptor(mediaType, content) {
  return { mediaType, size: Buffer.byteLength(content), digest: digestOf(content) };
}

function computed({ mediaType, size, digest }) {
  return { mediaType, size: derived(size), digest: derived(digest) };
}

function digestOf(content) {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
