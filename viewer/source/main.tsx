import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument } from './data/document.ts';
import { spanOf } from './data/history.ts';
import { type Run, runOf } from './data/run.ts';
import { loadDocument } from './data/server.ts';
import { type Span, wholeOf } from './data/window.ts';
import { Details } from './parts/Details.tsx';
import { Drawer } from './parts/Drawer.tsx';
import { Help } from './parts/Help.tsx';
import { Palette } from './parts/Palette.tsx';
import { copyTable, saveAs, tell } from './parts/PaneHead.tsx';
import { Panes, splitView } from './parts/Panes.tsx';
import { PlaybackBar } from './parts/PlaybackBar.tsx';
import { Project, type ProjectFile, projectOf, readProject } from './parts/Project.tsx';
import { copyText } from './parts/share.ts';
import { commandsOf, type Doings, keyOfView } from './state/commands.ts';
import { useLive } from './state/live.ts';
import { partsOf } from './state/looksAt.ts';
import { usePlayback } from './state/playback.ts';
import { type Change, nothingSelected, rates, restoreLayout, type Selection, useSelection } from './state/selection.ts';
import { applyTheme, type Theme, themeOfSystem } from './state/theme.ts';
import { views } from './views/index.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** What can be played: the trace, or else the time in which something was changed or decided. */
function playedSpan(run: Run): Span | null {
  const { timeline, views: tables } = run.document;
  return timeline && timeline.rows.length > 0 ? wholeOf(timeline) : tables.changes.rows.length + tables.decisions.rows.length > 0 ? spanOf(run) : null;
}

function Tools({ document, run, selection, change, theme, does, search }: { document: PageDocument; run: Run; selection: Selection; change: Change; theme: Theme; does: Doings & { palette: () => void; playback: (() => void) | null }; search: { current: HTMLInputElement | null } }) {
  const { metrics } = run.document;
  return (
    <div class="tools">
      {document.runs.length > 1 && (
        <select aria-label="Run" value={String(document.runs.indexOf(run.document))} onChange={(event) => change({ ...nothingSelected, run: Number(event.currentTarget.value), show: '' })}>
          {document.runs.map((candidate, place) => (
            <option key={place} value={String(place)}>
              {candidate.name}
            </option>
          ))}
        </select>
      )}
      {metrics.length > 1 && (
        <select aria-label="Metric" value={metrics[run.metric]!.name} onChange={(event) => change({ metric: event.currentTarget.value })}>
          {metrics.map((candidate) => (
            <option key={candidate.name}>{candidate.name}</option>
          ))}
        </select>
      )}
      <input ref={search} type="search" placeholder="search ( / )" aria-label="Search" value={selection.search} onInput={(event) => change({ search: event.currentTarget.value }, true)} />
      {does.playback && (
        <button onClick={does.playback} title="Play the run: all views of time move along (key p)" aria-label="Playback">
          {'\u25b6'}
        </button>
      )}
      <button onClick={() => change({ drawer: selection.drawer ? '' : 'details' }, true)} aria-pressed={selection.drawer !== ''} title="Details, events, source; control of a program that runs (keys d, e, o, l)">
        Drawer
      </button>
      <button onClick={does.copyLink} title="Copy the link to what is seen (key y)">
        Link
      </button>
      <button onClick={does.palette} title="All commands (Ctrl + K)" aria-label="Commands">
        {'\u2318'}
      </button>
      <button onClick={does.toggleTheme} title="Light or dark (key t)" aria-label="Light or dark">
        {theme === 'light' ? '\u263e' : '\u2600'}
      </button>
      <button onClick={does.help} title="Keys and views (key ?)" aria-label="Help">
        ?
      </button>
    </div>
  );
}

