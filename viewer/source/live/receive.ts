// Receives the states of a program that runs, in a thread of its own: a page that draws 10,000 timers ten times a second has
// no time to read them out of texts. docs/formats/http-api.md describes the messages of the server.

import type { Change } from '../data/changes.ts';
import type { FromWorker, LivePart, LiveReply, Program, ToWorker } from './messages.ts';
import { packed } from './numbers.ts';

interface Message extends LiveReply {
  type: string;
  stream: string;
  control: boolean;
  id: number;
  base: number | null;
  timeNs: number;
  program: Program;
  document: unknown;
  change: Change;
  request: number;
}

const firstPause = 250;
const longestPause = 5000;

let address = '';
let hasSockets = true;
let rate = 1;
let parts: LivePart[] | null = null;

let socket: WebSocket | null = null;
let reader: AbortController | null = null;
let stream = '';
let id = 0;
let knowsDocument = false;
let runs = true;
let lostAt: Date | null = null;
let pause = firstPause;
let opened = false;
const waiting = new Set<number>();

function say(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

let subscribed: LivePart[] | null = null;
// The first state of a program, and its last one, are whole. A new connection goes on from a state only with the parts that are known of it.
function subscribe(): void {
  const wanted = knowsDocument && runs ? parts : null;
  const goesOn = id > 0 && String(wanted) === String(subscribed);
  subscribed = wanted;
  send({ type: 'subscribe', rate, acknowledge: true, ...(wanted ? { parts: wanted } : {}), ...(goesOn ? { stream, since: id } : {}) });
}

let drawn = () => {};

async function show(message: Message): Promise<void> {
  const isFirst = !knowsDocument;
  const content = message.base === null ? { document: message.document } : { change: message.change };
  id = message.id;
  knowsDocument = true;
  lostAt = null;
  pause = firstPause;
  const buffers: ArrayBuffer[] = [];
  const shown = new Promise<void>((done) => (drawn = done));
  packed(content, buffers);
  say({ kind: 'state', id, timeNs: message.timeNs, program: message.program, goesOn: !isFirst, ...content }, buffers);
  await shown;
  send({ type: 'have', id });
  const ran = runs;
  runs = message.program === 'runs';
  if (parts && (isFirst || ran !== runs)) {
    subscribe();
  }
}

async function take(message: Message): Promise<void> {
  if (message.type === 'hello') {
    if (message.stream !== stream) {
      stream = message.stream;
      id = 0;
      knowsDocument = false;
      runs = true;
    }
    say({ kind: 'control', allowed: message.control });
    subscribe();
  } else if (message.type === 'state') {
    await show(message);
  } else if (message.type === 'reply' && waiting.delete(message.request)) {
    const { ok, output, error } = message;
    say({ kind: 'reply', request: message.request, reply: { ok, output, error } });
  }
}

function refuse(request: number, error: string): void {
  say({ kind: 'reply', request, reply: { ok: false, output: '', error } });
}

function lost(): void {
  socket = null;
  reader = null;
  waiting.forEach((request) => refuse(request, 'The server has not replied.'));
  waiting.clear();
  lostAt ??= new Date();
  say({ kind: 'lost', since: lostAt });
  setTimeout(open, pause);
  pause = Math.min(2 * pause, longestPause);
}

// Messages are handled one after the other, also where a page takes its time.
let before = Promise.resolve();
function enqueue(text: string, from: WebSocket | AbortController): void {
  const handled = async () => {
    const message = JSON.parse(text) as Message;
    // What a lost connection has left says nothing about the present, but for the end of the program: the next one goes on from the last state that was shown.
    if (from === (socket ?? reader) || (message.type === 'state' && message.program !== 'runs')) {
      await take(message);
    }
  };
  before = before.then(handled).catch((error: unknown) => console.error(error));
}

function openSocket(): void {
  const opening = new WebSocket(new URL('api/live', address.replace('http', 'ws')));
  socket = opening;
  opening.onopen = () => {
    opened = true;
  };
  opening.onmessage = (event) => enqueue(event.data as string, opening);
  opening.onclose = () => {
    if (socket === opening) {
      lost();
    }
  };
}

// Where something between the two does not let a WebSocket through.
async function openLines(): Promise<void> {
  const reading = new AbortController();
  reader = reading;
  try {
    const query = new URLSearchParams({ rate: String(rate), ...(id > 0 ? { stream, since: String(id) } : {}) });
    const reply = await fetch(new URL(`api/live.ndjson?${query}`, address), { signal: reading.signal, credentials: 'same-origin', cache: 'no-store' });
    const body = reply.ok && reply.body ? reply.body.pipeThrough(new TextDecoderStream()).getReader() : null;
    let rest = '';
    for (let part = await body?.read(); part && !part.done; part = await body?.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop()!;
      lines.forEach((line) => enqueue(line, reading));
      await before;
    }
  } catch {
    // lost() says it.
  }
  lost();
}

// A second attempt without a WebSocket, if none was ever open.
let attempts = 0;
function open(): void {
  const plain = !hasSockets || (!opened && attempts++ % 2 === 1);
  if (plain) {
    void openLines();
  } else {
    openSocket();
  }
}

function control(request: number, command: string): void {
  if (socket?.readyState !== WebSocket.OPEN) {
    refuse(request, 'There is no connection to the server.');
    return;
  }
  waiting.add(request);
  send({ type: 'control', request, command });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'begin':
      ({ address, hasSockets, rate, parts } = data);
      open();
      break;
    case 'drawn':
      drawn();
      break;
    case 'rate':
      rate = data.rate;
      subscribe();
      break;
    case 'parts':
      parts = data.parts;
      subscribe();
      break;
    case 'control':
      control(data.request, data.command);
  }
};
