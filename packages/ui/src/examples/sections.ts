import { controls } from './controls.tsx';
import type { Section } from './example.tsx';
import { fields } from './fields.tsx';
import { layers } from './layers.tsx';
import { layouts } from './layouts.tsx';
import { messages } from './messages.tsx';
import { pictures } from './pictures.tsx';

/** Every component in every state. */
export const sections: readonly Section[] = [
  ...controls,
  ...fields,
  ...messages,
  ...layers,
  ...layouts,
  ...pictures,
];
