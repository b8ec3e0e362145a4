import { brand } from '@funnel/contracts/brand';
import { de as catalog, firstTaskLines } from '@funnel/contracts/content/de';

import type { EmailTexts } from './en.ts';

export const de: EmailTexts = {
  catalog,
  goals: {
    'Buy a house': 'Ein Haus kaufen',
    'A perfect wedding': 'Eine perfekte Hochzeit',
    Vacation: 'Urlaub',
    'Buy a car': 'Ein Auto kaufen',
    'Worry-free retirement': 'Ein sorgenfreier Ruhestand',
  },
  plan: {
    subject: 'Ihr persönlicher Trading-Plan',
    intro: `Hier ist der Plan, um den Sie ${brand.name} gebeten haben.`,
    byAnswers: 'Er ergibt sich aus Ihren Antworten.',
    goal: (goal) => `Ihr Ziel: ${goal}`,
    score: (score) => `Ihre Erfolgseinschätzung: ${score} von 100\u00a0Punkten`,
    scoreNote:
      'Die Punktzahl zeigt, wie gut Sie nach Ihren eigenen Antworten auf das Lernen vorbereitet sind. Sie sagt keine Ergebnisse beim Trading voraus.',
    link: 'Zu Ihrem Plan',
    unsubscribe: 'Diese E-Mails abbestellen',
  },
  confirmation: {
    subject: 'Zahlung erfolgreich!',
    thanks: (plan) => `Vielen Dank für Ihren Kauf: ${plan}.`,
    paid: (amount) => `Heute bezahlt: ${amount}`,
    cancel:
      'Jederzeit in Ihren Profileinstellungen kündbar, bis 24\u00a0Stunden vor Ende des Zeitraums. Bis dahin behalten Sie den Zugang.',
    transaction: (id) => `Transaktionsnummer: ${id}`,
    link: `${brand.name} öffnen`,
    support: (email) => `Fragen? Schreiben Sie an ${email}`,
  },
  task: (minutes) => `Ihre erste Trading-Aufgabe für 7\u00a0Tage, etwa ${minutes}\u00a0Minuten am Tag:`,
  day: (number) => `Tag\u00a0${number}`,
  days: firstTaskLines,
  warning: 'Nur zu Bildungszwecken. Trading birgt ein hohes Risiko, Kapital zu verlieren.',
  unsubscribe: {
    title: 'E-Mails abbestellen',
    question: 'Möchten Sie keine E-Mails zu Ihrem Plan mehr erhalten?',
    action: 'Abbestellen',
    done: 'Sie haben die E-Mails abbestellt. Wir senden Ihnen keine E-Mails zu Ihrem Plan mehr.',
    invalid: 'Dieser Link ist ungültig. Bitte verwenden Sie den Link aus der E-Mail unverändert.',
  },
};
