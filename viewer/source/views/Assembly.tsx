// Components and their connections, or groups of timers and the calls between them.

import { Graph, layout } from '@dagrejs/dagre';
import { useMemo } from 'preact/hooks';
import { providersAt } from '../data/decisions.ts';
import { type CallEdge, type CallGraph, callGraph } from '../data/calls.ts';
import { count, duration, plural, quantity, share } from '../data/numbers.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { heat } from '../state/theme.ts';
import type { Run } from '../data/run.ts';
import type { View, ViewProps } from '../state/view.ts';
import { History } from './AssemblyHistory.tsx';
import { LearnedCosts } from './LearnedCosts.tsx';

interface Placed {
  width: number;
  height: number;
  nodes: { x: number; y: number; width: number; height: number }[];
  edges: { x: number; y: number; points: { x: number; y: number }[] }[];
}

const letterWidth = 7.2;
const nodeHeight = 46;

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

function placed(graph: CallGraph): Placed {
  const dagre = new Graph({ multigraph: false });
  dagre.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 30, edgesep: 14, marginx: 12, marginy: 12 });
  dagre.setDefaultEdgeLabel(() => ({}));
  graph.nodes.forEach((node, index) => {
    const letters = Math.max(shorten(node.name, 30).length, shorten(node.className, 30).length, 14);
    dagre.setNode(String(index), { width: letters * letterWidth + 20, height: nodeHeight });
  });
  const placeOf = new Map(graph.nodes.map((node, index) => [node.name, String(index)]));
  for (const edge of graph.edges) {
    dagre.setEdge(placeOf.get(edge.from)!, placeOf.get(edge.to)!, { width: labelOf(edge).length * 6.6 + 10, height: 14, labelpos: 'c' });
  }
  layout(dagre);
  const size = dagre.graph() as { width?: number; height?: number };
  return {
    width: Math.max(200, size.width ?? 0),
    height: Math.max(60, size.height ?? 0),
    nodes: graph.nodes.map((_, index) => dagre.node(String(index)) as Placed['nodes'][number]),
    edges: graph.edges.map((edge) => dagre.edge(placeOf.get(edge.from)!, placeOf.get(edge.to)!) as Placed['edges'][number]),
  };
}

