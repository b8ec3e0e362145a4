import { assess } from '@funnel/contracts/assessment';
import { brand } from '@funnel/contracts/brand';
import { firstTask } from '@funnel/contracts/first-task';
import { formatMoney } from '@funnel/contracts/money';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { escapeHtml } from '../pages/escaping.ts';
import type { Config } from '../platform/config.ts';
import { localeParameter } from '../platform/page-locale.ts';
import type { EmailTexts } from './content/en.ts';
import { emailTexts } from './content/texts.ts';
import type { Email } from './email.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** One paragraph, a list, or a link. Both versions of an email are made of the same blocks. */
type Block =
  string | { readonly items: readonly string[] } | { readonly link: string; readonly text: string };

interface ComposedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Settings = Pick<Config, 'APP_URL' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'EMAIL_POSTAL_ADDRESS'>;

function taskBlocks({ task: heading, day, days }: EmailTexts, answers: Email['quizAnswers']): Block[] {
  const task = firstTask(answers);
  return [heading(task.minutes), { items: task.days.map((key, index) => `${day(index + 1)}: ${days[key]}`) }];
}

function bodyOf(email: Email, texts: EmailTexts, { APP_URL, SUPPORT_EMAIL }: Settings): Block[] {
  const task = taskBlocks(texts, email.quizAnswers);
  if (email.type === 'plan') {
    const { intro, byAnswers, goal, score, scoreNote, link } = texts.plan;
    const assessment = assess(email.quizAnswers);
    // An email may be read in another browser, which prefers another language.
    const offer = new URL(stagePaths.offer, email.origin);
    offer.searchParams.set(localeParameter, email.locale);
    const goalName = new Map(Object.entries(texts.goals)).get(email.specialGoal ?? '');
    const hasAnswers = Object.keys(email.quizAnswers).length > 0;
    return [
      hasAnswers ? `${intro} ${byAnswers}` : intro,
      ...(goalName ? [goal(goalName)] : []),
      ...(assessment ? [score(assessment.score), scoreNote] : []),
      ...task,
      { link: offer.href, text: link },
    ];
  }
  const { thanks, paid, cancel, transaction, link, support } = texts.confirmation;
  return [
    thanks(texts.catalog.names[email.planId]),
    paid(formatMoney(email, email.locale)),
    email.renewalNotice,
    cancel,
    transaction(email.sessionId),
    ...task,
    { link: APP_URL, text: link },
    support(SUPPORT_EMAIL),
  ];
}

function toText(block: Block): string {
  if (typeof block === 'string') return block;
  return 'items' in block ? block.items.join('\n') : `${block.text}: ${block.link}`;
}

function toHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('items' in block)
    return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.text)}</a></p>`;
}

/** The mark and the name of the brand. Mail programs draw no SVG, so the mark is the icon of the site. */
function brandHeader(origin: string | undefined): string {
  const icon = origin && escapeHtml(new URL('/brand/icon-192.png', origin).href);
  const mark = icon ? `<img src="${icon}" width="32" height="32" alt="" style="vertical-align:middle"> ` : '';
  return `<p>${mark}<strong>${brand.name}</strong></p>`;
}

/** Composes subject, both versions and headers of an email. The plan email has a one-click unsubscribe link (RFC 8058). */
export function composeEmail(email: Email, settings: Settings, unsubscribeSecret: string): ComposedEmail {
  const texts = emailTexts[email.locale];
  const { subject } = texts[email.type];
  const unsubscribeUrl =
    email.type === 'plan' ? unsubscribeLink(email.origin, email, unsubscribeSecret) : null;
  const blocks = [
    ...bodyOf(email, texts, settings),
    texts.warning,
    ...(settings.EMAIL_POSTAL_ADDRESS ? [settings.EMAIL_POSTAL_ADDRESS] : []),
    ...(unsubscribeUrl ? [{ link: unsubscribeUrl, text: texts.plan.unsubscribe }] : []),
  ];
  const title = escapeHtml(subject);
  const origin = email.type === 'plan' ? email.origin : settings.PUBLIC_URL;
  return {
    subject,
    text: `${blocks.map(toText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${email.locale}"><head><meta charset="utf-8"><title>${title}</title></head><body>${brandHeader(origin)}${blocks.map(toHtml).join('')}</body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
