import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface SteadyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SteadyLoad {
  readonly url: string;
  readonly next: () => SteadyRequest;
  readonly connections: number;
  /** On average. */
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Posts at times that do not depend on each other, as visitors do (a Poisson process). Resolves to the milliseconds from the
 * time of each request to the end of its response; a request that finds every connection busy waits, and its wait counts.
 * Rejects if a response does not have a status of 2xx.
 */
export async function postAtRandomTimes({
  url,
  next,
  connections,
  perSecond,
  seconds,
}: SteadyLoad): Promise<number[]> {
  // In turn, so that no connection idles until the service closes it just as a request is sent on it.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const post = (dueMs: number) =>
    new Promise<number>((resolve, reject) => {
      const { headers, body } = next();
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        const { statusCode = 0 } = response;
        if (statusCode < 200 || statusCode > 299) reject(new Error(`${statusCode} from ${url}`));
        response
          .on('error', reject)
          .on('end', () => resolve(performance.now() - dueMs))
          .resume();
      });
      sent.on('error', reject).end(body);
    });

  const posts: Promise<number>[] = [];
  let hasFailed = false;
  const endMs = performance.now() + seconds * 1000;
  let dueMs = performance.now();
  try {
    while (!hasFailed) {
      dueMs += (-Math.log(1 - Math.random()) / perSecond) * 1000;
      if (dueMs > endMs) break;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await pause(Math.ceil(waitMs));
      const sent = post(dueMs);
      // `Promise.all` below rejects with the reason.
      sent.catch(() => (hasFailed = true));
      posts.push(sent);
    }
    return await Promise.all(posts);
  } finally {
    agent.destroy();
  }
}
