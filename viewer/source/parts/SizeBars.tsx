// How many reads and writes moved how much at once.

import { count, share } from '../data/numbers.ts';
import type { SizeClass } from '../data/modules.ts';
import { Bars } from './Bars.tsx';

export function SizeBars({ sizes, name }: { sizes: SizeClass[]; name: string }) {
  const most = Math.max(...sizes.map(({ reads, writes }) => Math.max(reads, writes)));
  const label = (upTo: string) => (upTo === 'above' ? 'more' : `to ${upTo.replace(/(\d)(?=[A-Z])/, '$1 ')}`);
  return (
    <>
      {(['reads', 'writes'] as const).map((what) => {
        const all = sizes.reduce((sum, one) => sum + one[what], 0);
        return (
          all > 0 && (
            <div key={what}>
              <h3>{`${what === 'reads' ? 'Reads' : 'Writes'} by size: ${count(all)}`}</h3>
              <Bars
                name={`${name}: ${what} by size`}
                unit=""
                most={most}
                bars={sizes.map((one) => ({ key: one.upTo, label: label(one.upTo), value: one[what], text: `${count(one[what])}  ${share(one[what], all)}`, fill: what === 'reads' ? 'var(--read)' : 'var(--written)' }))}
              />
            </div>
          )
        );
      })}
    </>
  );
}
