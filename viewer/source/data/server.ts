// The server that a page may come from; docs/formats/http-api.md. A page that is a file of its own has none.

import { type PageDocument, readDocument } from './document.ts';

/** Asks the server for a path; throws an Error for people. */
export async function ask(path: string, signal?: AbortSignal): Promise<string> {
  let reply: Response;
  try {
    reply = await fetch(path, { ...(signal ? { signal } : {}), credentials: 'same-origin', cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new Error('The server does not reply; does gantry still run?');
  }
  const text = await reply.text();
  if (!reply.ok) {
    let why = `status ${reply.status}`;
    try {
      why = (JSON.parse(text) as { error: string }).error;
    } catch {
      // Not of our server.
    }
    throw new Error(`The server refused: ${why}`);
  }
  return text;
}

/** The document in the page, or that of the server where the page says so; whether newer ones will come; the project as JSON, and whether it can be saved. */
export async function loadDocument(text: string): Promise<{ document: PageDocument; live: boolean; project?: string; saves?: boolean }> {
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
  const meta = JSON.parse(await ask('api/meta')) as { live: boolean; project: boolean; saves: boolean; sets: number[][] };
  const loaded = { document: { ...readDocument(await ask('api/page')), sets: meta.sets }, live: meta.live };
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
