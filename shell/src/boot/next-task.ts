/**
 * Resolves in a task of its own, so that the browser can paint and handle input first. A message is not delayed as a timer is,
 * neither in a page in the background nor after several in a row.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
