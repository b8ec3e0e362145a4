import type { Page } from '@playwright/test';

/** Frequent English words that are not German words, too. */
const englishWords = [
  'the and you your we our of for with from by is are be it this that to or not no yes have has can',
  'will would do does how what which who at on as if all any more than then every each only after',
  'before until first next back continue close loading retry try again please welcome over day',
  'days week weeks month months minute minutes year years time today now goal answer answers question',
  'questions lesson lessons tools tips learn learning money price charge charged charges pay payment',
  'paid refund guarantee save total order summary subscription subscriptions terms conditions privacy',
  'policy legal support account email address secure cancel canceled renew renews discount offer',
  'special popular access get immediate free error failed selected stars out people users high low risk',
  'results market markets income financial confident ready task score assessment change',
  'download print notifications progress home page choose',
].join(' ');
const pattern = new RegExp(`(?<![\\p{L}-])(${englishWords.replaceAll(' ', '|')})(?![\\p{L}])`, 'giu');

/** Names of companies, publications, and people stay as they are, and so does the mark OF. */
const names =
  /Candela|Shell|Apple|\bOF\b|Google Play|App Store|The Ledger|Market Weekly|Open Finance|Daily Signal|\S+@\S+|https?:\S+/g;

/** The English words in a German text, except in names. */
export const englishWordsIn = (text: string): readonly string[] =>
  text.replace(names, ' ').match(pattern) ?? [];

/** The texts of a page that are not marked as English or as not to be translated: what is visible, and what is announced. */
export const shownTexts = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const texts = [...document.querySelectorAll('body *')].flatMap((element) => {
      if (element.closest('[lang="en"], [translate="no"], script, style, iframe')) return [];
      const own = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
      return [...own, ...attributes.flatMap((name) => element.getAttribute(name) ?? [])];
    });
    return [document.title, ...texts].join('\n');
  });
