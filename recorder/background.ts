/**
 * The background process: connects the recorder with the browser. Every listener is there from the first
 * moment, because the browser starts this process for an event and drops those that nobody listens to.
 */
import { Badge } from './badge';
import type { ExtensionApi, Port } from './browserApi';
import { KeptRecording } from './keptRecording';
import type { Command, Notice } from './messages';
import { Recorder } from './recorder';
import { openStore } from './indexedDbStore';

declare const chrome: ExtensionApi;

const badge = new Badge(chrome.action);
const ports = new Set<Port>();
let isToldSoon = false;

const recorder = prepare();
recorder
  .then(async (ready) => {
    await ready.resume();
    broadcast(ready);
  })
  .catch(() => undefined); // reported to the next caller that asks for something

chrome.debugger.onEvent.addListener((source, method, params = {}) => {
  void recorder.then((ready) => ready.onEvent(source, method, params));
});
chrome.debugger.onDetach.addListener((source, reason) => {
  void recorder.then((ready) => ready.onDetach(source, reason));
});
chrome.tabs.onCreated.addListener((tab) => {
  void recorder.then((ready) => ready.onTabCreated(tab));
});
chrome.tabs.onUpdated.addListener((tabId, change) => {
  badge.repeat(tabId);
  void recorder.then((ready) => ready.onTabUpdated(tabId, change));
});
chrome.runtime.onConnect.addListener((port) => {
  ports.add(port);
  port.onDisconnect.addListener(() => ports.delete(port));
  port.onMessage.addListener((message) => void carryOut(port, message as Command));
  void recorder.then(broadcast, (error: unknown) =>
    post(port, { type: 'failed', failed: 'open', message: messageOf(error) }),
  );
});

async function prepare(): Promise<Recorder> {
  const store = await openStore();
  const kept = new KeptRecording(store, await store.load(), () => void recorder.then(broadcastSoon));
  return new Recorder({ api: chrome, kept, now: Date.now });
}

async function carryOut(port: Port, command: Command): Promise<void> {
  try {
    const ready = await recorder;
    await run(ready, command);
    broadcast(ready);
  } catch (error) {
    post(port, { type: 'failed', failed: command.type, message: messageOf(error) });
  }
}

function run(ready: Recorder, command: Command): Promise<void> {
  switch (command.type) {
    case 'start':
      return ready.start(command.tabId);
    case 'stop':
      return ready.stop();
    case 'discard':
      return ready.discard();
  }
}

/** Sends the state to the badge and the popups, a few times a second at most. */
function broadcastSoon(ready: Recorder): void {
  if (!isToldSoon) {
    isToldSoon = true;
    setTimeout(() => {
      isToldSoon = false;
      broadcast(ready);
    }, TELL_MS);
  }
}

/** Milliseconds between two notices. */
const TELL_MS = 150;

function broadcast(ready: Recorder): void {
  badge.show(ready.badge());
  if (ports.size > 0) {
    const notice: Notice = { type: 'snapshot', snapshot: ready.snapshot() };
    ports.forEach((port) => post(port, notice));
  }
}

function post(port: Port, notice: Notice): void {
  port.postMessage(notice);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
