import { useEffect, useRef } from 'preact/hooks';
import { views } from '../views/index.ts';

const keys: [string, string][] = [
  [`1 to ${views.length}`, 'the views'],
  ['/', 'search'],
  ['m', 'next metric'],
  ['c', 'colour by component or by self value'],
  ['t', 'light or dark'],
  ['Escape', 'take the search, then the selection, back'],
  ['Alt + Left', 'undo: the page before this one, as in any browser'],
  ['Tab', 'from part to part; arrow keys inside the graph, the tables and the lanes'],
  ['Enter', 'select, zoom'],
  ['Backspace', 'flame graph: zoom out'],
  ['?', 'this sheet'],
];

export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys and views</h2>
      <table class="plain">
        <tbody>
          {keys.map(([key, text]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {views.map((view) => (
          <div key={view.id}>
            <dt>{view.title}</dt>
            <dd>{view.help}</dd>
          </div>
        ))}
      </dl>
      <p class="note">The address of the page holds what is selected, so that it can be kept as a bookmark or sent to somebody who has the same file.</p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
