import { brand } from '@funnel/contracts/brand';

import { text, type LegalText } from '../legal-text.ts';

export const disclaimer = (): LegalText => ({
  title: 'Disclaimer',
  lastUpdated: null,
  sections: [
    {
      title: 'No guarantees',
      blocks: [
        text(
          'We give no guarantee or promise of results, income or profit. What you achieve depends on your effort, your circumstances and the markets. Figures, examples and stories of learners are not typical results.',
        ),
      ],
    },
    {
      title: 'Not a licensed entity',
      blocks: [
        text(
          `${brand.name} is not a licensed investment entity, broker, dealer or financial adviser, and does not manage money. Talk to a licensed professional before you decide about your own money.`,
        ),
      ],
    },
    {
      title: 'Educational purpose',
      blocks: [
        text(
          'All lessons, questions, challenges, tips and answers of the AI coach are for educational purposes only. Nothing is an offer or a recommendation to buy or sell a security, a currency or any other asset.',
        ),
      ],
    },
    {
      title: 'Risks',
      blocks: [
        text(
          'Trading carries a high risk of losing capital. You may lose part or all of what you put in, and with leverage more than that. Never trade with money that you cannot afford to lose.',
        ),
      ],
    },
    {
      title: 'Hypothetical results',
      blocks: [
        text(
          'Results of the simulator are hypothetical. They do not come from real trades, they leave out costs, delays and lack of liquidity, and they are prepared with the benefit of hindsight. No representation is made that any account will or is likely to achieve similar results. Past performance does not tell the future.',
        ),
      ],
    },
  ],
});
