/**
 * A chain of blocks (npm `ganache`) by JSON-RPC: one address for all, the method and its parameters by position in the
 * body, hashes of transactions, counted numbers in hexadecimal, and accounts inside of longer words of a contract's call.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { digits } from '../answer.mjs';
import { emptyFolder, installed, running } from '../running.mjs';
import { derived, joined } from '../traced.mjs';

const PORT = 3944;
/** In bytes. */
const WORD = 32;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export const application = {
  inputs: {
    a: {
      owner: 1,
      friend: 4,
      token: { name: 'Lindenhof meal points', symbol: 'LMP', supply: 5000 },
      given: 120,
      paid: 750,
      earlier: { blocks: 3, snapshots: 1, filters: 2 },
    },
    b: {
      owner: 6,
      friend: 2,
      token: { name: 'Harbour library fund', symbol: 'HLF', supply: 81000 },
      given: 4600,
      paid: 1200,
      earlier: { blocks: 11, snapshots: 3, filters: 5 },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('ganache', '7.9.2');
  const cwd = await emptyFolder();
  const program = path.join(folder, 'node_modules/ganache/dist/node/cli.js');
  const args = [program, '--server.host=127.0.0.1', `--server.port=${PORT}`];
  return running({ command: process.execPath, args, cwd, port: PORT, env: { TMPDIR: cwd } });
}

/** Blocks, snapshots and filters of others, which are counted; accounts are random for each server. */
async function prepare(client, { earlier }) {
  const { call } = calling(client);
  for (let block = 0; block < earlier.blocks; block += 1) await call('evm_mine');
  for (let snapshot = 0; snapshot < earlier.snapshots; snapshot += 1) await call('evm_snapshot');
  for (let filter = 0; filter < earlier.filters; filter += 1) await call('eth_newBlockFilter');
}

/** Somebody deploys a token, gives a part away, and tries a payment out that is taken back. */
async function session(client, inputs) {
  const { call, ask } = calling(client);
  await ask('eth_chainId');
  const accounts = await call('eth_accounts');
  const account = (wanted) => accounts.pick(['result'], (_account, index) => index === wanted);
  const [owner, friend] = [inputs.owner, inputs.friend].map(account);
  await ask('eth_getBalance', owner, 'latest');

  const deployed = await transact(ask, { from: owner, data: await deployment(inputs.token, owner) });
  const receipt = await call('eth_getTransactionReceipt', deployed);
  const token = receipt.member('result', 'contractAddress').as('created-id');
  const fromBlock = receipt.member('result', 'blockNumber').as('block-number');
  await ask('eth_call', { to: token, data: balanceOf(owner) }, 'latest');

  const filter = (await ask('eth_newFilter', { address: token, fromBlock })).as('created-id');
  const given = derived(word(units(inputs.given)));
  const data = joined`0xa9059cbb${padding(20)}${digits(friend)}${given}`;
  const transferred = await transact(ask, { from: owner, to: token, data });
  const transfer = await call('eth_getTransactionReceipt', transferred);
  await ask('eth_getBlockByHash', transfer.member('result', 'blockHash').as('hash'), false);
  const seen = await call('eth_getFilterChanges', filter);
  await ask('eth_getTransactionByHash', seen.member('result', 0, 'transactionHash').as('hash'));

  const snapshot = (await ask('evm_snapshot')).as('created-id');
  const value = derived(`0x${(units(inputs.paid) / 1000n).toString(16)}`);
  await ask('eth_getTransactionReceipt', await transact(ask, { from: friend, to: owner, value }));
  await ask('evm_revert', snapshot);

  const mine = joined`0x${padding(20)}${digits(friend)}`;
  const topics = [TRANSFER, null, mine];
  await ask('eth_getLogs', { address: token, fromBlock, toBlock: 'latest', topics });
  await ask('eth_call', { to: token, data: balanceOf(friend) }, 'latest');
  await ask('eth_uninstallFilter', filter);
}

/** Sends with the estimated gas, as clients do, and resolves to the hash. */
async function transact(ask, transaction) {
  const gas = (await ask('eth_estimateGas', transaction)).as('estimate');
  return (await ask('eth_sendTransaction', { ...transaction, gas })).as('hash');
}

/** Requests are numbered by the client; `ask` resolves to the result alone. */
function calling(client) {
  let id = 0;
  const call = (method, ...params) => {
    id += 1;
    return client.send({ method: 'POST', url: '/', json: { jsonrpc: '2.0', id, method, params } });
  };
  return { call, ask: async (...request) => (await call(...request)).member('result') };
}

/** The program of a token and its parameters: its name, its symbol, the amount and the owner. */
async function deployment({ name, symbol, supply }, owner) {
  const folder = await installed('@openzeppelin/contracts', '4.9.6');
  const file = 'node_modules/@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json';
  const { bytecode } = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  const [first, second] = [name, symbol].map(text);
  const head = 4 * WORD;
  const sizes = [head, head + first.length / 2, units(supply)].map(word).join('');
  return joined`${bytecode}${derived(sizes)}${padding(20)}${digits(owner)}${derived(`${first}${second}`)}`;
}

function balanceOf(account) {
  return joined`0x70a08231${padding(20)}${digits(account)}`;
}

/** A token and an ether have 18 places. */
function units(amount) {
  return BigInt(amount) * 10n ** 18n;
}

function word(number) {
  return number.toString(16).padStart(WORD * 2, '0');
}

/** The zeros that make a word of so many bytes. */
function padding(bytes) {
  return '00'.repeat(WORD - bytes);
}

/** The length of a text and its bytes, filled up to whole words. */
function text(content) {
  const bytes = Buffer.from(content).toString('hex');
  return word(content.length) + bytes.padEnd(Math.ceil(bytes.length / (WORD * 2)) * WORD * 2, '0');
}
