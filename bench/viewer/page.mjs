/**
 * The page of the Chain Viewer as the editor makes it, in a browser, with an editor that answers at once: what
 * is measured is the page alone.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const MEDIA = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const SESSION = 'bench';
/** Cytoscape's own style sheet, as `viewerPanel.ts` allows it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='",
  "font-src 'self'",
].join('; ');
const HTML = `<!DOCTYPE html><html><head><meta name="chainwright-session" content="${SESSION}">
<link rel="stylesheet" href="viewer.css"></head><body><div id="root"></div><script src="viewer.js"></script></body></html>`;

/** Serves the page on the loopback; resolves to its address and the function that ends it. */
export async function serveViewer(root) {
  const server = createServer((request, response) => {
    const name = path.basename(request.url);
    if (name === '') {
      response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', POLICY).end(HTML);
      return;
    }
    readFile(path.join(root, 'dist/webview', name)).then(
      (bytes) => response.setHeader('Content-Type', MEDIA[path.extname(name)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Runs in the page before anything else: the editor, which shows `view` and notes when it said so. */
export function asEditor({ view, session }) {
  const colours = ['foreground', 'descriptionForeground', 'textLink-foreground', 'focusBorder'];
  document.addEventListener('DOMContentLoaded', () => {
    colours.forEach((name) => document.documentElement.style.setProperty(`--vscode-${name}`, '#0066cc'));
  });
  window.acquireVsCodeApi = () => ({
    setState: () => undefined,
    postMessage: ({ kind, id, name }) => {
      if (kind === 'call' && name === 'ready') {
        window.askedAt = performance.now();
        window.postMessage({
          session,
          kind: 'result',
          id,
          value: { subject: 'file:///bench.chain.json', view },
        });
      }
    },
  });
}

/** Runs in the page: milliseconds from the editor's answer to the first frame with a drawing in it. */
export function firstPaint() {
  const probe = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
  const isDrawn = (canvas) => {
    probe.clearRect(0, 0, 40, 40);
    probe.drawImage(canvas, 0, 0, 40, 40);
    return probe.getImageData(0, 0, 40, 40).data.some((value) => value !== 0);
  };
  return new Promise((resolve) => {
    const look = () => {
      const canvases = [...document.querySelectorAll('#cy canvas')];
      if (canvases.some((canvas) => canvas.width > 0 && isDrawn(canvas))) {
        resolve(performance.now() - window.askedAt);
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}

/** Runs in the page: milliseconds of each frame while the drawing is zoomed by a wheel that turns at every frame. */
export function zoomFrames(count) {
  const place = document.querySelector('#cy canvas').parentElement;
  const { left, top, width, height } = place.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const frames = [];
  return new Promise((resolve) => {
    let before = performance.now();
    const turn = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      if (frames.length > count) {
        resolve(frames.slice(1));
        return;
      }
      const deltaY = frames.length % 20 < 10 ? -40 : 40;
      place.dispatchEvent(
        new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }),
      );
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  });
}

/** What {@link asEditor} is given. */
export function editorOf(view) {
  return { view, session: SESSION };
}
