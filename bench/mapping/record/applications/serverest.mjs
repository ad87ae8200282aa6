/** ServeRest (npm `serverest`): a shop as a JSON API with bearer tokens, random ids, and products picked from a list. */
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3921;

export const application = {
  inputs: {
    a: {
      admin: ['Ines Prado', 'ines@loja.example.com', 'chave-9a'],
      buyer: ['Tom Reis', 'tom@mail.example.com', 'segredo#1'],
      product: ['Teclado Azul', 310, 'mecanico', 12],
      liked: 'Samsung 60 polegadas',
      amounts: [2, 1],
    },
    b: {
      admin: ['Rui Costa', 'rui@armazem.example.com', 'porta77'],
      buyer: ['Lia Nunes', 'lia@post.example.com', 'gato-preto'],
      product: ['Cadeira Gamer', 845, 'reclinavel', 30],
      liked: 'Logitech MX Vertical',
      amounts: [3, 4],
    },
  },
  start,
  prepare,
  session,
};

/** The store lies in the package, so each run has a copy. */
async function start() {
  const folder = await installed('serverest', '2.29.7');
  const cwd = await emptyFolder();
  await cp(path.join(folder, 'node_modules/serverest'), path.join(cwd, 'serverest'), { recursive: true });
  await symlink(path.join(folder, 'node_modules'), path.join(cwd, 'node_modules'));
  const args = ['serverest/src/server.js', '--porta', String(PORT), '--nodoc'];
  return running({ command: process.execPath, args, cwd, port: PORT });
}

/** Ids are random: nothing has to be shifted. */
async function prepare() {}

async function session(client, { admin, buyer, product, liked, amounts }) {
  const owner = await account(client, admin, 'true');
  const authorization = await login(client, admin);
  const [nome, preco, descricao, quantidade] = product;
  const fields = {
    nome: typed(nome),
    preco: typed(preco),
    descricao: typed(descricao),
    quantidade: typed(quantidade),
  };
  const created = await client.send({
    method: 'POST',
    url: '/produtos',
    headers: { authorization },
    json: fields,
  });
  const id = created.member('_id').as('created-id');
  await client.send({ url: joined`/produtos/${id}` });
  await client.send({
    method: 'PUT',
    url: joined`/produtos/${id}`,
    headers: { authorization },
    json: { ...fields, preco: typed(preco + 40) },
  });

  const customer = await account(client, buyer, 'false');
  const ticket = await login(client, buyer);
  const shelf = await client.send({ url: '/produtos' });
  const picked = shelf.pick(['produtos'], (item) => item.nome === liked, '_id');
  await client.send({ url: joined`/produtos/${picked}` });
  const cart = await client.send({
    method: 'POST',
    url: '/carrinhos',
    headers: { authorization: ticket },
    json: {
      produtos: [
        { idProduto: picked, quantidade: typed(amounts[0]) },
        { idProduto: id, quantidade: typed(amounts[1]) },
      ],
    },
  });
  const cartId = cart.member('_id').as('created-id');
  await client.send({ url: joined`/carrinhos/${cartId}` });
  await client.send({ url: '/carrinhos', query: { idUsuario: customer } });
  await client.send({
    method: 'DELETE',
    url: '/carrinhos/concluir-compra',
    headers: { authorization: ticket },
  });
  await client.send({ method: 'DELETE', url: joined`/produtos/${id}`, headers: { authorization } });
  await client.send({ url: '/usuarios', query: { email: typed(buyer[1]) } });
  await client.send({ method: 'DELETE', url: joined`/usuarios/${customer}` });
  await client.send({ method: 'DELETE', url: joined`/usuarios/${owner}` });
}

async function account(client, [nome, email, password], administrador) {
  const json = { nome: typed(nome), email: typed(email), password: typed(password), administrador };
  return (await client.send({ method: 'POST', url: '/usuarios', json })).member('_id').as('created-id');
}

async function login(client, [, email, password]) {
  const answer = await client.send({
    method: 'POST',
    url: '/login',
    json: { email: typed(email), password: typed(password) },
  });
  return answer.member('authorization').as('token');
}
