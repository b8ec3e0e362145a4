import webpack, { type Compilation, type Configuration } from 'webpack';

/** Runs one compilation to its end. Rejects with the compiler's own words. */
export function compile(configuration: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure);
        else if (!stats || stats.hasErrors())
          reject(new Error(stats?.toString({ preset: 'errors-only' }) ?? 'no result'));
        else resolve(stats.compilation);
      });
    });
  });
}
