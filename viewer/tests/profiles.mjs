// Profiles to look at, as the documents of docs/formats/profile.md. No random numbers, no clocks.

function event(name, count, size) {
  return { name, path: '', count, min: size, max: size, mean: size, sumSquares: count * size * size, m2: 0, standardDeviation: 0 };
}

function stats(values) {
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = sum / values.length;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const standardDeviation = Math.sqrt(values.reduce((all, value) => all + (value - mean) ** 2, 0) / values.length);
  return { min, max, mean, standardDeviation, sum, minRank: values.indexOf(min), maxRank: values.indexOf(max) };
}

/** How often each node calls others. */
function childCallsOf(nodes) {
  const calls = new Array(nodes.length).fill(0);
  for (const [, parent, own] of nodes) {
    if (parent >= 0) {
      calls[parent] += own;
    }
  }
  return calls;
}

function profile(timers, threads, rest = {}) {
  const childCalls = threads.map(childCallsOf);
  return {
    format: 'gantry-profile',
    version: 2,
    created: '2026-01-31T12:00:00Z',
    timeNs: 5_000_000_000,
    machine: { host: 'node1', cpuModel: 'AMD EPYC', cores: 8, os: 'Linux', clockSource: 'tsc' },
    metrics: [
      { name: 'wall', unit: 'ns', source: 'scripted' },
      { name: 'cpu', unit: 'ns', source: 'scripted' },
    ],
    assembly: { instances: [], connections: [] },
    context: [],
    timers: timers.map(([name, group, type = ''], id) => ({ id, name, type, group, kind: 'timer' })),
    threads: threads.map((nodes, id) => ({
      id,
      name: `t${id}`,
      ended: true,
      cpuNs: 1_000_000,
      nodes: nodes.map(([timer, parent, calls, wall, cpu], place) => ({
        timer,
        parent,
        calls,
        childCalls: childCalls[id][place],
        inclusive: [wall, cpu],
        running: false,
      })),
    })),
    events: [],
    misuse: [],
    ...rest,
  };
}

/** Four ranks: main calls solve and MPI_Send; rank 3 is the slowest. */
export function ofRanks() {
  const solve = [400_000_000, 500_000_000, 600_000_000, 900_000_000];
  const threads = solve.map((wall) => [
    [0, -1, 1, 1_000_000_000, 800_000_000],
    [1, 0, 12, wall, wall / 2],
    [2, 0, 30, 1_000_000_000 - wall - 50_000_000, 1000],
  ]);
  const timers = [['main', 'program'], ['heat::solve', 'heat', 'demo::Heat'], ['MPI_Send', 'MPI', 'point-to-point']];
  const events = [];
  for (let from = 0; from < 4; from += 1) {
    events.push(event(`MPI message ${from} -> ${(from + 1) % 4}, 4096+ B, MPI_COMM_WORLD`, 10 + from, 8000));
  }
  events.push(event('MPI message 0 -> 2, 64+ B, MPI_COMM_WORLD', 3, 100), event('MPI collective 0 -> 3, 8 B, MPI_COMM_WORLD', 7, 8));
  const exclusive = [[50_000_000, 50_000_000, 50_000_000, 50_000_000], solve, solve.map((wall) => 950_000_000 - wall)];
  const inclusive = [[1e9, 1e9, 1e9, 1e9], exclusive[1], exclusive[2]];
  const records = timers.map(([name, group, type = ''], id) => ({
    id, name, type, group, kind: 'timer', ranks: 4,
    calls: stats([[1, 1, 1, 1], [12, 12, 12, 12], [30, 30, 30, 30]][id]),
    inclusive: [stats(inclusive[id]), stats([1, 1, 1, 1])],
    exclusive: [stats(exclusive[id]), stats([1, 1, 1, 1])],
  }));
  return profile(timers, threads, { events, partial: 'rank 2: the program was killed', ranks: { size: 4, timers: records } });
}

/** main: the phase step with solve, and in it the phase output with write; write in no phase, too. */
export function ofPhases() {
  const result = profile(
    [['main', 'program'], ['step', 'program'], ['solve', 'heat'], ['output', 'program'], ['write', 'files']],
    [[
      [0, -1, 1, 1_000_000, 900_000],
      [1, 0, 10, 800_000, 700_000],
      [2, 1, 40, 500_000, 450_000],
      [3, 1, 5, 200_000, 100_000],
      [4, 3, 5, 150_000, 90_000],
      [4, 0, 1, 50_000, 40_000],
    ]],
  );
  for (const id of [1, 3]) {
    result.timers[id].kind = 'phase';
  }
  return result;
}

/** Names that would do harm if they were taken as HTML or script. */
export const evilNames = [
  '<img src=x onerror="document.documentElement.dataset.harmed=1">',
  '</script><script>document.documentElement.dataset.harmed=1</script>',
  '"><svg onload=alert(1)>',
  '<!--<script>',
  '\u2028\u202e&lt;b&gt;',
  '__proto__',
  "javascript:alert('1')",
];

export function evil() {
  const timers = evilNames.map((name) => [`${name}::${name}`, name, name]);
  const nodes = evilNames.map((_, place) => [place, place - 1, 1, 1000 - 100 * place, 1]);
  const result = profile(timers, [nodes, nodes], {
    partial: evilNames.join(' '),
    context: evilNames.map((name) => ({ key: name, value: name })),
    events: [event(evilNames[0], 1, 1), event(`MPI message 0 -> 1, 1 B, ${evilNames[0]}`, 1, 1)],
    assembly: {
      instances: evilNames.map((name) => ({ name, class: name })),
      connections: [{ user: evilNames[0], usesPort: evilNames[1], provider: evilNames[2], providesPort: evilNames[0] }],
    },
  });
  result.threads[0].name = evilNames[0];
  result.machine.host = evilNames[1];
  result.metrics[0].source = evilNames[0];
  return result;
}

/** A tree of so many call paths on two threads. */
export function ofPaths(count) {
  const timers = Array.from({ length: count }, (_, id) => [`component${id % 37}::method${id}`, `component${id % 37}`, 'demo::Class']);
  const values = new Array(count).fill(0);
  for (let id = count - 1; id >= 0; id -= 1) {
    values[id] += 1000 + ((id * 7919) % 5000);
    if (id > 0) {
      values[Math.floor((id - 1) / 3)] += values[id];
    }
  }
  const nodes = timers.map((_, id) => [id, id === 0 ? -1 : Math.floor((id - 1) / 3), 1 + (id % 90), values[id], values[id]]);
  return profile(timers, [nodes, nodes]);
}

export function empty() {
  return profile([], []);
}

/** So many timers with names of their own below main. */
export function ofNames(count) {
  const timers = [['main', 'program'], ...Array.from({ length: count - 1 }, (_, id) => [`part ${id % 1000}::method ${id + 1}`, `part ${id % 1000}`])];
  const nodes = timers.map((_, id) => (id === 0 ? [0, -1, 1, 2 * count * 1000, 0] : [id, 0, 1 + (id % 7), 1000 + (id % 997), 0]));
  return profile(timers, [nodes]);
}
