// The server that a page may come from; docs/formats/http-api.md. A page that is a file of its own has none.

import { type PageDocument, readDocument } from './document.ts';

async function replyOf(path: string, signal?: AbortSignal): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(path, { ...(signal ? { signal } : {}), credentials: 'same-origin', cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new Error('The server does not reply; does gantry still run?');
  }
  if (!reply.ok) {
    let why = `status ${reply.status}`;
    try {
      why = (JSON.parse(await reply.text()) as { error: string }).error;
    } catch {
      // Not of our server.
    }
    throw new Error(`The server refused: ${why}`);
  }
  return reply;
}

/** Asks the server for a path; throws an Error for people. */
export async function ask(path: string, signal?: AbortSignal): Promise<string> {
  return (await replyOf(path, signal)).text();
}

/** What is done until there is a page, and what part of it is done; null: that is not known. */
export type Progress = (what: string, part: number | null) => void;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** As ask(), for a reply of any size. */
async function askMuch(path: string, progress: Progress): Promise<string> {
  const reply = await replyOf(path);
  const size = Number(reply.headers.get('Content-Length') ?? 0);
  const reader = reply.body?.getReader();
  if (!reader || size === 0) {
    return reply.text();
  }
  // Each part becomes text while the next one is on its way.
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let got = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(decoder.decode(part.value, { stream: true }));
      got += part.value.length;
      progress(`Receiving the data of the run: ${megabytes(got)} of ${megabytes(size)}`, got / size);
    }
  } catch {
    throw new Error('The connection to the server was lost; does gantry still run?');
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** The browser shows what was said so far. */
function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

const pauseMs = 50;

interface Meta {
  live: boolean;
  project: boolean;
  saves: boolean;
  sets: number[][];
  prepared?: boolean;
}

/** The server replies to this while it still prepares the document. */
async function preparedMeta(progress: Progress): Promise<Meta> {
  const begin = performance.now();
  for (;;) {
    const meta = JSON.parse(await ask('api/meta')) as Meta;
    if (meta.prepared !== false) {
      return meta;
    }
    progress(`The server prepares the data of the run: ${Math.floor((performance.now() - begin) / 1000)} s`, null);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

/** The document in the page, or that of the server where the page says so; whether newer ones will come; the project as JSON, and whether it can be saved. */
export async function loadDocument(text: string, progress: Progress): Promise<{ document: PageDocument; live: boolean; project?: string; saves?: boolean }> {
  let format = '';
  try {
    format = (JSON.parse(text) as { format: string }).format;
  } catch {
    // readDocument() says what is wrong.
  }
  if (format !== 'gantry-served') {
    return { document: readDocument(text), live: false };
  }
  // The link is of no use any more, and is nobody's business.
  if (location.search) {
    history.replaceState(null, '', location.pathname + location.hash);
  }
  const meta = await preparedMeta(progress);
  const data = await askMuch('api/page', progress);
  progress('Reading the data of the run', null);
  await drawn();
  const loaded = { document: { ...readDocument(data), sets: meta.sets }, live: meta.live };
  return meta.project ? { ...loaded, project: await ask('api/project'), saves: meta.saves } : loaded;
}

/** Saves what was changed of the project in the file that the server has opened. Throws an Error for people. */
export function saveProject(project: object): Promise<void> {
  return new Promise((done, failed) => {
    if (typeof WebSocket === 'undefined') {
      failed(new Error('this browser has no WebSocket; save a copy'));
      return;
    }
    const address = new URL('api/project', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'save', request: 1, project }));
    socket.onmessage = (event) => {
      const reply = JSON.parse(event.data as string) as { ok?: boolean; error: string };
      socket.onclose = null;
      socket.close();
      if (reply.ok) {
        done();
      } else {
        failed(new Error(reply.error));
      }
    };
    socket.onclose = () => failed(new Error('the server does not reply; does gantry still run?'));
  });
}
