// A Chromium that is asked for nothing but what is measured. playwright has the browser keep every reply, up to 200 MB, in the process of the page.

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../tests/browser.mjs';

// As many changes of the address as a bench makes in ten seconds would otherwise be dropped, and pictures of a page that nobody looks at.
const options = ['--headless', '--no-sandbox', '--remote-debugging-pipe', '--disable-ipc-flooding-protection', '--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', '--force-prefers-reduced-motion', '--window-size=1280,800'];

/** Messages of the DevTools protocol go over two pipes, each ends with a NUL. */
export function startBrowser() {
  const browser = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', [...options, `--user-data-dir=${mkdtempSync(join(folder, 'chromium-'))}`], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  process.on('exit', () => browser.kill('SIGKILL'));
  const [to, from] = [browser.stdio[3], browser.stdio[4]];
  const waiting = new Map();
  let rest = '';
  let count = 0;
  from.setEncoding('utf8');
  from.on('data', (part) => {
    const messages = (rest + part).split('\0');
    rest = messages.pop();
    for (const { id, result, error } of messages.map((text) => JSON.parse(text))) {
      waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
      waiting.delete(id);
    }
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      to.write(`${JSON.stringify({ id: count, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  return {
    send,
    /** A page of its own: what it is asked, the value of an expression in it, and when that is true. */
    async newPage(url) {
      const { targetId } = await send('Target.createTarget', { url });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const ask = (method, params) => send(method, params, sessionId);
      const valueOf = async (expression) => {
        const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) {
          throw new Error(exceptionDetails.text);
        }
        return result.value;
      };
      // While an address is being opened there is nothing that could be asked.
      const waitFor = async (expression) => {
        while (!(await valueOf(expression).catch(() => false))) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      return { ask, valueOf, waitFor };
    },
    end: () => browser.kill(),
  };
}
