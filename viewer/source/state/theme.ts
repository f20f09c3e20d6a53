// Light and dark, and the colours of data. The palette is that of Okabe and Ito, which people with any colour vision
// can tell apart; each colour has a text colour that can be read on it.

import type { Run } from '../data/run.ts';

export type Theme = 'light' | 'dark';

export function themeOfSystem(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

export interface Paint {
  fill: string;
  text: string;
}

export const palette: Paint[] = [
  { fill: '#56b4e9', text: '#000' },
  { fill: '#e69f00', text: '#000' },
  { fill: '#009e73', text: '#000' },
  { fill: '#f0e442', text: '#000' },
  { fill: '#cc79a7', text: '#000' },
  { fill: '#d55e00', text: '#000' },
  { fill: '#8fa8ff', text: '#000' },
];
export const others: Paint = { fill: '#b4b4b4', text: '#000' };

/** The colour of a component: those with the largest self values have one of their own. */
export function paintOfComponent(run: Run, component: string): Paint {
  const order = run.components.get(component)?.order ?? palette.length;
  return palette[order] ?? others;
}

/** The colour of the first, the second and so on of what is distinguished. */
export function paintOfPlace(place: number): Paint {
  return palette[place] ?? others;
}

/** From light yellow to dark red, for a part from 0 to 1. */
export function heat(part: number): Paint {
  const bounded = Math.max(0, Math.min(1, Number.isFinite(part) ? part : 0));
  const lightness = 93 - 58 * bounded;
  return { fill: `hsl(${Math.round(48 - 38 * bounded)} 85% ${Math.round(lightness)}%)`, text: lightness > 50 ? '#000' : '#fff' };
}

/** From white to dark blue, for amounts. */
export function amount(part: number): Paint {
  const bounded = Math.max(0, Math.min(1, Number.isFinite(part) ? part : 0));
  const lightness = 94 - 66 * bounded;
  return { fill: `hsl(205 70% ${Math.round(lightness)}%)`, text: lightness > 50 ? '#000' : '#fff' };
}
