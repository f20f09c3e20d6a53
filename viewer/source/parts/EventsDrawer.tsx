// The records of a trace as they are, all their parameters, page by page.

import { useEffect, useState } from 'preact/hooks';
import { plural, quantity } from '../data/numbers.ts';
import { ask } from '../data/server.ts';
import type { Answer, TimelineData } from '../data/timeline.ts';
import { type Span, wholeOf } from '../data/window.ts';
import { spanText } from '../views/RankStates.tsx';
import { useLatest } from '../state/latest.ts';
import { Choice } from './Choice.tsx';
import { DataTable, type TableColumn } from './DataTable.tsx';
import type { DrawerProps } from './Drawer.tsx';
import { Prose } from './Prose.tsx';

type Kind = 'calls' | 'events' | 'messages';
const pageSize = 200;

interface Question {
  kind: Kind;
  run: number;
  window: Span;
  row: number | null;
  search: string;
  cursor: string;
}

const nothing: Answer = { keys: [], rows: [], next: null };

/** Out of the page: calls and messages, where they are few enough to be in it. */
function embedded(data: TimelineData, { kind, window, row, search }: Question): Answer {
  const answer = kind === 'calls' ? data.calls : kind === 'messages' ? data.sent : null;
  if (!answer) {
    return nothing;
  }
  const place = (key: string) => answer.keys.findIndex((one) => one.key === key);
  const [begin, length, of, name] = [place(kind === 'calls' ? 'startNs' : 'sentNs'), place(kind === 'calls' ? 'durationNs' : 'takes'), place('row'), place('name')];
  const words = search.toLowerCase().split(/\s+/);
  return {
    ...answer,
    rows: answer.rows.filter((cells) => Number(cells[begin]) < window[1] && Number(cells[begin]) + Number(cells[length]) >= window[0] && (row === null || of < 0 || cells[of] === row) && words.every((word) => name < 0 || String(cells[name]).toLowerCase().includes(word))),
  };
}

async function recordsOf(data: TimelineData, question: Question, signal?: AbortSignal): Promise<Answer> {
  if (!data.served) {
    return embedded(data, question);
  }
  const { kind, run, window, row, search, cursor } = question;
  const isSearch = kind === 'calls' && search.trim() !== '';
  const words = [`run=${run}`, `from=${window[0]}`, `to=${window[1]}`, `limit=${pageSize}`, `cursor=${encodeURIComponent(cursor)}`];
  if (row !== null && kind !== 'messages') {
    words.push(`rows=${row}`);
  }
  if (isSearch) {
    words.push(`name=${encodeURIComponent(`*${search.trim().split(/\s+/).join('*')}*`)}`);
  }
  return JSON.parse(await ask(`api/${isSearch ? 'search' : kind}?${words.join('&')}`, signal)) as Answer;
}

/** Names end tables; moments that programs read stand in the pointer's text of those that people read. */
function columnsOf(answer: Answer, rows: Answer['rows']): TableColumn[] {
  return answer.keys.map(({ key, unit }, place) => ({
    key,
    title: key,
    unit,
    number: typeof rows[0]?.[place] === 'number',
    value: (row) => rows[row]![place]!,
    text: (value) => (typeof value === 'number' ? (unit === 'ns' && !/^(startNs|sentNs|timeNs)$/.test(key) ? quantity(value, 'ns') : String(value)) : String(value)),
  }));
}

export function EventsDrawer({ run, selection, change, now }: DrawerProps) {
  const data = run.document.timeline;
  const [kind, setKind] = useState<Kind>('calls');
  const [onlyRow, setOnlyRow] = useState(false);
  const [further, setFurther] = useState<Answer | null>(null);
  const window = now ?? (data ? wholeOf(data) : ([0, 1] as Span));
  const row = onlyRow && selection.cursor && selection.cursor[0] >= 0 ? selection.cursor[0] : null;
  const question: Question = { kind, run: selection.run, window, row, search: selection.search, cursor: '0:0' };
  const keys = [data, kind, selection.run, window.join(), row, selection.search];
  const [first, problem] = useLatest(async (signal) => (data ? recordsOf(data, question, signal) : nothing), keys);
  useEffect(() => setFurther(null), keys);
  if (!data) {
    return <p class="note"><Prose text="This run has no trace, so there are no single records. `gantry run --trace drain` and `gantry exec --trace drain` keep one." /></p>;
  }
  const answer = first ?? nothing;
  const rows = [...answer.rows, ...(further?.rows ?? [])];
  const next = further ? further.next : answer.next;
  const of = (key: string) => answer.keys.findIndex((one) => one.key === key);
  const more = async () => {
    const page = await recordsOf(data, { ...question, cursor: next! });
    setFurther({ ...page, rows: [...(further?.rows ?? []), ...page.rows] });
  };
  const select = (place: number) => {
    const moment = Number(rows[place]![of('startNs')] ?? rows[place]![of('timeNs')] ?? rows[place]![of('sentNs')] ?? window[0]);
    const rowOf = of('row') >= 0 ? Number(rows[place]![of('row')]) : data.rows.findIndex((one) => one.rank === Number(rows[place]![of('from')]));
    change({ cursor: [Math.max(0, rowOf), moment] }, true);
  };
  const isMissing = !data.served && (kind === 'events' || (kind === 'calls' ? !data.calls : !data.sent));
  return (
    <>
      <Choice name="Records" value={kind} choices={[['calls', 'calls'], ['events', 'events'], ['messages', 'messages']]} onChoose={(one) => setKind(one as Kind)} />
      {selection.cursor && data.rows[selection.cursor[0]] && kind !== 'messages' && (
        <label>
          <input type="checkbox" checked={onlyRow} onChange={(event) => setOnlyRow(event.currentTarget.checked)} />
          {` only ${data.rows[selection.cursor[0]]!.label}`}
        </label>
      )}
      <p class="note" role="status">
        {problem || (isMissing ? 'There are too many for a report; gantry view has them.' : `${next ? 'The first ' : ''}${plural(rows.length, 'record')} of ${spanText(window, wholeOf(data))}${kind === 'calls' && selection.search ? `, with "${selection.search}"` : ''}`)}
      </p>
      {rows.length > 0 && <DataTable name={`Records: ${kind}`} columns={columnsOf(answer, rows)} rows={rows.map((_, place) => place)} onSelect={select} />}
      {next && <button onClick={() => void more()}>{`${pageSize} more`}</button>}
    </>
  );
}
