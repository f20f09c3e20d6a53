// All that can be done, by typing a part of its name.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fits } from '../data/run.ts';

export interface Command {
  title: string;
  key?: string;
  run: () => void;
}

const mostShown = 14;

export function Palette({ commands, onClose }: { commands: Command[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  const found = commands.filter((command) => fits(command.title, text)).slice(0, mostShown);
  const current = Math.min(active, found.length - 1);
  const execute = (command: Command | undefined) => {
    onClose();
    command?.run();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Commands" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${current}` : undefined}
        aria-label="Command"
        placeholder="a view, a timer, or what to do"
        value={text}
        autofocus
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step !== 0) {
            setActive(Math.max(0, Math.min(found.length - 1, current + step)));
            event.preventDefault();
          } else if (event.key === 'Enter') {
            event.preventDefault();
            execute(found[current]);
          }
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Commands that fit">
        {found.map((command, place) => (
          <li key={command.title} id={`palette-${place}`} role="option" aria-selected={place === current} onClick={() => execute(command)}>
            <span>{command.title}</span>
            {command.key && <kbd>{command.key}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="note">Nothing is called so.</p>}
    </dialog>
  );
}
