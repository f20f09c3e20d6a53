// Runs with different numbers of ranks: how much faster more of them are.

import type { PageDocument, RunDocument } from '../data/document.ts';
import { count, duration, quantity } from '../data/numbers.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';

export interface ScalingPoint {
  name: string;
  ranks: number;
  timeNs: number;
  speedup: number;
  efficiency: number;
}

function ranksOf(run: RunDocument): number {
  return run.ranks ?? Math.max(1, run.threads.filter((thread) => thread.measured.some((value) => value > 0)).length);
}

/** How long the run took: the most that was measured on a thread in ns, where a metric is a time; else the length of the measurement. */
function timeOf(run: RunDocument): number {
  const metric = run.metrics.findIndex(({ unit }) => unit === 'ns');
  const most = metric < 0 ? 0 : Math.max(0, ...run.threads.map((thread) => thread.measured[metric]!));
  return most > 0 ? most : run.timeNs;
}

/** Against the run with the fewest ranks; the fastest one where several have as few. */
export function scaling(runs: RunDocument[]): ScalingPoint[] {
  const points = runs.map((run) => ({ name: run.name, ranks: ranksOf(run), timeNs: timeOf(run) })).sort((a, b) => a.ranks - b.ranks || a.timeNs - b.timeNs);
  const first = points[0];
  return points.map((point) => ({ ...point, speedup: first!.timeNs / Math.max(1, point.timeNs), efficiency: (first!.timeNs * first!.ranks) / Math.max(1, point.timeNs * point.ranks) }));
}

const [width, height, left, bottom] = [520, 320, 60, 44];

function Chart({ points }: { points: ScalingPoint[] }) {
  const base = points[0]!.ranks;
  const most = points[points.length - 1]!.ranks;
  const top = Math.max(most / base, ...points.map((point) => point.speedup));
  // Both axes double, so that the ideal is a straight line.
  const steps = Math.max(1, Math.ceil(Math.log2(most / base)));
  const highest = Math.max(1, Math.ceil(Math.log2(top)));
  const lowest = Math.min(0, Math.floor(Math.log2(Math.min(...points.map((point) => point.speedup)))));
  const x = (ranks: number) => left + (Math.log2(ranks / base) / steps) * (width - left - 90);
  const y = (speedup: number) => height - bottom - ((Math.log2(speedup) - lowest) / (highest - lowest)) * (height - bottom - 20);
  return (
    <svg class="scaling" width={width} height={height} role="img" aria-label="Speed-up by number of ranks, with the ideal as a dashed line">
      {Array.from({ length: highest - lowest + 1 }, (_, step) => 2 ** (step + lowest)).map((value) => (
        <g key={value}>
          <line class="lane-grid" x1={left} x2={width - 90} y1={y(value)} y2={y(value)} />
          <text class="strip-most" x={left - 6} y={y(value) + 4}>
            {`${value} x`}
          </text>
        </g>
      ))}
      {[...new Set(points.map((point) => point.ranks))].map((ranks) => (
        <text key={ranks} class="lane-tick" x={x(ranks)} y={height - bottom + 18}>
          {count(ranks)}
        </text>
      ))}
      <text class="lane-tick" x={(left + width - 90) / 2} y={height - 6}>
        ranks
      </text>
      <text class="lane-tick" x={left} y="12">
        speed-up
      </text>
      <line class="scaling-ideal" x1={x(base)} y1={y(1)} x2={x(most)} y2={y(most / base)} />
      <text class="lane-tick scaling-end" x={x(most) + 8} y={y(most / base) + 4}>
        ideal
      </text>
      <polyline class="scaling-line" points={points.map((point) => `${x(point.ranks).toFixed(1)},${y(point.speedup).toFixed(1)}`).join(' ')} />
      {points.map((point) => (
        <circle key={point.name} class="scaling-point" cx={x(point.ranks)} cy={y(point.speedup)} r="4">
          <title>{`${point.name}: ${point.ranks} ranks, ${duration(point.timeNs * 1e-9)}, ${point.speedup.toFixed(2)} x`}</title>
        </circle>
      ))}
      <text class="lane-tick scaling-end" x={x(most) + 8} y={y(points[points.length - 1]!.speedup) + 4}>
        measured
      </text>
    </svg>
  );
}

export function CompareScaling({ document }: { document: PageDocument }) {
  const points = scaling(document.runs);
  const columns: TableColumn[] = [
    { key: 'name', title: 'run', wide: true, value: (row) => points[row]!.name },
    { key: 'ranks', title: 'ranks', number: true, value: (row) => points[row]!.ranks },
    { key: 'time', title: 'time', unit: 'ns', number: true, hint: 'The most that was measured on one thread', value: (row) => points[row]!.timeNs, text: (value) => quantity(Number(value), 'ns') },
    { key: 'speedup', title: 'speed-up', number: true, value: (row) => points[row]!.speedup, text: (value) => `${Number(value).toFixed(2)} x` },
    { key: 'efficiency', title: 'efficiency', unit: '%', number: true, value: (row) => 100 * points[row]!.efficiency, text: (value) => Number(value).toFixed(1) },
  ];
  const varied = new Set(points.map((point) => point.ranks)).size > 1;
  return (
    <div class="scaling-view">
      <h2>Speed-up against the run with the fewest ranks</h2>
      <p class="note" role="status">{varied ? 'The same problem on more ranks. Dashed: as many times faster as there are ranks. Both axes double from mark to mark.' : 'All runs have as many ranks, so there is no curve.'}</p>
      {varied && <Chart points={points} />}
      <DataTable name="Scaling" columns={columns} rows={points.map((_, row) => row)} />
    </div>
  );
}
