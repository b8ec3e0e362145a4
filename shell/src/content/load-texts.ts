// Browsers preload the file, so that it is usually there before the code that asks for it.
const timeoutMs = 2000;

/** Loads texts in another language, with two more attempts. Rejects if they have not loaded after two seconds. */
export function loadTexts<Texts>(load: () => Promise<Texts>): Promise<Texts> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`The texts did not load within ${timeoutMs} ms`)), timeoutMs),
  );
  return Promise.race([load().catch(load).catch(load), timeout]);
}
