// Preloaded before the service in tests that cannot wait. Every process with the same start shows the same time.
const real = Date.now;
const [startMs, factor] = [Number(process.env['CLOCK_START']), Number(process.env['CLOCK_FACTOR'])];
Date.now = () => Math.round(startMs + (real() - startMs) * factor);
