// Runs with different numbers of ranks: how much faster more of them are, and where the efficiency is lost.

import type { PageDocument } from '../data/document.ts';
import { type Scaling, type ScalingPoint, scaled } from '../data/comparison.ts';
import { count, duration, quantity } from '../data/numbers.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';

const [width, height, left, bottom] = [520, 320, 60, 44];

function Chart({ points }: { points: ScalingPoint[] }) {
  const [base, most] = [points[0]!.ranks, points[points.length - 1]!.ranks];
  const top = Math.max(points[points.length - 1]!.ideal, ...points.map((point) => point.speedup));
  // Both axes double, so that the ideal is a straight line.
  const steps = Math.max(1, Math.ceil(Math.log2(most / base)));
  const highest = Math.max(1, Math.ceil(Math.log2(top)));
  const lowest = Math.min(0, Math.floor(Math.log2(Math.min(...points.map((point) => point.speedup)))));
  const x = (ranks: number) => left + (Math.log2(ranks / base) / steps) * (width - left - 90);
  const y = (speedup: number) => height - bottom - ((Math.log2(speedup) - lowest) / (highest - lowest)) * (height - bottom - 20);
  const last = points[points.length - 1]!;
  // Labels that would be on top of each other are moved apart.
  const near = Math.abs(y(last.ideal) - y(last.speedup)) < 14 ? (y(last.speedup) >= y(last.ideal) ? 8 : -8) : 0;
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
      {points.map(({ ranks }) => (
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
      <polyline class="scaling-ideal" points={points.map((point) => `${x(point.ranks).toFixed(1)},${y(point.ideal).toFixed(1)}`).join(' ')} />
      <text class="lane-tick scaling-end" x={x(most) + 8} y={y(last.ideal) + 4 - near}>
        ideal
      </text>
      <polyline class="scaling-line" points={points.map((point) => `${x(point.ranks).toFixed(1)},${y(point.speedup).toFixed(1)}`).join(' ')} />
      {points.map((point) => (
        <circle key={point.ranks} class="scaling-point" cx={x(point.ranks)} cy={y(point.speedup)} r="4">
          <title>{`${point.ranks} ranks, ${duration(point.elapsed)}, ${point.speedup.toFixed(2)} x`}</title>
        </circle>
      ))}
      <text class="lane-tick scaling-end" x={x(most) + 8} y={y(last.speedup) + 4 + near}>
        measured
      </text>
    </svg>
  );
}

const percent = (value: unknown) => Number(value).toFixed(1);

function Points({ scaling }: { scaling: Scaling }) {
  const { points, unit, metric } = scaling;
  const columns: TableColumn[] = [
    { key: 'ranks', title: 'ranks', number: true, value: (row) => points[row]!.ranks },
    { key: 'runs', title: 'runs', number: true, value: (row) => points[row]!.runs },
    { key: 'elapsed', title: 'elapsed', unit: 's', number: true, hint: 'Median over the runs', value: (row) => points[row]!.elapsed },
    { key: 'speedup', title: 'speed-up', number: true, value: (row) => points[row]!.speedup, text: (value) => `${Number(value).toFixed(2)} x` },
    { key: 'ideal', title: 'ideal', number: true, value: (row) => points[row]!.ideal, text: (value) => `${Number(value).toFixed(2)} x` },
    { key: 'efficiency', title: 'efficiency', unit: '%', number: true, value: (row) => 100 * points[row]!.efficiency, text: percent },
    { key: 'cost', title: `${metric} of all ranks`, unit, number: true, hint: 'Mean over the runs', value: (row) => points[row]!.cost },
    { key: 'costEfficiency', title: 'its efficiency', unit: '%', number: true, hint: 'What the regions below account for', value: (row) => 100 * points[row]!.costEfficiency, text: percent },
  ];
  return <DataTable name="Scaling" columns={columns} rows={points.map((_, row) => row)} />;
}

function Regions({ scaling }: { scaling: Scaling }) {
  const { points, regions, unit } = scaling;
  const columns: TableColumn[] = [
    { key: 'name', title: 'region', wide: true, value: (row) => regions[row]!.name },
    ...points.map((point, place): TableColumn => ({ key: `loss${point.ranks}`, title: `loss at ${point.ranks}`, unit: '%', number: true, value: (row) => 100 * regions[row]!.loss[place]!, text: percent })),
    ...points.map((point, place): TableColumn => ({ key: `cost${point.ranks}`, title: `at ${point.ranks}`, unit, number: true, value: (row) => regions[row]!.cost[place]!, text: (value) => quantity(Number(value), unit) })),
  ];
  return <DataTable name="Loss by region" columns={columns} rows={regions.map((_, row) => row)} />;
}

export function CompareScaling({ document, selection, change, metric }: { document: PageDocument; metric: string } & Pick<ViewProps, 'selection' | 'change'>) {
  const kind = selection.sort === 'weak' ? 'weak' : 'strong';
  const varied = new Set(document.runs.map((run) => run.ranks ?? 1)).size > 1;
  const [scaling, problem] = useLatest<Scaling | null>(async (signal) => (varied ? scaled(kind, metric, signal) : null), [document, kind, metric, varied]);
  if (!varied) {
    return <p class="empty">All runs have the same number of ranks. Open runs with different ones, such as gantry view n1.gantry n2.gantry n4.gantry.</p>;
  }
  if (!scaling) {
    return <p class="note">{problem || 'loading'}</p>;
  }
  return (
    <div class="scaling-view">
      <div class="controls">
        <Choice name="Scaling" value={kind} choices={[['strong', 'strong: the same work'], ['weak', 'weak: work that grows with the ranks']]} onChoose={(sort) => change({ sort: sort === 'weak' ? sort : '' })} />
      </div>
      <h2>Speed-up against the runs with the fewest ranks</h2>
      <p class="note" role="status">{`${kind === 'strong' ? 'Dashed: as many times faster as there are ranks.' : 'Dashed: as fast as with the fewest ranks.'} Both axes double from mark to mark. As gantry compare --scaling ${kind}; runs with one number of ranks are one set.`}</p>
      {scaling.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <Chart points={scaling.points} />
      <Points scaling={scaling} />
      <h2>Where efficiency is lost: the part of the values of all ranks that exceeds what the fewest ranks needed</h2>
      <Regions scaling={scaling} />
    </div>
  );
}
