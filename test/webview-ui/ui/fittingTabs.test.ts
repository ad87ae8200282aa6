import assert from 'node:assert/strict';
import { fittingTabs } from '../../../webview-ui/ui/fittingTabs';

describe('tabs on one line', () => {
  const widths = [50, 80, 80, 60, 100];
  const cases: readonly (readonly [
    title: string,
    room: number,
    selected: number,
    shown: readonly number[],
  ])[] = [
    ['all where there is room', 370, 0, [0, 1, 2, 3, 4]],
    ['the first ones, and room for the button', 369, 0, [0, 1, 2, 3]],
    ['the selected one in place of a less important one', 300, 4, [0, 1, 4]],
    ['none that is less important than one without room', 200, 0, [0, 1]],
    ['the selected one wherever there is no room at all', 10, 3, [3]],
    ['all before anything is measured', 0, 0, [0]],
  ];
  for (const [title, room, selected, shown] of cases) {
    it(`are ${title}`, () => {
      assert.deepEqual(fittingTabs(room === 0 ? [0] : widths, room, selected), shown);
    });
  }
});
