/**
 * The rules by which calls of a recording are set aside: what a browser fetches to show a page does not test
 * an API. Each rule has a name, which the user gives to keep its calls (`--keep images`).
 */
import type { EarlierReads } from './earlierReads';
import { headerOf, type RecordedCall } from './recordedCall';

/** A rule. */
export interface SetAsideRule {
  /** What `--keep` calls it. */
  readonly name: string;
  /** Why its calls are left out, a sentence. */
  readonly reason: string;
  readonly applies: (call: RecordedCall, earlier: EarlierReads) => boolean;
}

/** In the order in which they are asked; the first that applies counts. */
export const setAsideRules: readonly SetAsideRule[] = [
  {
    name: 'preflights',
    reason: 'Set aside as a preflight.',
    applies: (call) =>
      call.resourceType === 'preflight' ||
      (call.method === 'OPTIONS' && headerOf(call.headers, 'access-control-request-method') !== undefined),
  },
  {
    name: 'websockets',
    reason: 'Set aside as a WebSocket.',
    applies: ({ status, url, resourceType }) =>
      status === 101 || resourceType === 'websocket' || /^wss?:/i.test(url),
  },
  {
    name: 'event-streams',
    reason: 'Set aside as an event stream, which does not end.',
    // Browsers listen by GET. What is asked for by POST ends with its answer, such as one of a language model.
    applies: ({ method, resourceType, responseType }) =>
      resourceType === 'eventsource' || (method === 'GET' && responseType === 'text/event-stream'),
  },
  {
    name: 'images',
    reason: 'Set aside as an image.',
    applies: fetched(['image'], /^image\//, /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp)$/),
  },
  {
    name: 'fonts',
    reason: 'Set aside as a font.',
    applies: fetched(['font'], /^(?:font\/|application\/(?:x-)?font-)/, /\.(?:woff2?|ttf|otf|eot)$/),
  },
  {
    name: 'media',
    reason: 'Set aside as audio or video.',
    applies: fetched(['media'], /^(?:audio|video)\//, /\.(?:mp[34]|webm|ogg|m3u8)$/),
  },
  {
    name: 'static',
    reason: 'Set aside as a static file.',
    applies: fetched(
      ['script', 'stylesheet', 'manifest', 'texttrack'],
      /^(?:text\/css|(?:text|application)\/(?:x-)?(?:java|ecma)script|application\/(?:wasm|manifest\+json))$/,
      /\.(?:m?js|css|map|wasm|webmanifest)$/,
    ),
  },
  {
    name: 'analytics',
    reason: 'Set aside as analytics.',
    applies: ({ resourceType, url }) =>
      /^(?:ping|beacon|csp-?(?:violation-?)?report)$/.test(resourceType) || ANALYTICS.test(hostOf(url)),
  },
  {
    name: 'duplicates',
    reason: 'Set aside as the same call with the same answer again.',
    applies: (call, earlier) => earlier.has(call),
  },
];

/** Hosts that count visitors; a host is one of these or below it. */
const ANALYTICS =
  /(?:^|\.)(?:google-analytics\.com|googletagmanager\.com|doubleclick\.net|googlesyndication\.com|analytics\.google\.com|hotjar\.com|hotjar\.io|mixpanel\.com|segment\.(?:io|com)|amplitude\.com|clarity\.ms|bat\.bing\.com|nr-data\.net|newrelic\.com|sentry\.io|datadoghq\.com|fullstory\.com|plausible\.io|heapanalytics\.com|connect\.facebook\.net|optimizely\.com|intercom\.io|cookielaw\.org)$/i;

/** A call is of a kind when the browser says so, else by the type of its response, else by its ending. */
function fetched(
  resourceTypes: readonly string[],
  types: RegExp,
  endings: RegExp,
): (call: RecordedCall) => boolean {
  return ({ method, url, resourceType, responseType }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      return false;
    }
    const isSaid =
      resourceType !== '' && resourceType !== 'other' && !/^(?:xhr|fetch|document)$/.test(resourceType);
    if (isSaid) {
      return resourceTypes.includes(resourceType);
    }
    return responseType === '' ? endings.test(pathOf(url)) : types.test(responseType);
  };
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? '';
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '').toLowerCase();
}
