// A project: title, notes and what is seen, as a file that can be opened again with the same runs.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument } from '../data/document.ts';
import { saveFile } from './share.ts';

interface ProjectFile {
  format: 'gantry-project';
  version: 1;
  title: string;
  description: string;
  program: string;
  runs: { name: string; created: string }[];
  /** The fragment of the address: views, their arrangement, and all that is selected. */
  view: string;
  notes: string;
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
  const text1 = (value: unknown) => (typeof value === 'string' ? value : '');
  return { format: 'gantry-project', version: 1, title: text1(file.title), description: text1(file.description), program: text1(file.program), runs: Array.isArray(file.runs) ? file.runs : [], view: text1(file.view), notes: text1(file.notes) };
}

export function Project({ document: page, onClose, say }: { document: PageDocument; onClose: () => void; say: (text: string) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, setTitle] = useState(page.runs[0]!.name);
  const [description, setDescription] = useState('');
  const [program, setProgram] = useState(page.runs[0]!.facts.find(([key]) => /command|program/.test(key))?.[1] ?? '');
  const [notes, setNotes] = useState('');
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  const save = () => {
    const file: ProjectFile = { format: 'gantry-project', version: 1, title, description, program, runs: page.runs.map(({ name, created }) => ({ name, created })), view: location.hash.replace(/^#/, ''), notes };
    saveFile(`${title.replace(/[^\w.-]+/g, '_') || 'project'}.json`, new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }));
  };
  const open = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    try {
      const read = readProject(await file.text());
      setTitle(read.title);
      setDescription(read.description);
      setProgram(read.program);
      setNotes(read.notes);
      location.hash = read.view;
      const missing = read.runs.filter((run) => !page.runs.some((one) => one.name === run.name)).map((run) => run.name);
      say(missing.length > 0 ? `Opened; its runs ${missing.join(', ')} are not in this page.` : `Opened ${read.title}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <dialog ref={dialog} class="help project" aria-labelledby="project-title" onClose={onClose}>
      <h2 id="project-title">Project</h2>
      <label>
        Title
        <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <label>
        Description
        <input type="text" value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
      </label>
      <label>
        Program
        <input type="text" value={program} onInput={(event) => setProgram(event.currentTarget.value)} />
      </label>
      <label>
        Notes
        <textarea rows={6} value={notes} onInput={(event) => setNotes(event.currentTarget.value)} />
      </label>
      <p class="note">{`Saved with it: ${page.runs.map((run) => run.name).join(', ')}, the views and what is selected. Data are not in the file.`}</p>
      <p class="controls">
        <button onClick={save}>Save</button>
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
