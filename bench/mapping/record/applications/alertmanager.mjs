/**
 * Alertmanager (Debian's `prometheus-alertmanager`): a REST API of alerts and silences. A silence has a UUID and is
 * made from an alert's labels, sent back whole when it is edited, expired and made again; no login is needed.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3947;
const CLUSTER_OFF = '';
const TEAMS = ['greenhouse', 'pumping', 'offices'];
const LATER = '2097-05-01T06:00:00.000Z';
const ALERTS = [
  ['HeaterCold', 'palm-house:9100', 'critical', 'greenhouse', 'The heater of the palm house is cold'],
  ['TooDry', 'fern-house:9100', 'warning', 'greenhouse', 'The fern house is too dry'],
  ['PressureLow', 'well-2:9256', 'critical', 'pumping', 'Pressure of the second well is low'],
  ['PressureLow', 'well-3:9256', 'page', 'pumping', 'Pressure of the third well is low'],
  ['VibrationHigh', 'well-2:9256', 'warning', 'pumping', 'The second well shakes'],
  ['DiskFull', 'archive:9100', 'warning', 'offices', 'The disk of the archive is full'],
];
const SILENCES = [
  ['TooDry', 'rick', 'New hoses are laid in the fern house'],
  ['VibrationHigh', 'nadia', 'Bearings come on Monday'],
  ['DiskFull', 'lotte', 'The archive moves to another disk'],
];

export const application = {
  inputs: {
    a: {
      author: 'signe',
      team: 'greenhouse',
      alert: 'The heater of the palm house is cold',
      silence: ['2096-03-02T18:00:00.000Z', 'The fitter is on the way'],
      colleague: 'New hoses are laid in the fern house',
      longer: ['2096-04-11T08:30:00.000Z', 'The hoses came too short'],
      again: ['2096-03-09T18:00:00.000Z', 'The fitter comes once more'],
      earlier: { alerts: 6, silences: 1, order: [0, 1, 2] },
    },
    b: {
      author: 'matteo',
      team: 'pumping',
      alert: 'Pressure of the third well is low',
      silence: ['2095-09-20T12:00:00.000Z', 'The well is being cleaned'],
      colleague: 'Bearings come on Monday',
      longer: ['2095-10-02T16:15:00.000Z', 'Bearings are not in stock'],
      again: ['2095-09-27T12:00:00.000Z', 'There is more sand than we thought'],
      earlier: { alerts: 11, silences: 5, order: [2, 0, 1] },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const command = debianProgram('/usr/bin/prometheus-alertmanager', 'prometheus-alertmanager');
  const cwd = await emptyFolder();
  const settings = {
    route: {
      receiver: 'offices',
      group_by: ['alertname'],
      routes: TEAMS.map((team) => ({ receiver: team, matchers: [`team="${team}"`] })),
    },
    receivers: TEAMS.map((name) => ({ name })),
  };
  await writeFile(path.join(cwd, 'alertmanager.yml'), JSON.stringify(settings));
  const options = {
    'config.file': 'alertmanager.yml',
    'storage.path': 'data',
    'web.listen-address': `127.0.0.1:${PORT}`,
    'cluster.listen-address': CLUSTER_OFF,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return running({ command, args, cwd, port: PORT });
}

/** What is wrong on this day, with alerts of hosts that the other server does not know, and what is silenced. */
async function prepare(client, { earlier }) {
  const post = (url, json) => client.send({ method: 'POST', url, json });
  const since = new Date().toISOString();
  const others = Array.from({ length: earlier.alerts }, (_, index) => [
    'HostDown',
    `desk-${earlier.alerts}${index}:9100`,
    'warning',
    TEAMS[index % TEAMS.length],
    `Desk ${index} does not answer`,
  ]);
  const alerts = [...others, ...ALERTS].map(([alertname, instance, severity, team, summary]) => ({
    labels: { alertname, instance, severity, team },
    annotations: { summary },
    generatorURL: `http://127.0.0.1:9090/graph?g0.expr=${alertname}`,
    startsAt: since,
    endsAt: LATER,
  }));
  await post('/api/v2/alerts', alerts);
  const old = others.slice(0, earlier.silences);
  const silences = [
    ...old.map(([, instance]) => ['instance', instance, 'rick', 'That desk is empty']),
    ...earlier.order.map((index) => ['alertname', ...SILENCES[index]]),
  ];
  for (const [index, [name, value, createdBy, comment]] of silences.entries()) {
    const matchers = [equal(name, value)];
    const endsAt = `${2081 + index}-05-01T06:00:00.000Z`;
    await post('/api/v2/silences', { matchers, startsAt: since, endsAt, createdBy, comment });
  }
}

