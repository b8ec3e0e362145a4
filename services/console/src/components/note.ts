export interface Note {
  readonly note?: string;
}

/** The note as a part of a request; nothing if it is blank. */
export const noteOf = (text: string): Note => (text.trim() === '' ? {} : { note: text.trim() });
