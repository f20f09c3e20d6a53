// A project: the runs of a program with notes, and what is seen, as a file that can be opened again with the same runs.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageDocument } from '../data/document.ts';
import { saveProject } from '../data/server.ts';
import { saveFile } from './share.ts';

/** Of one run, docs/formats/viewer-project.md; members that are not known here are kept. */
interface ProjectRun {
  name: string;
  created?: string;
  revision?: string;
  note?: string;
}

export interface ProjectFile {
  format: 'gantry-project';
  version: 1;
  title: string;
  description: string;
  program: string;
  sources?: string[];
  configuration?: Record<string, string>;
  runs: ProjectRun[];
  /** The fragment of the address: views, their arrangement, and all that is selected. */
  view: string;
  notes: string;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Throws an Error for people. */
export function readProject(text: string): ProjectFile {
  let file: Partial<ProjectFile>;
  try {
    file = JSON.parse(text) as Partial<ProjectFile>;
  } catch {
    throw new Error('This file is not a project: it is not JSON.');
  }
  if (file.format !== 'gantry-project' || typeof file.version !== 'number') {
    throw new Error('This file is not a project of Gantry.');
  }
  if (file.version > 1) {
    throw new Error(`The project has version ${file.version}; this viewer reads up to 1.`);
  }
  const runs = Array.isArray(file.runs) ? file.runs.filter((run) => typeof run?.name === 'string') : [];
  return { ...file, format: 'gantry-project', version: 1, title: textOf(file.title), description: textOf(file.description), program: textOf(file.program), runs, view: textOf(file.view), notes: textOf(file.notes) };
}

/** A project of the runs in the page. */
export function projectOf(page: PageDocument): ProjectFile {
  const first = page.runs[0]!;
  const program = first.facts.find(([key]) => /command|program/.test(key))?.[1] ?? '';
  return { format: 'gantry-project', version: 1, title: first.name, description: '', program, runs: page.runs.map(({ name, created }) => ({ name, created })), view: '', notes: '' };
}

/** The project with the runs of the page that it does not have yet. */
function withRuns(project: ProjectFile, page: PageDocument): ProjectFile {
  const added = page.runs.filter((run) => !project.runs.some((one) => one.name === run.name)).map(({ name, created }) => ({ name, created }));
  return { ...project, runs: [...project.runs, ...added] };
}

function Runs({ project, onChange }: { project: ProjectFile; onChange: (project: ProjectFile) => void }) {
  const edit = (index: number, part: Partial<ProjectRun>) => onChange({ ...project, runs: project.runs.map((run, place) => (place === index ? { ...run, ...part } : run)) });
  return (
    <table>
      <thead>
        <tr>
          <th>Run</th>
          <th>Created</th>
          <th>Revision</th>
          <th>Note</th>
        </tr>
      </thead>
      <tbody>
        {project.runs.map((run, index) => (
          <tr key={index}>
            <td>{run.name}</td>
            <td>{textOf(run.created)}</td>
            <td>
              <input type="text" aria-label={`Revision of ${run.name}`} value={textOf(run.revision)} onInput={(event) => edit(index, { revision: event.currentTarget.value })} />
            </td>
            <td>
              <input type="text" aria-label={`Note on ${run.name}`} value={textOf(run.note)} onInput={(event) => edit(index, { note: event.currentTarget.value })} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ project }: { project: ProjectFile }) {
  const sources = Array.isArray(project.sources) ? project.sources.join(', ') : '';
  const configuration = Object.entries(project.configuration ?? {}).map(([name, value]) => `${name}=${value}`).join(', ');
  return (
    <>
      {sources && <p class="note">{`Sources: ${sources}`}</p>}
      {configuration && <p class="note">{`Configuration: ${configuration}`}</p>}
    </>
  );
}

interface Props {
  document: PageDocument;
  project: ProjectFile;
  /** Whether the server saves it in its file. */
  saves: boolean;
  onChange: (project: ProjectFile) => void;
  onClose: () => void;
  say: (text: string) => void;
}

export function Project({ document: page, project, saves, onChange, onClose, say }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  const current = () => ({ ...withRuns(project, page), view: location.hash.replace(/^#/, '') });
  const save = () =>
    saveProject(current()).then(
      () => say('Saved the project in its file'),
      (error: Error) => say(`Not saved: ${error.message}`),
    );
  const download = () => {
    const file = current();
    saveFile(`${project.title.replace(/[^\w.-]+/g, '_') || 'project'}.json`, new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }));
  };
  const open = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    try {
      const read = readProject(await file.text());
      onChange(read);
      location.hash = read.view;
      const missing = read.runs.filter((run) => !page.runs.some((one) => one.name === run.name)).map((run) => run.name);
      say(missing.length > 0 ? `Opened; its runs ${missing.join(', ')} are not in this page.` : `Opened ${read.title}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const field = (name: string, member: 'title' | 'description' | 'program') => (
    <label>
      {name}
      <input type="text" value={project[member]} onInput={(event) => onChange({ ...project, [member]: event.currentTarget.value })} />
    </label>
  );
  return (
    <dialog ref={dialog} class="help project" aria-labelledby="project-title" onClose={onClose}>
      <h2 id="project-title">Project</h2>
      {field('Title', 'title')}
      {field('Description', 'description')}
      {field('Program', 'program')}
      <Facts project={project} />
      <Runs project={withRuns(project, page)} onChange={onChange} />
      <label>
        Notes
        <textarea rows={6} value={project.notes} onInput={(event) => onChange({ ...project, notes: event.currentTarget.value })} />
      </label>
      <p class="note">{`The file has these texts, the views and what is selected. Data are not in it.${saves ? ' Save writes it where it was opened; runs that it does not have yet are added with gantry project add.' : ''}`}</p>
      <p class="controls">
        {saves && <button onClick={() => void save()}>Save</button>}
        <button onClick={download}>{saves ? 'Save a copy' : 'Save'}</button>
        <label class="file">
          {'Open '}
          <input type="file" accept=".json,application/json" onChange={(event) => void open(event.currentTarget.files?.[0])} />
        </label>
      </p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