function App({ first, watches, opened, saves }: { first: PageDocument; watches: boolean; opened: ProjectFile | undefined; saves: boolean }) {
  const [selection, change] = useSelection();
  const { document, text: liveText, control } = useLive(first, watches, selection.rate, partsOf(selection, views));
  const [theme, setTheme] = useState<Theme>(themeOfSystem);
  const [dialog, setDialog] = useState<'' | 'help' | 'palette' | 'project'>('');
  const [project, setProject] = useState<ProjectFile>(() => opened ?? projectOf(first));
  const [said, setSaid] = useState('');
  const [barIsOpen, setBar] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const runDocument = document.runs[selection.run] ?? document.runs[0]!;
  const metric = Math.max(0, runDocument.metrics.findIndex((candidate) => candidate.name === selection.metric));
  const run = runOf(runDocument, metric);
  const view = views.find((candidate) => candidate.id === selection.view) ?? views[0]!;
  const whole = playedSpan(run);
  const playback = usePlayback(whole, selection, change);
  const moves = playback.state === 'PLAYING' || playback.state === 'FF';
  const seen = moves ? { ...selection, at: playback.at } : selection;
  const now = playback.frame ?? selection.window;
  const hasBar = whole !== null && (barIsOpen || playback.state !== 'START');
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    window.document.documentElement.dataset['ready'] = view.id;
  });
  useEffect(() => {
    const timer = setTimeout(() => setSaid(''), 6000);
    return () => clearTimeout(timer);
  }, [said]);

  // Order, and which of several things a view shows, belong to that view alone.
  const open = (id: string) => change({ view: id, sort: '', show: '' });
  const body = () => window.document.querySelector('[data-pane="0"] .pane-body')!;
  // A dialog reports its end a little later, when another one may be open.
  const closes = (name: typeof dialog) => () => setDialog((open) => (open === name ? '' : open));
  const toggleDrawer = (name: Selection['drawer']) => change({ drawer: selection.drawer === name ? '' : name }, true);
  const does: Doings = {
    open,
    split: () => splitView(selection, change),
    toggleTheme: () => setTheme(theme === 'light' ? 'dark' : 'light'),
    help: () => setDialog('help'),
    copyLink: () => tell(setSaid, copyText(location.href).then(() => 'Copied the link')),
    copyTable: () => tell(setSaid, copyTable(body())),
    save: (ending) => tell(setSaid, saveAs(ending, body(), runDocument.name, view.id)),
    play: () => {
      setBar(true);
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      return moves ? playback.pause() : still ? undefined : playback.play();
    },
    step: playback.step,
    fastForward: playback.fastForward,
    reset: playback.reset,
    project: () => setDialog('project'),
  };

  // At once with each drawing: keys that follow each other quickly must meet the newest selection.
  useLayoutEffect(() => {
    const escape = () => {
      if (selection.drawer) {
        change({ drawer: '' }, true);
      } else if (selection.search) {
        change({ search: '' }, true);
      } else {
        change(nothingSelected);
      }
    };
    const actions: Record<string, () => void> = {
      '?': does.help,
      '/': () => search.current!.focus(),
      m: () => change({ metric: runDocument.metrics[(metric + 1) % runDocument.metrics.length]!.name }),
      c: () => change({ colour: selection.colour === 'heat' ? 'component' : 'heat' }, true),
      t: does.toggleTheme,
      v: does.split,
      x: () => selection.panes.length > 0 && change({ panes: selection.panes.slice(0, -1) }),
      d: () => toggleDrawer('details'),
      e: () => toggleDrawer('events'),
      o: () => toggleDrawer('source'),
      ...(control ? { l: () => toggleDrawer('control') } : {}),
      y: does.copyLink,
      Escape: escape,
      ...(whole ? { p: does.play, '[': () => does.step(-1), ']': () => does.step(1), '}': does.fastForward, '{': does.reset } : {}),
    };
    const listen = (event: KeyboardEvent) => {
      // Not by the state, which follows a dialog that closes a little later.
      if (window.document.querySelector('dialog[open]')) {
        return;
      }
      if (event.ctrlKey && (event.key === 'k' || (event.shiftKey && event.key.toLowerCase() === 'p'))) {
        event.preventDefault();
        setDialog('palette');
        return;
      }
      // AltGr, with which some keyboards type brackets, counts as both.
      if ((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')) {
        return;
      }
      if (isTyping(event.target)) {
        if (event.key === 'Escape' || event.key === 'Enter') {
          (event.target as HTMLElement).blur();
        }
        return;
      }
      const numbered = views.find((_, place) => keyOfView(place) === event.key);
      const action = numbered ? () => open(numbered.id) : actions[event.key];
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
          <span class="brand">Gantry</span> {document.runs.length > 1 ? '' : runDocument.name}
        </h1>
        <nav aria-label="Views">
          {views.map((candidate, index) => (
            <button key={candidate.id} data-view={candidate.id} aria-current={candidate === view ? 'page' : undefined} class={candidate.missing(run, document) ? 'view-empty' : ''} title={keyOfView(index) ? `${candidate.title} (key ${keyOfView(index)})` : candidate.title} onClick={() => open(candidate.id)}>
              {candidate.title}
            </button>
          ))}
        </nav>
        {liveText && (
          <span class="live" role="status" data-live={liveText.startsWith('live') ? 'yes' : 'no'}>
            {liveText}
          </span>
        )}
        {liveText.startsWith('live') && (
          <select aria-label="Updates in a second" title="How often the page is updated" value={String(selection.rate)} onChange={(event) => change({ rate: Number(event.currentTarget.value) }, true)}>
            {rates.map((rate) => (
              <option key={rate} value={String(rate)}>
                {rate < 1 ? `every ${1 / rate} s` : `${rate} / s`}
              </option>
            ))}
          </select>
        )}
        <Tools document={document} run={run} selection={selection} change={change} theme={theme} does={{ ...does, palette: () => setDialog('palette'), playback: whole ? () => setBar(!barIsOpen) : null }} search={search} />
      </header>
      <div class="middle">
        <main data-view={view.id}>
          <Panes run={run} document={document} selection={seen} change={change} now={now} views={views} say={setSaid} />
        </main>
        <Drawer run={run} selection={seen} change={change} now={now} control={control} />
      </div>
      {hasBar && <PlaybackBar playback={playback} whole={whole} onClose={() => (playback.reset(), setBar(false))} />}
      <Details run={run} selection={selection} change={change} />
      <p class="said" role="status" aria-live="polite">
        {said}
      </p>
      {dialog === 'help' && <Help onClose={closes('help')} />}
      {dialog === 'palette' && <Palette commands={commandsOf(run, views, selection, change, does, control !== null)} onClose={closes('palette')} />}
      {dialog === 'project' && <Project document={document} project={project} saves={saves} onChange={setProject} onClose={closes('project')} say={setSaid} />}
    </>
  );
}

const root = document.getElementById('app')!;

/** What is soon done is not worth a picture. */
const progressFromMs = 400;
const began = performance.now();

/** Text outside of the page proper, which is not there yet. */
function showProgress(what: string, part: number | null): void {
  if (performance.now() - began < progressFromMs) {
    return;
  }
  render(
    <div class="loading" role="status">
      <p>{what}</p>
      <progress aria-label="Progress" {...(part === null ? {} : { value: part })} />
    </div>,
    root,
  );
}

async function start(): Promise<void> {
  try {
    applyTheme(themeOfSystem());
    restoreLayout();
    const { document: first, live, project, saves } = await loadDocument(document.getElementById('data')!.textContent ?? '', showProgress);
    const opened = project === undefined ? undefined : readProject(project);
    // A link states what is seen; without one, the project does.
    if (opened?.view && !location.hash) {
      location.hash = opened.view;
    }
    render(<App first={first} watches={live} opened={opened} saves={saves ?? false} />, root);
  } catch (error) {
    root.textContent = (error as Error).message;
    document.documentElement.dataset['ready'] = 'failed';
  }
}

void start();
