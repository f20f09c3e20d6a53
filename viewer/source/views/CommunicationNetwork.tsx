// Ranks as nodes of a network, and what goes between them as arrows.

import { useMemo } from 'preact/hooks';
import { bytes, count, plural, quantity } from '../data/numbers.ts';
import { layoutOf, linksCrossed, type Pair, topologies, type Topology } from '../data/traffic.ts';
import { Choice } from '../parts/Choice.tsx';
import type { ViewProps } from '../state/view.ts';

const width = 620;
const height = 440;
const margin = 34;
const mostNodes = 128;
const nodeRadius = 14;
const labelDistance = 20;

function topologyOf(show: string): Topology {
  return topologies.find((one) => show === `network.${one}`) ?? 'auto';
}

/** From edge to edge of the nodes, bent to the right so that both directions can be seen. */
function curve([x1, y1]: [number, number], [x2, y2]: [number, number]): { line: string; middle: [number, number] } {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const distance = Math.max(1, Math.hypot(dx, dy));
  const bend = Math.min(26, distance * 0.16);
  const middle: [number, number] = [(x1 + x2) / 2 - (dy / distance) * bend, (y1 + y2) / 2 + (dx / distance) * bend];
  const towards = (x: number, y: number): [number, number] => {
    const size = Math.max(1, Math.hypot(middle[0] - x, middle[1] - y));
    return [x + ((middle[0] - x) / size) * (nodeRadius + 1), y + ((middle[1] - y) / size) * (nodeRadius + 1)];
  };
  const [from, to] = [towards(x1, y1), towards(x2, y2)];
  const text = (point: [number, number]) => `${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
  // The middle of the curve lies halfway between its chord and its control point.
  // A label is beside the curve, on its outer side.
  return { line: `M${text(from)}Q${text(middle)} ${text(to)}`, middle: [(x1 + x2) / 4 + middle[0] / 2 - (dy / distance) * labelDistance, (y1 + y2) / 4 + middle[1] / 2 + (dx / distance) * labelDistance] };
}

export function Network({ pairs, ranks, where, selection, change, layoutPairs }: ViewProps & { pairs: Pair[]; layoutPairs: Pair[]; ranks: number; where: string }) {
  const topology = topologyOf(selection.show);
  const shownRanks = Math.min(ranks, mostNodes);
  // Nodes stay where they are while the run is played.
  const layout = useMemo(() => layoutOf(topology, shownRanks, layoutPairs), [topology, shownRanks, layoutPairs]);
  const at = (rank: number): [number, number] => [margin + layout.places[rank]![0] * (width - 2 * margin), margin + layout.places[rank]![1] * (height - 2 * margin)];
  const shown = pairs.filter((pair): pair is Pair & { from: number; to: number } => pair.from !== 'others' && pair.to !== 'others' && pair.from < shownRanks && pair.to < shownRanks && pair.from !== pair.to);
  const most = Math.max(1, ...shown.map((pair) => pair.bytes));
  const labels = shown.length <= 24;
  const all = shown.reduce((sum, pair) => sum + pair.messages, 0);
  const crossed = useMemo(() => linksCrossed(layout, shown), [layout, pairs]);
  return (
    <section>
      <h2>Ranks and what goes between them</h2>
      <Choice name="Layout" value={topology} choices={topologies.map((one) => [one, one === 'auto' ? 'by messages' : one])} onChoose={(one) => change({ show: `network.${one}` })} />
      <p class="note" role="status" data-messages={all}>
        {`${where}: ${plural(all, 'message')} between ${plural(shown.length, 'pair')}; width of an arrow: bytes, up to ${quantity(most, 'B')}.${ranks > shownRanks ? ` The first ${shownRanks} of ${count(ranks)} ranks.` : ''}${topology !== 'auto' ? ' Thin lines: the connections of the layout.' : ''}`}
        {crossed && <span data-links-mean={crossed.mean} data-links-most={crossed.most}>{` A message crosses ${crossed.mean.toFixed(2)} of them in the mean, ${crossed.most} at most.`}</span>}
      </p>
      <div class="graph-scroller" tabIndex={0} role="region" aria-label="Network of ranks">
        <svg class="network" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Ranks and messages">
          <defs>
            <marker id="network-arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
              <path d="M0 0L8 4L0 8z" class="graph-arrow" />
            </marker>
          </defs>
          {topology === 'bus' && <line class="network-link" x1={margin} x2={width - margin} y1={height / 2} y2={height / 2} />}
          {topology === 'bus' && layout.places.map((_, rank) => <line key={rank} class="network-link" x1={at(rank)[0]} x2={at(rank)[0]} y1={at(rank)[1]} y2={height / 2} />)}
          {layout.links.map(([a, b]) => (
            <line key={`${a}-${b}`} class="network-link" x1={at(a)[0]} y1={at(a)[1]} x2={at(b)[0]} y2={at(b)[1]} />
          ))}
          {shown.map((pair) => {
            const name = `${pair.from}-${pair.to}`;
            const { line, middle } = curve(at(pair.from), at(pair.to));
            const text = `${pair.from} to ${pair.to}: ${plural(pair.messages, 'message')}, ${count(pair.bytes)} B`;
            return (
              <g key={name} role="img" aria-label={text} data-pair={name} data-messages={pair.messages} data-bytes={pair.bytes} class={selection.pair === name ? 'network-selected' : ''} onClick={() => change({ pair: selection.pair === name ? '' : name })}>
                <title>{text}</title>
                <path class="network-edge" d={line} stroke-width={1 + (5 * pair.bytes) / most} marker-end="url(#network-arrow)" />
                {labels && (
                  <text class="graph-label" x={middle[0]} y={middle[1] + 4}>
                    {bytes(pair.bytes)}
                  </text>
                )}
              </g>
            );
          })}
          {layout.places.map((_, rank) => (
            <g key={rank}>
              <circle class="network-node" cx={at(rank)[0]} cy={at(rank)[1]} r={nodeRadius} />
              <text class="network-rank" x={at(rank)[0]} y={at(rank)[1] + 4}>
                {rank}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </section>
  );
}
