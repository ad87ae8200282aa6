/**
 * The way to a service of the person (a tracker, a chat): by the user's own settings, because those of a
 * workspace would lead a token or the address of a chat elsewhere. It never goes over a connection whose
 * certificate is not verified.
 */
import * as vscode from 'vscode';
import type { TransportConfig } from '../node/http/transport';

/** The current route. */
export function ownRoute(): TransportConfig {
  const settings = vscode.workspace.getConfiguration('chainwright');
  const mode = settings.inspect<string>('network.mode')?.globalValue;
  const proxy = settings.inspect<string>('network.proxy')?.globalValue;
  return {
    mode: mode === 'direct' || mode === 'vscode' ? mode : 'auto',
    ...(typeof proxy !== 'string' || proxy === '' ? {} : { proxy }),
    proxyEnvironment: process.env,
    http2: false,
    tls: { verify: true },
  };
}
