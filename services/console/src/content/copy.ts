import { en } from './en.ts';

/** The console's texts. Operators work in English. */
export const copy = en;
