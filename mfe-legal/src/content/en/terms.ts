import { brand } from '@funnel/contracts/brand';

import { list, text, type LegalFacts, type LegalText } from '../legal-text.ts';

export const terms = ({ links }: LegalFacts): LegalText => ({
  title: 'Terms and Conditions',
  lastUpdated: 'today',
  sections: [
    {
      title: '1. Who we are and what this is',
      blocks: [
        text(
          `These terms are an agreement between you and the provider of ${brand.name} (earlier known as ${brand.olderName}), a service that teaches trading through lessons, questions, a simulator with real market data and personal challenges. They hold for this website, the mobile app and the web app.`,
        ),
        text(
          'By using the service or by buying a subscription you accept these terms. If you do not accept them, please do not use the service.',
        ),
      ],
    },
    {
      title: '2. Who may use it',
      blocks: [
        text(
          'By accepting these terms you confirm that you are at least 18 years old and able to enter into a binding contract.',
        ),
        text(
          'You agree to give a working email address, to keep your sign-in details to yourself, and to tell us if somebody else has used them.',
        ),
      ],
    },
    {
      title: '3. Education, not advice',
      blocks: [
        text(
          `${brand.name} is for educational purposes only. We are not a licensed investment entity, broker or adviser, and nothing in the service is a recommendation to buy or sell anything. Trading carries a high risk of losing capital. The Disclaimer is part of these terms.`,
        ),
      ],
    },
    {
      title: '4. Subscriptions, payment and renewal',
      blocks: [
        text(
          'Paid access is sold as a subscription. The first period is charged when you buy, at the price shown at checkout. After it the subscription renews automatically, at the full price shown at checkout, until you cancel at least 24 hours before the current period ends.',
        ),
        text(
          'Prices, renewal, cancellation, refunds and the right of withdrawal are set out in the Subscription Terms, which are part of these terms.',
        ),
      ],
    },
    {
      title: '5. Your license',
      blocks: [
        text(
          'While your access lasts you may use the service and its content for your own learning. The license is personal, cannot be transferred or sold on, and ends with your access. All rights in texts, pictures, software and trademarks stay with us or with those who licensed them to us.',
        ),
      ],
    },
    {
      title: '6. What you must not do',
      blocks: [
        list(
          'copy, sell, publish or share lessons, questions or accounts;',
          'use bots or scrapers, or try to get around limits or security;',
          'harass others, or upload anything unlawful, misleading or harmful;',
          'use the service to give others investment advice in our name;',
          'use false payment details, or claim refunds under false pretenses.',
        ),
      ],
    },
    {
      title: '7. Suspension and termination',
      blocks: [
        text(
          'We may suspend or terminate an account whose holder breaks these rules of conduct. Where the breach allows it, we first say what is wrong and give time to put it right.',
        ),
        text(
          'You may stop at any time. How to end a paid subscription is described in the Subscription Terms; deleting the app does not cancel it.',
        ),
      ],
    },
    {
      title: '8. Other companies',
      blocks: [
        text(
          'Payments are handled by a payment provider and, in the apps, by Apple or Google. Company names and share prices appear for teaching. Their owners do not sponsor or endorse the service, and their terms hold for what they provide.',
        ),
      ],
    },
    {
      title: '9. Warranty and liability',
      blocks: [
        text(
          'We work to keep the service available and its content right, but provide it as it is, without a guarantee of particular results or of uninterrupted access.',
        ),
        text(
          'As far as the law allows, we are not liable for trading losses, lost profit or indirect damage, and our total liability is limited to what you paid us in the twelve months before the claim. Nothing here limits liability that cannot be limited by law, or takes away rights that you have as a consumer.',
        ),
      ],
    },
    {
      title: '10. Governing law',
      blocks: [
        text(
          'These terms are governed by the law of Wyoming, USA, without regard to its rules on conflict of laws. If you are a consumer elsewhere, the mandatory protection of the law where you live remains yours.',
        ),
      ],
    },
    {
      title: '11. Changes and contact',
      blocks: [
        text(
          'If we change these terms in a way that matters to you, we tell you by email or in the service before the change takes effect. If one part is void, the rest stays in force.',
        ),
        { kind: 'mail', text: 'Questions about these terms:', email: links.supportEmail },
      ],
    },
  ],
});
