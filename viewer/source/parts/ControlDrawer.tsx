// Commands for a program that runs: swap a provider, change parameters, and any other command that a page may send
// (docs/formats/http-api.md). What the server permits is decided there.

import { useEffect, useState } from 'preact/hooks';
import type { DrawerProps } from './Drawer.tsx';

interface Done {
  command: string;
  ok: boolean;
  text: string;
}

const mostKept = 50;

type Send = (command: string) => void;

/** A name may not bring a second word into a command. */
function isWord(text: string): boolean {
  return /^\S+$/.test(text);
}

/** What the assembly is now; the states of a running program have no connections. */
interface Assembly {
  /** Name and class. */
  instances: [string, string][];
  /** User, its port, provider, its port. */
  connections: [string, string, string, string][];
}

/** As the commands arena and chain show it; docs/formats/script.md. */
function assemblyOf(arena: string, chain: string): Assembly {
  const connections = [...chain.matchAll(/^(\S+) (\S+) -> (\S+) (\S+)/gm)].map((found) => found.slice(1, 5) as [string, string, string, string]);
  // What a component measures with is connected by itself.
  return { instances: [...arena.matchAll(/^(\S+) (\S+)$/gm)].map((found) => [found[1]!, found[2]!]), connections: connections.filter(([, port]) => port !== 'MeasurementPort') };
}

function Swap({ assembly: { connections, instances }, send }: { assembly: Assembly; send: Send }) {
  const [chosen, choose] = useState(0);
  const [provider, setProvider] = useState('');
  const [port, setPort] = useState<string | null>(null);
  const place = Math.min(chosen, connections.length - 1);
  const connection = connections[place];
  if (!connection) {
    return <p class="note">The assembly has no connection that could be changed.</p>;
  }
  const [user, usesPort, now, providesPort] = connection;
  const isUser = (name: string) => connections.some(([one]) => one === name);
  // Those that call nothing first: they are what is usually swapped.
  const others = instances
    .filter(([name, className]) => name !== now && name !== user && !className.startsWith('performance.'))
    .map(([name]) => name)
    .sort((a, b) => Number(isUser(a)) - Number(isUser(b)));
  const next = others.includes(provider) ? provider : (others[0] ?? '');
  const nextPort = port ?? providesPort;
  return (
    <form
      class="control-form"
      aria-label="Swap a provider"
      onSubmit={(event) => {
        event.preventDefault();
        send(`swap ${user} ${usesPort} ${next} ${nextPort}`);
      }}
    >
      <h3>Swap a provider</h3>
      <label>
        Connection
        <select
          value={String(place)}
          onChange={(event) => {
            choose(Number(event.currentTarget.value));
            setPort(null);
          }}
        >
          {connections.map(([from, uses, to], index) => (
            <option key={index} value={String(index)}>{`${from} ${uses}: ${to}`}</option>
          ))}
        </select>
      </label>
      <label>
        New provider
        <select value={next} onChange={(event) => setProvider(event.currentTarget.value)}>
          {others.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Its port
        <input type="text" value={nextPort} onInput={(event) => setPort(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!next || !isWord(nextPort)}>
        Swap
      </button>
    </form>
  );
}

/** Parameters of the component that measures, by what they are for; docs/guide/settings.md. */
const measurement: [string, string, string][] = [
  ['disabledGroups', 'groups that are off', 'such as MPI,solver*'],
  ['metrics', 'metrics', 'such as wall,cpu'],
  ['throttle', 'throttling', 'such as 100000:10us'],
  ['active', 'backends of a multiplexer', 'such as backend2'],
];

function Parameters({ assembly: { instances }, send }: { assembly: Assembly; send: Send }) {
  const measuring = instances.find(([, className]) => className.startsWith('performance.'))?.[0];
  const [chosen, setInstance] = useState('');
  const instance = instances.some(([name]) => name === chosen) ? chosen : (measuring ?? instances[0]?.[0] ?? '');
  const [port, setPort] = useState('configuration');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const command = `parameters ${instance} ${port}${name ? ` ${name}` : ''}${name && value ? ` set ${value}` : ''}`;
  return (
    <form
      class="control-form"
      aria-label="Parameters"
      onSubmit={(event) => {
        event.preventDefault();
        send(command);
      }}
    >
      <h3>Parameters</h3>
      <label>
        Component
        <select value={instance} onChange={(event) => setInstance(event.currentTarget.value)}>
          {instances.map(([one, className]) => (
            <option key={one} value={one}>{`${one} ${className}`}</option>
          ))}
        </select>
      </label>
      <label>
        Port
        <input type="text" value={port} onInput={(event) => setPort(event.currentTarget.value)} />
      </label>
      <label>
        Parameter
        <input type="text" list="control-parameters" value={name} placeholder="all" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <datalist id="control-parameters">{instance === measuring && measurement.map(([key, title]) => <option key={key} value={key}>{title}</option>)}</datalist>
      <label>
        New value
        <input type="text" value={value} placeholder={measurement.find(([key]) => key === name)?.[2] ?? 'none: show it'} onInput={(event) => setValue(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!isWord(port) || (name !== '' && !isWord(name))}>
        {name && value ? 'Set' : 'Show'}
      </button>
    </form>
  );
}

function Log({ done }: { done: Done[] }) {
  return (
    <ol class="control-log" aria-live="polite" aria-label="Replies">
      {done.map(({ command, ok, text }, place) => (
        <li key={place} data-ok={ok ? 'yes' : 'no'}>
          <code>{command}</code>
          <pre>{text || (ok ? 'done' : 'failed')}</pre>
        </li>
      ))}
    </ol>
  );
}

export function ControlDrawer({ control }: DrawerProps) {
  const [done, setDone] = useState<Done[]>([]);
  const [waits, setWaits] = useState(0);
  const [line, setLine] = useState('');
  const [assembly, setAssembly] = useState<Assembly>({ instances: [], connections: [] });
  const look = async () => {
    if (control) {
      const [arena, chain] = await Promise.all([control('arena'), control('chain')]);
      if (arena.ok && chain.ok) {
        setAssembly(assemblyOf(arena.output, chain.output));
      }
    }
  };
  // What another client or the program itself changes is seen when it is opened again.
  useEffect(() => void look(), [control !== null]);
  if (!control) {
    return <p class="empty">Commands are carried out for a program that runs, if the server permits them: gantry run --serve --allow-control, or gantry serve --allow-control SOCKET PID.</p>;
  }
  const send = (command: string) => {
    setWaits((now) => now + 1);
    void control(command).then(async ({ ok, output, error }) => {
      await look();
      setWaits((now) => now - 1);
      setDone((before) => [{ command, ok, text: ok ? output.trimEnd() : error }, ...before].slice(0, mostKept));
    });
  };
  return (
    // Enter sends a form; elsewhere it leaves a field.
    <div class="control" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
      <p class="note" role="status">
        {waits > 0 ? `Waiting for ${waits === 1 ? 'a reply' : `${waits} replies`}` : 'What is sent here changes the program that runs.'}
      </p>
      <Swap assembly={assembly} send={send} />
      <Parameters assembly={assembly} send={send} />
      <form
        class="control-form"
        aria-label="Command"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim()) {
            send(line.trim());
            setLine('');
          }
        }}
      >
        <h3>Any command</h3>
        <label>
          Command
          <input type="text" value={line} placeholder="such as chain, or help" onInput={(event) => setLine(event.currentTarget.value)} />
        </label>
        <button type="submit">Send</button>
      </form>
      <Log done={done} />
    </div>
  );
}
