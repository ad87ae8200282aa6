/**
 * Loaded into every measured process (`NODE_OPTIONS=--require=…`): whatever a file says, traffic reaches the stub only.
 *
 * Each socket connects to the stub on the loopback, whichever host and port it asked for, so that URLs and `Host` stay what
 * they are. Names are never looked up, and datagrams and further processes are refused, but for the one in which
 * Chainwright checks rules that may take long: it gets this hook, too. Environment:
 * CHAINWRIGHT_BENCH_STUB is the port of the stub.
 */
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

const port = Number(process.env.CHAINWRIGHT_BENCH_STUB);
const LOOPBACK = { address: '127.0.0.1', family: 4 };

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function connectToStub(...args) {
  const [options, listener] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  const { path: _path, lookup: _lookup, ...others } = options;
  const redirected = { ...others, host: LOOPBACK.address, port, autoSelectFamily: false };
  return Reflect.apply(connect, this, listener === null ? [redirected] : [redirected, listener]);
};

dns.lookup = (_host, ...rest) => {
  const callback = rest.at(-1);
  const all = typeof rest[0] === 'object' && rest[0]?.all === true;
  process.nextTick(() =>
    all ? callback(null, [LOOPBACK]) : callback(null, LOOPBACK.address, LOOPBACK.family),
  );
};
dns.promises.lookup = async (_host, options) => (options?.all === true ? [LOOPBACK] : LOOPBACK);
for (const asked of [dns, dns.promises]) {
  for (const name of Object.keys(asked).filter((key) => /^(resolve|reverse|lookupService)/.test(key))) {
    asked[name] = refuse;
  }
}
dns.Resolver = refuse;
dns.promises.Resolver = refuse;
dgram.createSocket = refuse;
dgram.Socket = refuse;
const { fork } = childProcess;
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']) {
  childProcess[name] = refuse;
}
childProcess.fork = (script, args, { execArgv = [], ...options } = {}) =>
  /[\\/]dist[\\/]longRuleProcess\.js$/.test(script)
    ? fork(script, args, { ...options, execArgv: [...execArgv, `--require=${__filename}`] })
    : refuse();
syncBuiltinESMExports();

function refuse() {
  throw new Error('A measured process talks to the stub only.');
}
