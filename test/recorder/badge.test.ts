import assert from 'node:assert/strict';
import { Badge } from '../../recorder/badge';

/** A badge, and everything that is written to the browser: `7: 12`, `7 is called …`. */
function badge(): { readonly badge: Badge; readonly take: () => readonly string[] } {
  const written: string[] = [];
  const api = {
    setBadgeBackgroundColor: () => Promise.resolve(),
    setBadgeTextColor: () => Promise.resolve(),
    setBadgeText: ({ tabId, text }: { readonly tabId: number; readonly text: string }) =>
      tabId < 0
        ? Promise.reject(new Error('No tab.'))
        : Promise.resolve(void written.push(`${tabId}: ${text}`)),
    setTitle: ({ tabId, title }: { readonly tabId: number; readonly title: string }) =>
      Promise.resolve(void written.push(`${tabId} is called ${title}`)),
  };
  return { badge: new Badge(api), take: () => written.splice(0) };
}

describe('Badge', () => {
  it('counts on the tabs that are recorded, and says nothing on others', () => {
    const { badge: shown, take } = badge();
    shown.show({ text: '12', tabs: [7, 8] });
    assert.deepEqual(take(), [
      '7: 12',
      '7 is called Chainwright Recorder: 12 calls recorded',
      '8: 12',
      '8 is called Chainwright Recorder: 12 calls recorded',
    ]);
    shown.show({ text: '12', tabs: [7, 8] });
    assert.deepEqual(take(), []);
  });

  it('is gone from a tab that is recorded no more, and from all at the end', () => {
    const { badge: shown, take } = badge();
    shown.show({ text: '1', tabs: [7, 8] });
    take();
    shown.show({ text: '1', tabs: [8] });
    assert.deepEqual(take(), ['7: ', '7 is called Chainwright Recorder']);
    shown.show({ text: '', tabs: [] });
    assert.deepEqual(take(), ['8: ', '8 is called Chainwright Recorder']);
  });

  it('is written again to a tab that goes to another page, while it says anything', () => {
    const { badge: shown, take } = badge();
    shown.show({ text: '1', tabs: [7] });
    take();
    shown.repeat(7);
    shown.repeat(8);
    assert.deepEqual(take(), ['7: 1', '7 is called Chainwright Recorder: 1 call recorded']);
    shown.show({ text: '', tabs: [] });
    take();
    shown.repeat(7);
    assert.deepEqual(take(), []);
  });

  it('bears tabs that are closed', () => {
    const { badge: shown } = badge();
    assert.doesNotThrow(() => shown.show({ text: '1', tabs: [-1] }));
  });
});
