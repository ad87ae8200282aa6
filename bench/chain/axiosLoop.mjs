/**
 * The yardstick: the benchmark's chain as a bare axios loop over one kept-alive connection, with nothing
 * but the parsing and passing along of values. Arguments: the server's origin and how many requests.
 */
import http from 'node:http';
import axios from 'axios';

const [origin = '', requests = ''] = process.argv.slice(2);
const client = axios.create({
  baseURL: origin,
  proxy: false,
  httpAgent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
});

const { data: started } = await client.post('/start', { user: 'bench' });
const headers = { Authorization: `Bearer ${started.token}` };
let code = started.order.next;
for (let number = 1; number < Number(requests); number += 1) {
  const { data } = await client.get(`/steps/${encodeURIComponent(code)}`, { headers });
  code = data.order.next;
}
client.defaults.httpAgent.destroy();
