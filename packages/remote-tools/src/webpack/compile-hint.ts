import webpack from 'webpack';

/**
 * The first line of a script. With it V8 (Chrome 136 and later) compiles all functions in the background while the script
 * arrives, instead of each on the main thread when it is first called. Other engines ignore it.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
export const compileHint = '//# allFunctionsCalledOnLoad';

/** Begins every script of a build with the hint, after it has been minimized and before its source map, name and hash are made. */
export const addCompileHint = () =>
  new webpack.BannerPlugin({
    banner: `${compileHint}\n`,
    raw: true,
    test: /\.js$/,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });
