import { useLayoutEffect, useRef } from 'preact/hooks';
import { helpOf } from '../data/guide.ts';
import { keyOfView } from '../state/commands.ts';
import { views } from '../views/index.ts';

const keys: [string, string][] = [
  [`1 to ${views.filter((_, place) => keyOfView(place)).length}`, 'the views'],
  ['/', 'search'],
  ['Ctrl + K, or Ctrl + Shift + P', 'all commands, and timers by name'],
  ['v', 'another view beside this one, up to four'],
  ['x', 'close the last of several views'],
  ['d, e, o', 'drawers: details, events, source'],
  ['p', 'play, pause'],
  ['[ and ]', 'one frame back, one frame on'],
  ['} and {', 'fast forward, reset'],
  ['l', 'control of a program that runs, where the server permits it'],
  ['m', 'next metric'],
  ['c', 'colour by component or by self value'],
  ['t', 'light or dark'],
  ['y', 'copy the link to what is seen'],
  ['Escape', 'close a drawer, take the search, then the selection, back'],
  ['Alt + Left', 'undo: the page before this one, as in any browser'],
  ['Tab', 'from part to part; arrow keys inside the graph, the tables and the lanes'],
  ['Enter', 'select, zoom'],
  ['Blank', 'tables of timers: choose as a region'],
  ['Backspace', 'flame graph: zoom out'],
  ['?', 'this sheet'],
];

const timelineKeys: [string, string][] = [
  ['+ and -, w and s', 'zoom'],
  ['Left and Right, a and d', 'move'],
  ['0', 'show all'],
  ['Up and Down', 'choose a row or a group'],
  ['Enter, Blank', 'open or close a group'],
  ['. and ,', 'next call, call before'],
  ['n', 'next call with the words of the search'],
  ['Page Down, Page Up', 'the next rows'],
];

function Keys({ list }: { list: [string, string][] }) {
  return (
    <table class="plain">
      <tbody>
        {list.map(([key, text]) => (
          <tr key={key}>
            <th scope="row">
              <kbd>{key}</kbd>
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <form method="dialog" class="help-close">
        <button>Close</button>
      </form>
      <h2 id="help-title">Keys and views</h2>
      <Keys list={keys} />
      <h2>In the timeline</h2>
      <Keys list={timelineKeys} />
      <h2>Views</h2>
      <dl>
        {views.map((view) => (
          <div key={view.id}>
            <dt>{view.title}</dt>
            <dd>{helpOf(view.id)}</dd>
          </div>
        ))}
      </dl>
      <p class="note">The address of the page holds what is selected, so that it can be kept as a bookmark or sent to somebody who has the same file.</p>
    </dialog>
  );
}