async function session(client, inputs) {
  const { author, team, alert, colleague } = inputs;
  const get = (url, query) => client.send({ url: joined`/api/v2/${url}`, query });
  const save = async (silence) =>
    (await client.send({ method: 'POST', url: '/api/v2/silences', json: silence }))
      .member('silenceID')
      .as('created-id');
  const createdBy = typed(author);
  await get('status');
  const receivers = await get('receivers');
  const receiver = receivers.pick([], ({ name }) => name === team, 'name');
  const open = await get('alerts', { receiver, active: true, silenced: false, inhibited: false });
  const labels = labelsOf(open, ({ annotations }) => annotations.summary === alert);
  await get('alerts', { filter: joined`instance="${labels.instance}"` });

  const matchers = Object.entries(labels).map(([name, value]) => equal(name, value));
  const [endsAt, comment] = inputs.silence.map(typed);
  const own = await save({ matchers, startsAt: now(), endsAt, createdBy, comment });
  await get(joined`silence/${own}`);
  await get('alerts', { receiver, active: false, silenced: true });
  await prolong(get, save, { colleague, longer: inputs.longer });

  await client.send({ method: 'DELETE', url: joined`/api/v2/silence/${own}` });
  const expired = await get(joined`silence/${own}`);
  const [until, reason] = inputs.again.map(typed);
  const again = await save({
    matchers: expired.member('matchers'),
    startsAt: now(),
    endsAt: until,
    createdBy: expired.member('createdBy'),
    comment: reason,
  });
  await get(joined`silence/${again}`);
  await resolve(client, open, { labels, isWanted: ({ annotations }) => annotations.summary === alert });
  await get('alerts', { filter: joined`alertname="${labels.alertname}"` });
  await client.send({ method: 'DELETE', url: joined`/api/v2/silence/${again}` });
  await get('silences');
}

/** Edits what a colleague has silenced: the form sends back the whole silence. */
async function prolong(get, save, { colleague, longer }) {
  const known = (await get('silences')).pick([], ({ comment }) => comment === colleague, 'id');
  const { id, matchers, startsAt, createdBy } = (await get(joined`silence/${known}`)).member();
  const [endsAt, comment] = longer.map(typed);
  const edited = await save({ id, matchers, startsAt, endsAt, createdBy, comment });
  await get(joined`silence/${edited}`);
}

/** Says that an alert is over, by its labels. */
async function resolve(client, open, { labels, isWanted }) {
  const generatorURL = open.pick([], isWanted, 'generatorURL');
  const over = { labels, generatorURL, endsAt: now() };
  await client.send({ method: 'POST', url: '/api/v2/alerts', json: [over] });
}

/** The labels of the alert, of which a silence is made. */
function labelsOf(alerts, isWanted) {
  const names = ['alertname', 'instance', 'severity', 'team'];
  return Object.fromEntries(names.map((name) => [name, alerts.pick([], isWanted, 'labels', name)]));
}

function equal(name, value) {
  return { name, value, isRegex: false, isEqual: true };
}

function now() {
  return derived(new Date().toISOString());
}
