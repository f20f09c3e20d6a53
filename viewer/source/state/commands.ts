// What the command palette offers.

import type { Run } from '../data/run.ts';
import { shortName, timersBySelf } from '../data/run.ts';
import type { Command } from '../parts/Palette.tsx';
import type { View } from './view.ts';
import { type Change, nothingSelected, type Selection } from './selection.ts';

export interface Doings {
  open: (view: string) => void;
  split: () => void;
  toggleTheme: () => void;
  help: () => void;
  copyLink: () => void;
  copyTable: () => void;
  save: (ending: 'svg' | 'png' | 'csv') => void;
  play: () => void;
  step: (frames: number) => void;
  fastForward: () => void;
  reset: () => void;
  project: () => void;
}

const mostTimers = 500;

/** Views after the ninth have none: 0 shows the whole time in the timeline. */
export function keyOfView(place: number): string | undefined {
  return place < 9 ? String(place + 1) : undefined;
}

export function commandsOf(run: Run, views: View[], selection: Selection, change: Change, does: Doings, controls: boolean): Command[] {
  return [
    ...views.map((view, place) => ({ title: `View: ${view.title}`, key: keyOfView(place), run: () => does.open(view.id) })),
    { title: 'Drawer: details', key: 'd', run: () => change({ drawer: 'details' }, true) },
    { title: 'Drawer: events', key: 'e', run: () => change({ drawer: 'events' }, true) },
    { title: 'Drawer: source', key: 'o', run: () => change({ drawer: 'source' }, true) },
    ...(controls ? [{ title: 'Drawer: control of the program', key: 'l', run: () => change({ drawer: 'control' as const }, true) }] : []),
    { title: 'Split: another view beside this one', key: 'v', run: does.split },
    { title: selection.stacked ? 'Split: side by side' : 'Split: one above the other', run: () => change({ stacked: !selection.stacked }) },
    { title: 'Split: one view alone', run: () => change({ panes: [] }) },
    { title: 'Copy link', key: 'y', run: does.copyLink },
    { title: 'Copy table of this view', run: does.copyTable },
    { title: 'Save table as CSV', run: () => does.save('csv') },
    { title: 'Save picture as SVG', run: () => does.save('svg') },
    { title: 'Save picture as PNG', run: () => does.save('png') },
    { title: 'Project: title, notes, save and open', run: does.project },
    { title: 'Play or pause', key: 'p', run: does.play },
    { title: 'Step one frame on', key: ']', run: () => does.step(1) },
    { title: 'Step one frame back', key: '[', run: () => does.step(-1) },
    { title: 'Fast forward', key: '}', run: does.fastForward },
    { title: 'Reset the playback', key: '{', run: does.reset },
    { title: 'Show the whole time', run: () => change({ window: null, at: null }) },
    { title: 'Clear the selection', key: 'Escape', run: () => change({ ...nothingSelected, search: '' }) },
    { title: 'Light or dark', key: 't', run: does.toggleTheme },
    { title: 'Keys and views', key: '?', run: does.help },
    ...run.document.metrics.map((metric) => ({ title: `Metric: ${metric.name}`, run: () => change({ metric: metric.name }) })),
    ...timersBySelf(run)
      .slice(0, mostTimers)
      .map((place) => ({ title: `Timer: ${shortName(run, place)}`, run: () => change({ timer: run.document.timers.id[place]!, path: null }) })),
  ];
}
