import { isQuestion, screens } from '../flow.ts';
import { languages, questionIn } from './content.ts';

beforeAll(() => languages.de?.());

/** Home promises the plan itself. */
const questions = screens.filter(isQuestion).filter(({ path }) => path !== '/');

it.each(questions)(
  'the line below the question at $path promises nothing that follows from the answer',
  (screen) => {
    expect(questionIn('en', screen).copy.sub ?? '').not.toMatch(/\b(we|plan|lessons?|examples|pace)\b/i);
    expect(questionIn('de', screen).copy.sub ?? '').not.toMatch(
      /\b(wir|Plan|Lektion(en)?|Beispiele|Tempo)\b/i,
    );
  },
);
