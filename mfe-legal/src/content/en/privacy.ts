import { brand } from '@funnel/contracts/brand';

import { list, text, type LegalFacts, type LegalText } from '../legal-text.ts';

export const privacy = ({ links }: LegalFacts): LegalText => ({
  title: 'Privacy Policy',
  lastUpdated: 'today',
  sections: [
    {
      title: '1. In short',
      blocks: [
        text(
          `This policy says what ${brand.name} learns about you on this website, why, who else sees it and what you can do about it. We do not sell your email address.`,
        ),
      ],
    },
    {
      title: '2. Children',
      blocks: [
        text(
          'The service is not intended for anyone under 16, and we do not knowingly collect data of anyone under 16. If you believe that we have, write to us and we delete it.',
        ),
      ],
    },
    {
      title: '3. What we collect',
      blocks: [
        {
          kind: 'terms',
          entries: [
            {
              term: 'Your answers',
              text: 'What you choose in the quiz and your special goal. They are kept in your own browser and are sent to us together with your email address.',
            },
            { term: 'Your email address', text: 'When you enter it in the quiz or at checkout.' },
            {
              term: 'Purchases',
              text: 'Plan, amount, currency, date and the state of your subscription. Card details go straight to the payment provider; we never see or keep them.',
            },
            {
              term: 'Use of the site',
              text: 'Pages seen, steps taken, errors and speed, with your network address and browser type, and the campaign that brought you here.',
            },
          ],
        },
      ],
    },
    {
      title: '4. Cookies and storage',
      blocks: [
        text('This is what your browser keeps for us. First-party cookies hold:'),
        list(
          'your visit and the currency of your prices, for 30 days;',
          'the version of this website that you see, for 30 days;',
          'the language that you chose by a link, for a year;',
          'the deadline of your offer, for 30 days;',
          'your choice about consent, for 180 days;',
          'the campaign or website that brought you here, for 30 days at most;',
          'where we may measure our ads: an id of your browser for advertising platforms, your last click on an ad and your session for Google Analytics, for 90 days;',
          'your purchases, for 400 days, so that you do not pay twice;',
          'if you open a preview link of our team: the version that it shows, for a day at most.',
        ),
        text(
          'Your browser’s local storage holds your answers, your goal and your email address until you start over, and its database (IndexedDB) the email address and answers that you last sent, so that they are neither lost nor sent twice. You can delete all of it in the settings of your browser.',
        ),
        text(
          'No tags of advertising companies run in the page. At checkout, the script of the payment provider may set cookies of its own to prevent fraud.',
        ),
        text(
          'Where we ask for your consent to measure our ads, you can take it back at any time with “Privacy choices” at the foot of every page. A Global Privacy Control signal from your browser counts as a refusal.',
        ),
      ],
    },
    {
      title: '5. Why we use it',
      blocks: [
        list(
          'to prepare your plan and to give you what you bought (contract);',
          'to send the plan, order confirmations and service messages (contract);',
          'to send offers that you can end at any time (your consent, or our legitimate interest where the law allows it);',
          'to prevent fraud, find faults and improve the service (legitimate interest);',
          'to measure our advertising (your consent where it is required);',
          'to keep the records that tax and accounting law ask for (legal duty).',
        ),
      ],
    },
    {
      title: '6. Who else receives it',
      blocks: [
        list(
          'the payment provider, for your purchase;',
          'providers of hosting and email, who work on our instructions;',
          'advertising platforms, only as consent allows, and your email address only as a one-way hash;',
          'authorities, where the law obliges us.',
        ),
        text(
          'Some of them are outside your country. Where the law asks for it, we use standard contractual clauses or an equal protection.',
        ),
      ],
    },
    {
      title: '7. How long, and how safe',
      blocks: [
        text(
          'We keep answers and email while they are needed for your plan or until you ask us to delete them, and purchase records as long as the law demands. Connections are encrypted, access is limited to those who need it.',
        ),
      ],
    },
    {
      title: '8. Your rights',
      blocks: [
        text(
          'You may ask for a copy of your data, have it corrected, deleted, restricted or handed over in a common format, object to its use, and take back consent at any time. In the European Economic Area, the United Kingdom and Switzerland you may also complain to your data protection authority.',
        ),
        { kind: 'mail', text: 'Write to', email: links.supportEmail },
      ],
    },
    {
      title: '9. California',
      blocks: [
        text(
          'If you live in California, you have the right to know what personal information we collect, use and disclose, to have it deleted or corrected, to opt out of its sale or sharing, and not to be treated worse for asking.',
        ),
        {
          kind: 'mail',
          text: 'Send your request by email with the subject “California Privacy Rights Request” to',
          email: links.supportEmail,
          subject: 'California Privacy Rights Request',
        },
        text(
          'We ask for as little as needed to confirm who you are, and answer within 45 days. An authorized agent may write for you.',
        ),
      ],
    },
    {
      title: '10. Changes',
      blocks: [
        text(
          'If we change this policy in a way that matters to you, we tell you by email or on this site before the change takes effect.',
        ),
      ],
    },
  ],
});
