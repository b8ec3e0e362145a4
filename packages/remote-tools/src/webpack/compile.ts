import webpack, { type Compilation, type Configuration } from 'webpack';

/** Runs one compilation. Rejects with the compiler's errors. */
export function compile(configuration: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (!stats || stats.hasErrors())
          reject(new Error(stats?.toString({ preset: 'errors-only' }) ?? 'no result'));
        else resolve(stats.compilation);
      });
    });
  });
}
