// Commands for a program that runs: swap a provider, change parameters, and any other command that a page may send
// (docs/formats/http-api.md). What the server permits is decided there.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Assembly, emptyAssembly, endText, linksOf, openPortsOf, parameterPortsOf, readAssembly } from '../data/ports.ts';
import type { DrawerProps } from './Drawer.tsx';

interface Done {
  command: string;
  ok: boolean;
  text: string;
}

const mostKept = 50;

type Send = (command: string) => void;

/** Several connections of ports that can be swapped, and where they can lead. */
function Swap({ assembly, send }: { assembly: Assembly; send: Send }) {
  const [chosen, choose] = useState('');
  const [wanted, want] = useState('');
  const links = linksOf(assembly);
  const link = links.find((one) => one.key === chosen) ?? links[0];
  if (!link) {
    return <p class="note">The assembly has no connection that could be changed.</p>;
  }
  const others = link.fits.filter((end) => endText(end) !== endText(link.to));
  const next = others.find((end) => endText(end) === wanted) ?? others[0];
  return (
    <form
      class="control-form"
      aria-label="Swap a provider"
      onSubmit={(event) => {
        event.preventDefault();
        if (next) {
          send(`swap ${link.user} ${link.port} ${next.instance} ${next.port}`);
        }
      }}
    >
      <h3>Swap a provider</h3>
      <label>
        Connection
        <select value={link.key} onChange={(event) => choose(event.currentTarget.value)}>
          {links.map((one) => (
            <option key={one.key} value={one.key}>{`${one.user} ${one.port}: ${one.to.instance}`}</option>
          ))}
        </select>
      </label>
      <label>
        New provider
        <select value={next ? endText(next) : ''} disabled={!next} onChange={(event) => want(event.currentTarget.value)}>
          {others.map((end) => (
            <option key={endText(end)} value={endText(end)}>{`${end.instance} ${end.port}`}</option>
          ))}
        </select>
      </label>
      <p class="note">{`${link.type}${next ? '' : ': no other component provides it'}${link.to.guarded ? '' : '; the connection is not guarded, so it can only be swapped while no call uses it'}`}</p>
      <button type="submit" disabled={!next}>
        Swap
      </button>
    </form>
  );
}

/** Ports that may have a connection more. */
function Connect({ assembly, send }: { assembly: Assembly; send: Send }) {
  const [chosen, choose] = useState('');
  const [wanted, want] = useState('');
  const ports = openPortsOf(assembly);
  const port = ports.find((one) => one.key === chosen) ?? ports[0];
  if (!port) {
    return null;
  }
  const next = port.fits.find((end) => endText(end) === wanted) ?? port.fits[0]!;
  return (
    <form
      class="control-form"
      aria-label="Connect a port"
      onSubmit={(event) => {
        event.preventDefault();
        send(`connect ${port.user} ${port.port} ${next.instance} ${next.port}`);
      }}
    >
      <h3>Connect a port</h3>
      <label>
        Port
        <select value={port.key} onChange={(event) => choose(event.currentTarget.value)}>
          {ports.map((one) => (
            <option key={one.key} value={one.key}>{`${one.user} ${one.port}`}</option>
          ))}
        </select>
      </label>
      <label>
        Provider
        <select value={endText(next)} onChange={(event) => want(event.currentTarget.value)}>
          {port.fits.map((end) => (
            <option key={endText(end)} value={endText(end)}>{`${end.instance} ${end.port}`}</option>
          ))}
        </select>
      </label>
      <p class="note">{port.type}</p>
      <button type="submit">Connect</button>
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

function Parameters({ assembly, send }: { assembly: Assembly; send: Send }) {
  const ports = parameterPortsOf(assembly);
  const [chosen, choose] = useState('');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const port = ports.find((one) => one.key === chosen) ?? ports.find((one) => one.className.startsWith('performance.')) ?? ports[0];
  if (!port) {
    return <p class="note">No component of the assembly has parameters.</p>;
  }
  const own = port.parameters.find((one) => one.name === name);
  const known = measurement.find(([key]) => key === own?.name);
  const command = `parameters ${port.instance} ${port.port}${own ? ` ${own.name}` : ''}${own && value ? ` set ${value}` : ''}`;
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
        Component and port
        <select
          value={port.key}
          onChange={(event) => {
            choose(event.currentTarget.value);
            setName('');
          }}
        >
          {ports.map((one) => (
            <option key={one.key} value={one.key}>{`${one.instance} ${one.port}`}</option>
          ))}
        </select>
      </label>
      <label>
        Parameter
        <select value={own?.name ?? ''} onChange={(event) => setName(event.currentTarget.value)}>
          <option value="">all</option>
          {port.parameters.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      {own && (
        <label>
          New value
          <input type="text" value={value} placeholder={known?.[2] ?? 'none: show it'} onInput={(event) => setValue(event.currentTarget.value)} />
        </label>
      )}
      <p class="note">{own ? `${known && known[1] !== own.name ? `${known[1]}, ` : ''}${own.type}, now ${own.value || 'empty'}` : port.className}</p>
      <button type="submit">{own && value ? 'Set' : 'Show'}</button>
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

/** How long after a reply the program is asked again: it replies between its calls. */
const pauseMs = 2000;

/** The assembly of the program, as this page and others change it; look(): asks for it now. */
function useAssembly(control: DrawerProps['control']): { assembly: Assembly; look: () => Promise<void> } {
  const [text, setText] = useState('');
  const look = async () => {
    const ports = await control?.('display ports');
    if (ports?.ok) {
      // The same text draws nothing.
      setText(ports.output);
    }
  };
  useEffect(() => {
    let [timer, ended] = [0, false];
    const follow = async () => {
      if (!document.hidden) {
        await look();
      }
      if (!ended) {
        timer = window.setTimeout(() => void follow(), pauseMs);
      }
    };
    void follow();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [control !== null]);
  const assembly = useMemo(() => (text ? readAssembly(text) : emptyAssembly), [text]);
  return { assembly, look };
}

export function ControlDrawer({ control }: DrawerProps) {
  const [done, setDone] = useState<Done[]>([]);
  const [waits, setWaits] = useState(0);
  const [line, setLine] = useState('');
  const { assembly, look } = useAssembly(control);
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
      <Connect assembly={assembly} send={send} />
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
