/** The type of axios's adapter for Node; the package has types for the whole only. */
declare module 'axios/lib/adapters/http.js' {
  import type { AxiosRequestConfig, AxiosResponse } from 'axios';
  import type { IncomingMessage } from 'node:http';

  /** Sends one request; `data` of the response is the stream of its body when that is the `responseType`. */
  const sendWithNode: (config: AxiosRequestConfig) => Promise<AxiosResponse<IncomingMessage>>;
  export = sendWithNode;
}
