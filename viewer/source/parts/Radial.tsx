// One value of each row as its distance from the centre of a circle: how even they are is the shape.

import { share } from '../data/numbers.ts';

export interface Spoke {
  label: string;
  /** From 0, the centre, to 1. */
  value: number;
}

const size = 420;
const radius = 150;

export function Radial({ name, spokes }: { name: string; spokes: Spoke[] }) {
  const centre = size / 2;
  const at = (place: number, distance: number): [number, number] => {
    const angle = (2 * Math.PI * place) / Math.max(1, spokes.length) - Math.PI / 2;
    return [centre + Math.cos(angle) * distance * radius, centre + Math.sin(angle) * distance * radius];
  };
  const shown = spokes.map((spoke, place) => at(place, Math.max(0, Math.min(1, spoke.value))));
  const labels = spokes.length <= 32;
  const between = Math.PI / Math.max(2, spokes.length);
  return (
    <svg class="radial" viewBox={`-130 0 ${size + 260} ${size}`} role="group" aria-label={name}>
      {[0.25, 0.5, 0.75, 1].map((part) => (
        <g key={part}>
          <circle class="radial-ring" cx={centre} cy={centre} r={radius * part} />
          {/* Between two spokes, where no label is. */}
          <text class="radial-tick" x={centre + Math.sin(between) * radius * part} y={centre - Math.cos(between) * radius * part}>
            {`${100 * part} %`}
          </text>
        </g>
      ))}
      {spokes.map((spoke, place) => {
        const [x, y] = at(place, 1);
        const [textX, textY] = at(place, 1.1);
        return (
          <g key={spoke.label}>
            <line class="radial-ring" x1={centre} y1={centre} x2={x} y2={y} />
            {labels && (
              <text class="radial-label" x={textX} y={textY + 4} text-anchor={Math.abs(textX - centre) < 8 ? 'middle' : textX > centre ? 'start' : 'end'}>
                {`${spoke.label}: ${share(spoke.value, 1)}`}
              </text>
            )}
          </g>
        );
      })}
      <polygon class="radial-shape" points={shown.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {shown.map(([x, y], place) => (
        <circle key={spokes[place]!.label} class="radial-point" cx={x} cy={y} r="4" data-spoke={spokes[place]!.label} data-value={spokes[place]!.value} tabindex={0} role="img" aria-label={`${spokes[place]!.label}: ${share(spokes[place]!.value, 1)}`}>
          <title>{`${spokes[place]!.label}: ${share(spokes[place]!.value, 1)}`}</title>
        </circle>
      ))}
    </svg>
  );
}
