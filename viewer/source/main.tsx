import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument } from './data/document.ts';
import { runOf } from './data/run.ts';
import { loadDocument } from './data/server.ts';
import { Details } from './parts/Details.tsx';
import { Help } from './parts/Help.tsx';
import { useLive } from './state/live.ts';
import { useSelection } from './state/selection.ts';
import { applyTheme, type Theme, themeOfSystem } from './state/theme.ts';
import { views } from './views/index.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

function App({ first, watches }: { first: PageDocument; watches: boolean }) {
  const { document, text: liveText } = useLive(first, watches);
  const [selection, change] = useSelection();
  const [theme, setTheme] = useState<Theme>(themeOfSystem());
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const runDocument = document.runs[selection.run] ?? document.runs[0]!;
  const metric = Math.max(0, runDocument.metrics.findIndex((candidate) => candidate.name === selection.metric));
  const run = runOf(runDocument, metric);
  const view = views.find((candidate) => candidate.id === selection.view) ?? views[0]!;
  const missing = view.missing(run, document);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    window.document.documentElement.dataset['ready'] = view.id;
  });

  // Order, and which of several things a view shows, belong to that view alone.
  const open = (id: string) => change({ view: id, sort: '', show: '' });

  useEffect(() => {
    const actions: Record<string, () => void> = {
      '?': () => setHelping(true),
      '/': () => search.current!.focus(),
      m: () => change({ metric: runDocument.metrics[(metric + 1) % runDocument.metrics.length]!.name }),
      c: () => change({ colour: selection.colour === 'heat' ? 'component' : 'heat' }, true),
      t: () => setTheme(theme === 'light' ? 'dark' : 'light'),
      Escape: () => (selection.search ? change({ search: '' }, true) : change({ timer: null, path: null, threads: [], pair: '', window: null, rows: null, cursor: null })),
    };
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || helping) {
        return;
      }
      if (isTyping(event.target)) {
        if (event.key === 'Escape' || event.key === 'Enter') {
          (event.target as HTMLElement).blur();
        }
        return;
      }
      const numbered = views[Number(event.key) - 1];
      const action = /^[1-9]$/.test(event.key) && numbered ? () => open(numbered.id) : actions[event.key];
      if (action) {
        event.preventDefault();
        action();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });

  return (
    <>
      <header>
        <h1 title={runDocument.name}>
          <span class="brand">Gantry</span> {runDocument.name}
        </h1>
        <nav aria-label="Views">
          {views.map((candidate, index) => (
            <button
              key={candidate.id}
              data-view={candidate.id}
              aria-current={candidate === view ? 'page' : undefined}
              class={candidate.missing(run, document) ? 'view-empty' : ''}
              title={`${candidate.title} (key ${index + 1})`}
              onClick={() => open(candidate.id)}
            >
              {candidate.title}
            </button>
          ))}
        </nav>
        {liveText && (
          <span class="live" role="status" data-live={liveText.startsWith('live') ? 'yes' : 'no'}>
            {liveText}
          </span>
        )}
        <div class="tools">
          {document.runs.length > 1 && (
            <select aria-label="Run" value={String(document.runs.indexOf(runDocument))} onChange={(event) => change({ run: Number(event.currentTarget.value), timer: null, path: null, threads: [], window: null, rows: null, cursor: null, show: '' })}>
              {document.runs.map((candidate, place) => (
                <option key={place} value={String(place)}>
                  {candidate.name}
                </option>
              ))}
            </select>
          )}
          {runDocument.metrics.length > 1 && (
            <select aria-label="Metric" value={runDocument.metrics[metric]!.name} onChange={(event) => change({ metric: event.currentTarget.value })}>
              {runDocument.metrics.map((candidate) => (
                <option key={candidate.name}>{candidate.name}</option>
              ))}
            </select>
          )}
          <input ref={search} type="search" placeholder="search ( / )" aria-label="Search" value={selection.search} onInput={(event) => change({ search: event.currentTarget.value }, true)} />
          <button onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')} title="Light or dark (key t)" aria-label="Light or dark">
            {theme === 'light' ? '\u263e' : '\u2600'}
          </button>
          <button onClick={() => setHelping(true)} title="Keys and views (key ?)" aria-label="Help">
            ?
          </button>
        </div>
      </header>
      <main data-view={view.id}>{missing ? <p class="empty">{missing}</p> : view.show({ run, document, selection, change })}</main>
      <Details run={run} selection={selection} change={change} />
      {helping && <Help onClose={() => setHelping(false)} />}
    </>
  );
}

const root = document.getElementById('app')!;

async function start(): Promise<void> {
  try {
    applyTheme(themeOfSystem());
    const { document: first, live } = await loadDocument(document.getElementById('data')!.textContent ?? '');
    render(<App first={first} watches={live} />, root);
  } catch (error) {
    root.textContent = (error as Error).message;
    document.documentElement.dataset['ready'] = 'failed';
  }
}

void start();