/** A smooth line: the points but the first and the last are where it bends. */
function lineOf(points: { x: number; y: number }[]): string {
  const text = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const last = points[points.length - 1]!;
  let line = `M${text(points[0]!.x, points[0]!.y)}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [bend, next] = [points[index]!, points[index + 1]!];
    const end = index === points.length - 2 ? next : { x: (bend.x + next.x) / 2, y: (bend.y + next.y) / 2 };
    line += ` Q${text(bend.x, bend.y)} ${text(end.x, end.y)}`;
  }
  return points.length < 3 ? `${line} L${text(last.x, last.y)}` : line;
}

function labelOf(edge: CallEdge): string {
  const port = edge.ports.join(', ');
  const calls = edge.calls > 0 ? plural(edge.calls, 'call') : '';
  return [shorten(port, 24), calls].filter(Boolean).join(': ');
}

function widthOf(edge: CallEdge, mostCalls: number): number {
  return edge.calls > 0 ? 1.2 + (5 * Math.log10(edge.calls + 1)) / Math.log10(mostCalls + 1) : 1;
}

/** What its layout depends on. */
function shapeOf(graph: CallGraph): string {
  return JSON.stringify([graph.nodes.map(({ name, className }) => [name, className]), graph.edges.map((edge) => [edge.from, edge.to, labelOf(edge).length])]);
}

function Drawing({ run, graph, selection, change, serving }: ViewProps & { graph: CallGraph; serving: Set<string> }) {
  // In a program that runs, a graph is laid out anew when a number in it has another length, and not with every state.
  const places = useMemo(() => placed(graph), [shapeOf(graph)]);
  const mostCalls = Math.max(1, ...graph.edges.map((edge) => edge.calls));
  const chosen = selection.timer === null ? '' : run.document.timers.component[run.timerOf.get(selection.timer) ?? -1];
  const mostSelf = Math.max(1, ...graph.nodes.map((node) => node.self));
  return (
    <div class="graph-scroller" tabIndex={0} role="region" aria-label="Component graph">
      <svg width={places.width} height={places.height} viewBox={`0 0 ${places.width} ${places.height}`} role="group" aria-label="Components and connections">
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
            <path d="M0 0L8 4L0 8z" class="graph-arrow" />
          </marker>
        </defs>
        {graph.edges.map((edge, index) => {
          const place = places.edges[index]!;
          return (
            <path key={`${edge.from} ${edge.to}`} d={lineOf(place.points)} class={edge.calls > 0 ? 'graph-edge' : 'graph-edge graph-unmeasured'} stroke-width={widthOf(edge, mostCalls)} marker-end="url(#arrow)">
              <title>{`${edge.from} to ${edge.to}: ${edge.ports.join(', ') || 'calls'}; ${edge.calls > 0 ? `${plural(edge.calls, 'call')}, ${quantity(edge.total, run.unit)} in all` : 'no calls measured'}`}</title>
            </path>
          );
        })}
        {graph.edges.map((edge, index) => (
          <text key={`${edge.from} ${edge.to}`} x={places.edges[index]!.x} y={places.edges[index]!.y - 3 - widthOf(edge, mostCalls) / 2} class="graph-label">
            {labelOf(edge)}
          </text>
        ))}
        {graph.nodes.map((node, index) => {
          const place = places.nodes[index]!;
          const paint = heat(node.self / mostSelf);
          const text = `${node.name}${node.className ? `, class ${node.className}` : ''}: ${node.measured ? `self ${quantity(node.self, run.unit)} (${share(node.self, run.total)}), ${plural(node.calls, 'call')}` : 'not measured'}`;
          const select = () => change({ view: 'table', show: 'flat', search: node.name });
          return (
            <g
              key={node.name}
              role="button"
              tabindex={0}
              data-component={node.name}
              data-value={node.self}
              class={`graph-node ${node.measured ? '' : 'graph-unmeasured'} ${chosen === node.name ? 'graph-selected' : ''} ${serving.has(node.name) ? 'graph-serving' : ''}`}
              data-serving={serving.has(node.name) ? 'yes' : undefined}
              onClick={select}
              onKeyDown={(event) => event.key === 'Enter' && select()}
            >
              <title>{text}</title>
              <rect x={place.x - place.width / 2} y={place.y - place.height / 2} width={place.width} height={place.height} rx="4" style={node.measured ? { fill: paint.fill } : {}} />
              <text x={place.x} y={place.y - 9} style={node.measured ? { fill: paint.text } : {}} class="graph-name">
                {shorten(node.name || '(no group)', 30)}
              </text>
              <text x={place.x} y={place.y + 4} style={node.measured ? { fill: paint.text } : {}}>
                {shorten(node.className, 30)}
              </text>
              <text x={place.x} y={place.y + 18} style={node.measured ? { fill: paint.text } : {}}>
                {node.measured ? `self ${quantity(node.self, run.unit)}` : 'not measured'}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function Connections({ run, graph }: { run: Run; graph: CallGraph }) {
  const { edges } = graph;
  const columns: TableColumn[] = [
    { key: 'from', title: 'caller', value: (row) => edges[row]!.from },
    { key: 'ports', title: 'port', value: (row) => edges[row]!.ports.join(', ') },
    { key: 'to', title: 'called', value: (row) => edges[row]!.to },
    { key: 'calls', title: 'calls', number: true, value: (row) => edges[row]!.calls, text: (value) => count(Number(value)) },
    { key: 'total', title: 'total', unit: run.unit, number: true, value: (row) => edges[row]!.total },
  ];
  const rows = edges.map((_, row) => row).sort((a, b) => edges[b]!.calls - edges[a]!.calls || a - b);
  return <DataTable name="Connections" columns={columns} rows={rows} />;
}

const measurementPort = 'MeasurementPort';

/** Without what every measured component has: the connection to the component that measures. */
function withoutMeasurement(graph: CallGraph): CallGraph {
  const edges = graph.edges
    .map((edge) => ({ ...edge, ports: edge.ports.filter((port) => port !== measurementPort) }))
    .filter((edge, index) => edge.calls > 0 || edge.ports.length === graph.edges[index]!.ports.length || edge.ports.length > 0);
  const kept = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  const dropped = new Set(graph.edges.flatMap((edge) => [edge.from, edge.to]).filter((name) => !kept.has(name)));
  return { nodes: graph.nodes.filter((node) => node.measured || !dropped.has(node.name)), edges };
}

function Components(props: ViewProps) {
  const { run, selection, change, now } = props;
  const all = useMemo(() => callGraph(run), [run]);
  const graph = useMemo(() => (selection.show === 'all' ? all : withoutMeasurement(all)), [all, selection.show]);
  const hidden = all.edges.length > withoutMeasurement(all).edges.length;
  const isAssembly = run.document.assembly.instances.length > 0;
  const at = selection.at !== null && now ? now[1] : null;
  const providers = at === null ? new Map<string, string>() : providersAt(run, at);
  return (
    <>
      <p class="note" role="status">
        {isAssembly
          ? `${plural(graph.nodes.length, 'component')}, ${plural(graph.edges.reduce((sum, edge) => sum + edge.ports.length, 0), 'connection')} at the end of the run.`
          : `No assembly is recorded: ${plural(graph.nodes.length, 'group')} of timers and the calls between them.`}
        {' Line width: calls (logarithmic). Colour: self value, dark is more. Dashed: not measured.'}
      </p>
      {at !== null && (
        <p class="note" data-at={at}>
          {providers.size > 0 ? `At ${duration(at * 1e-9)}: ${[...providers].map(([port, provider]) => `${port} was connected to ${provider}`).join(', ')} (outlined).` : `At ${duration(at * 1e-9)} no port had been swapped.`}
        </p>
      )}
      {(hidden || selection.show === 'all') && (
        <div class="controls">
          <Choice name="Connections" value={selection.show === 'all' ? 'all' : ''} choices={[['', 'of the application'], ['all', 'all, of measurement too']]} onChoose={(show) => change({ show })} />
        </div>
      )}
      <Drawing {...props} graph={graph} serving={new Set(providers.values())} />
      <Connections run={run} graph={graph} />
    </>
  );
}

function Assembly(props: ViewProps) {
  const { run, selection, change } = props;
  const { changes, decisions } = run.document.views;
  const of = (table: typeof changes) => count(table.rows.length + table.leftOut);
  const choices: [string, string][] = [
    ['', 'components'],
    ...(decisions.rows.length > 0 ? ([['decisions', `decisions (${of(decisions)})`]] as [string, string][]) : []),
    ...(changes.rows.length > 0 ? ([['changes', `changes (${of(changes)})`]] as [string, string][]) : []),
    ...(decisions.rows.length > 0 ? ([['costs', 'learned costs']] as [string, string][]) : []),
  ];
  const show = selection.show === 'decisions' && decisions.rows.length === 0 ? 'changes' : selection.show;
  const picture = choices.find(([choice]) => choice === show)?.[0] ?? '';
  return (
    <div class={picture === 'costs' ? '' : 'assembly'}>
      {choices.length > 1 && <Choice name="Show" value={picture} choices={choices} onChoose={(next) => change({ show: next, sort: '' })} />}
      {picture === '' ? <Components {...props} /> : picture === 'costs' ? <LearnedCosts {...props} /> : <History {...props} />}
    </div>
  );
}

export const assembly: View = {
  id: 'assembly',
  title: 'Assembly',
  dynamic: true,
  looksAt: () => ['paths'],
  missing: (run) => (run.document.assembly.instances.length === 0 && run.document.timers.id.length === 0 ? 'The archive has neither components nor timers.' : ''),
  show: (props) => <Assembly {...props} />,
};
