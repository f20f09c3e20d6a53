// The states of a program that runs, from the server of gantry serve; docs/formats/http-api.md.

import { type Change, changed } from './changes.ts';
import type { PageDocument } from './document.ts';

/** Large members of the document of a run, of which the server sends those that are asked for. */
export type LivePart = 'timers' | 'paths' | 'threads' | 'onThreads' | 'assembly' | 'views' | 'modules';

export interface LiveState {
  id: number;
  timeNs: number;
  program: 'runs' | 'ended' | 'archived';
  document: PageDocument;
}

export interface LiveReply {
  ok: boolean;
  output: string;
  error: string;
}

export interface LiveConnection {
  /** At most so many states a second from now on. */
  setRate(rate: number): void;
  /** What is looked at; null: everything. What is not stays as it was until the program ends. */
  setParts(parts: LivePart[] | null): void;
  /** Carries out a command of the script language, where the server allows that. */
  control(command: string): Promise<LiveReply>;
  close(): void;
}

export interface LiveListener {
  /** A newer state; the next one comes when this has returned (or its promise is done). */
  state(state: LiveState): void | Promise<void>;
  /** The server does not reply since that time; it is asked again and again. */
  lost(since: Date): void;
  /** Whether commands are carried out. */
  control?(allowed: boolean): void;
}

interface Message {
  type: string;
  stream: string;
  control: boolean;
  id: number;
  base: number | null;
  timeNs: number;
  program: LiveState['program'];
  document: unknown;
  change: Change;
  request: number;
  ok: boolean;
  output: string;
  error: string;
}

/** A document of some parts, with the others as they were before. */
function completed(document: PageDocument, before: PageDocument | null): PageDocument {
  return { ...document, runs: document.runs.map((run, place) => ({ ...before?.runs[place], ...run })) };
}

const firstPause = 250;
const longestPause = 5000;

/** Follows the program, and goes on where it was when the connection was lost. */
export function follow(listener: LiveListener, rate = 1, parts: LivePart[] | null = null): LiveConnection {
  let socket: WebSocket | null = null;
  let reader: AbortController | null = null;
  let closed = false;
  let stream = '';
  let id = 0;
  let document: PageDocument | null = null;
  let runs = true;
  let lostAt: Date | null = null;
  let pause = firstPause;
  let opened = false;
  let requests = 0;
  const waiting = new Map<number, (reply: LiveReply) => void>();

  const send = (message: object) => {
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify(message));
    }
  };
  let subscribed: LivePart[] | null = null;
  // The first state of a program, and its last one, are whole. A new connection goes on from a state only with the parts that are known of it.
  const subscribe = () => {
    const wanted = document && runs ? parts : null;
    const goesOn = id > 0 && String(wanted) === String(subscribed);
    subscribed = wanted;
    send({ type: 'subscribe', rate, acknowledge: true, ...(wanted ? { parts: wanted } : {}), ...(goesOn ? { stream, since: id } : {}) });
  };

  async function take(message: Message): Promise<void> {
    if (message.type === 'hello') {
      if (message.stream !== stream) {
        stream = message.stream;
        id = 0;
        document = null;
        runs = true;
      }
      listener.control?.(message.control);
      subscribe();
    } else if (message.type === 'state') {
      const isFirst = document === null;
      document = message.base === null ? completed(message.document as PageDocument, document) : (changed(document, message.change) as PageDocument);
      id = message.id;
      lostAt = null;
      pause = firstPause;
      await listener.state({ id, timeNs: message.timeNs, program: message.program, document });
      send({ type: 'have', id });
      const ran = runs;
      runs = message.program === 'runs';
      if (parts && (isFirst || ran !== runs)) {
        subscribe();
      }
    } else if (message.type === 'reply') {
      waiting.get(message.request)?.(message);
      waiting.delete(message.request);
    }
  }

  function lost(): void {
    socket = null;
    reader = null;
    for (const reply of waiting.values()) {
      reply({ ok: false, output: '', error: 'The server has not replied.' });
    }
    waiting.clear();
    if (closed) {
      return;
    }
    lostAt ??= new Date();
    listener.lost(lostAt);
    setTimeout(open, pause);
    pause = Math.min(2 * pause, longestPause);
  }

  // Messages are handled one after the other, also where a listener takes its time.
  let before = Promise.resolve();
  const enqueue = (text: string, from: WebSocket | AbortController) => {
    const handled = async () => {
      const message = JSON.parse(text) as Message;
      // What a lost connection has left says nothing about the present, but for the end of the program: the next one goes on from the last state that was shown.
      if (from === (socket ?? reader) || (message.type === 'state' && message.program !== 'runs')) {
        await take(message);
      }
    };
    before = before.then(handled).catch((error: unknown) => console.error(error));
  };

  function openSocket(): void {
    const address = new URL('api/live', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const opening = new WebSocket(address);
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
      const reply = await fetch(`api/live.ndjson?${query}`, { signal: reading.signal, credentials: 'same-origin', cache: 'no-store' });
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
    if (closed) {
      return;
    }
    const plain = typeof WebSocket === 'undefined' || (!opened && attempts++ % 2 === 1);
    if (plain) {
      void openLines();
    } else {
      openSocket();
    }
  }
  open();

  return {
    setRate(newRate) {
      if (newRate === rate) {
        return;
      }
      rate = newRate;
      subscribe();
    },
    setParts(newParts) {
      parts = newParts;
      subscribe();
    },
    control(command) {
      return new Promise((done) => {
        if (socket?.readyState !== WebSocket.OPEN) {
          done({ ok: false, output: '', error: 'There is no connection to the server.' });
          return;
        }
        waiting.set(++requests, done);
        send({ type: 'control', request: requests, command });
      });
    },
    close() {
      closed = true;
      socket?.close();
      reader?.abort();
    },
  };
}
