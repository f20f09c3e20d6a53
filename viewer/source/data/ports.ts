// The assembly of a program that runs, with its ports and what fits them: docs/formats/assembly-ports.md.

/** A provides port. */
export interface End {
  instance: string;
  port: string;
}

interface Parameter {
  name: string;
  type: string;
  value: string;
}

interface Port {
  name: string;
  type: string;
  provides: boolean;
  /** Of a provides port. */
  parameters?: Parameter[];
  /** Of a uses port. */
  required?: boolean;
  connections?: (End & { guarded: boolean })[];
  fits?: End[];
}

export interface Assembly {
  instances: { name: string; class: string; ports: Port[] }[];
}

export const emptyAssembly: Assembly = { instances: [] };

const newestVersion = 1;

/** Nothing where a program of another version replies with something else. */
export function readAssembly(text: string): Assembly {
  try {
    const assembly = JSON.parse(text) as Assembly & { format: string; version: number };
    return assembly.format === 'gantry-assembly-ports' && assembly.version <= newestVersion ? assembly : emptyAssembly;
  } catch {
    return emptyAssembly;
  }
}

export function endText({ instance, port }: End): string {
  return `${instance} ${port}`;
}

interface UsesPort {
  key: string;
  user: string;
  port: string;
  type: string;
  fits: End[];
}

function usesPorts({ instances }: Assembly): (UsesPort & { connections: (End & { guarded: boolean })[] })[] {
  return instances.flatMap(({ name, ports }) => ports.filter(({ provides }) => !provides).map((port) => ({ key: `${name} ${port.name}`, user: name, port: port.name, type: port.type, fits: port.fits ?? [], connections: port.connections ?? [] })));
}

/** What a component measures with is connected by itself. */
const measures = 'MeasurementPort';

/** Connections whose provider can be swapped: ports with a single one. */
export function linksOf(assembly: Assembly): (UsesPort & { to: End & { guarded: boolean } })[] {
  return usesPorts(assembly)
    .filter(({ port, connections }) => port !== measures && connections.length === 1)
    .map(({ connections, ...port }) => ({ ...port, to: connections[0]! }));
}

/** Uses ports without a connection that something fits. */
export function openPortsOf(assembly: Assembly): UsesPort[] {
  return usesPorts(assembly).filter(({ port, connections, fits }) => port !== measures && connections.length === 0 && fits.length > 0);
}

/** Ports with parameters. */
export function parameterPortsOf({ instances }: Assembly): (End & { key: string; className: string; parameters: Parameter[] })[] {
  return instances.flatMap(({ name, class: className, ports }) => ports.filter(({ parameters }) => parameters).map((port) => ({ key: `${name} ${port.name}`, instance: name, port: port.name, className, parameters: port.parameters! })));
}
