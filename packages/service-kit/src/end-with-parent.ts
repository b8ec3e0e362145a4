/**
 * A module for Node's `--import` that ends a program when the process that started it has ended in any way, so that nothing is left
 * behind. The program must be started with an IPC channel.
 */
export const endWithParent = `data:text/javascript,${encodeURIComponent("process.once('disconnect',()=>process.exit(1));process.channel.unref()")}`;
