import { brand } from '@funnel/contracts/brand';
import { de as catalog } from '@funnel/contracts/content/de';

import type { Content } from './en.ts';

const invalidEmail = {
  title: 'Ungültige E-Mail-Adresse',
  description: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
};

export const de: Content = {
  claims: {
    reviewScore: { text: '4,6', footnote: 'Zufriedenheitswert auf einem Bewertungsportal' },
    usersChoice: { text: 'Favorit der Nutzer', footnote: null },
    goalGain: {
      text: '+75\u00a0%',
      footnote: 'Dies ist keine Garantie und kein Versprechen von Ergebnissen.',
    },
    twiceTheResults: {
      text: '3 Monate Nutzung bringen doppelt so gute Ergebnisse wie 1 Monat',
      footnote: `Nach einer Untersuchung von ${brand.name}, die Lernende nach 3 Monaten und nach 1 Monat Nutzung vergleicht. Ihre eigenen Ergebnisse können abweichen.`,
    },
    lessonCount: { text: '2.000 Übungsfragen', footnote: null },
  },
  catalog,
  shownAnswers: {
    "I'm experienced but want to improve": 'Erfahren, möchte aber besser werden',
    "I've heard about it": 'Ich habe davon gehört',
    "No but I'd like to learn more": 'Nein, aber ich möchte mehr darüber lernen',
    'Very confident': 'Sehr zuversichtlich',
    'Somewhat confident': 'Einigermaßen zuversichtlich',
    'Not confident at all': 'Gar nicht zuversichtlich',
    '$30,000 - $50,000': '30.000\u00a0$ bis 50.000\u00a0$',
    '$50,000 - $100,000': '50.000\u00a0$ bis 100.000\u00a0$',
    'More than $100,000': 'Mehr als 100.000\u00a0$',
    'Regular trading tips and advice': 'Regelmäßige Tipps und Hinweise zum Trading',
    'AI trading coach': 'KI-Trading-Coach',
    'Personal learning plan': 'Persönlicher Lernplan',
    'Risk-free virtual trading simulator': 'Virtueller Trading-Simulator ohne Risiko',
    'Buy a house': 'Ein Haus kaufen',
    'A perfect wedding': 'Eine perfekte Hochzeit',
    Vacation: 'Urlaub',
    'Buy a car': 'Ein Auto kaufen',
    'Worry-free retirement': 'Ein sorgenfreier Ruhestand',
    '5 min/day': '5\u00a0Min. am Tag',
    '10 min/day': '10\u00a0Min. am Tag',
    '15 min/day': '15\u00a0Min. am Tag',
    '20 min/day': '20\u00a0Min. am Tag',
  },

  title: 'Ihr persönlicher Trading-Plan',
  subtitle: 'Auf Ihr Profil und Ihre Ziele abgestimmt',

  close: 'Schließen',

  header: {
    discountExpires: 'Der Rabatt endet in',
    countdownEnded: 'Der Countdown ist abgelaufen.',
    discountEnded: 'Der Rabatt ist abgelaufen. Jetzt volle Preise.',
    myPlan: 'MEIN PLAN',
  },

  profile: {
    goal: (goal) => `Sie haben gute Chancen, Ihr Ziel zu erreichen: ${goal}`,
    goalAlone: (goal) => `Ihr Ziel: ${goal}`,
    welcomeBack: (email) => `Willkommen zurück, ${email}! Ihre E-Mail-Adresse ist schon eingetragen.`,
    changeEmail: 'Ändern',
    changeEmailLabel: 'E-Mail-Adresse ändern',
    title: 'Ihr Profil',
    answers: [
      { label: 'Daily Time Commitment', title: 'Tägliche Zeit' },
      { label: 'Income Goal', title: 'Einkommen' },
      { label: 'Financial Confidence', title: 'Zuversicht' },
      { label: 'Trading Knowledge', title: 'Vorwissen' },
      { label: 'Preferred Trading Tools', title: 'Hilfsmittel' },
      { label: 'Companies of Interest', title: 'Unternehmen' },
    ],
  },

  assessment: {
    title: 'Ihre Erfolgseinschätzung',
    ofMaximum: 'von 100 heute',
    note: 'Die Punktzahl zeigt, wie gut Sie nach Ihren eigenen Antworten auf das Lernen vorbereitet sind. Sie sagt keine Ergebnisse beim Trading voraus.',
    disclosure: 'Woraus sich die Punktzahl ergibt',
    parts: {
      'Trading Experience': 'Trading-Erfahrung',
      'Trading Knowledge': 'Vorwissen zum Trading',
      'Financial Situation': 'Finanzielle Lage',
      'Financial Confidence': 'Zuversicht in Geldfragen',
      'Trading Readiness': 'Bereitschaft zum Trading',
      'Daily Time Commitment': 'Tägliche Zeit',
    },
    points: (points, maxPoints) => `${points} von ${maxPoints}`,
    method:
      'Jede Antwort hat eine feste Punktzahl. Eine ausgelassene Frage hat keine Punkte. Andere Antworten zählen nicht.',
  },

  comparison: {
    title: 'Von heute bis zu Ihrem Ziel',
    now: 'Jetzt',
    goal: 'Ziel',
    meters: [
      { title: 'Trading-Können', labels: ['Trading Experience', 'Trading Knowledge'] },
      { title: 'Finanzielle Zuversicht', labels: ['Financial Confidence', 'Financial Situation'] },
    ],
    ends: { low: 'Niedrig', high: 'Hoch' },
    levels: ['Niedrig', 'Eher niedrig', 'Mittel', 'Eher hoch', 'Hoch'],
    gainExplanation:
      'Die Verbesserung, die dieser Plan anstrebt, gemessen an Ihrem eigenen Ausgangspunkt. Es ist ein Ziel, keine Vorhersage.',
    gainLabel: (gain) => `${gain} gegenüber Ihrem Ausgangspunkt. Mehr zu dieser Zahl`,
    note: 'Keine Garantie und kein Ergebnisversprechen.',
  },

  program: {
    title: 'Trading ist einfacher, als Sie denken',
    subtitle: 'Ein Programm für vier Tage',
    subtitlePaced: (pace) => `Ein Programm für vier Tage mit ${pace}`,
    days: [
      {
        icon: 'screen',
        day: 'Tag\u00a01',
        title: 'PRAKTISCHE HILFSMITTEL',
        text: 'Ihre erste Übungsorder aufgeben.',
      },
      {
        icon: 'candles',
        day: 'Tag\u00a02',
        title: 'CHARTS LESEN',
        text: 'Kerzen und Trends lesen.',
      },
      {
        icon: 'sprout',
        day: 'Tag\u00a03',
        title: 'VERMÖGEN AUFBAUEN',
        text: 'Zinseszins und Gewohnheiten.',
      },
      {
        icon: 'compass',
        day: 'Tag\u00a04',
        title: 'TRADING-ENTSCHEIDUNGEN',
        text: 'Ein- und Ausstieg planen.',
      },
    ],
    riskNote: 'Nur zu Bildungszwecken. Trading birgt ein hohes Risiko, Kapital zu verlieren.',
    bullets: ['Start mit 20\u00a0$', 'Kein Finanzstudium nötig', 'Sie müssen kein Marktexperte sein'],
  },

  plans: {
    title: 'Wählen Sie Ihren Plan',
    subtitle: 'Besonderes Angebot für begrenzte Zeit',
    mostPopular: 'AM BELIEBTESTEN',
    before: 'Vorher:',
    saving: (percent) => `−${percent}\u00a0%`,
    afterwards: (price, period) => `Danach ${period} ${price}`,
    perDay: (price) => `${price} pro Tag`,
    perDayTooltip: 'Mehr zum Preis pro Tag',
    perDayExplanation:
      'Der Preis des ersten Zeitraums, geteilt durch seine Tage. Sie bezahlen den ganzen Zeitraum auf einmal.',
  },

  buy: {
    action: 'SOFORT ZUGANG ERHALTEN',
    busy: 'Wird bearbeitet …',
    chargedToday: (price) => `Heute fällig: ${price}`,
    nextCharge: (price, date) => `Nächste Abbuchung: ${price} am ${date}.`,
    renewsAutomatically: 'Verlängert sich automatisch.',
    cancel:
      'Jederzeit in Ihren Profileinstellungen kündbar, bis 24\u00a0Stunden vor Ende des Zeitraums. Bis dahin behalten Sie den Zugang.',
    securePayment: 'Sichere Zahlung',
    secureNote: 'Verschlüsselte Verbindung. Kartendaten gehen direkt an den Zahlungsdienstleister.',
    terms: [
      'Indem Sie fortfahren, akzeptieren Sie die ',
      { tab: 'terms', name: 'Nutzungsbedingungen' },
      ' und die ',
      { tab: 'subscription', name: 'Abonnementbedingungen' },
      '.',
    ],
    failed: 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es erneut.',
    failedTitle: 'Fehler',
  },

  orderBar: {
    label: 'Ihr gewählter Plan',
    action: 'BESTELLEN',
  },

  benefits: {
    title: 'Das bekommen Sie',
    items: [
      { scene: 'lessons', text: 'Die wichtigsten Begriffe und Regeln des Tradings' },
      { scene: 'questions', claim: 'lessonCount' },
      { scene: 'simulator', text: 'Trading-Simulator mit echten Daten' },
      { scene: 'challenges', text: 'Persönliche Übungsaufgaben' },
    ],
  },

  reviews: {
    title: 'Das sagen Lernende',
    starsLabel: (stars) => `${stars} von 5 Sternen`,
    // Sample content: these people are fictional. Before launch, replace them with real reviews published with consent.
    samples: [
      {
        name: 'Marta K.',
        title: 'Endlich ergibt es Sinn',
        text: 'Zehn Minuten am Tag im Zug. Ich kann jetzt einen Chart lesen und weiß, warum ich von einem Trade die Finger lassen würde.',
        stars: 5,
      },
      {
        name: 'Jonas R.',
        title: 'Der Simulator lohnt sich',
        text: 'Jeden Anfängerfehler habe ich zuerst mit Spielgeld gemacht. Nur mehr Lektionen über Gebühren hätte ich mir gewünscht.',
        stars: 4,
      },
      {
        name: 'Priya S.',
        title: 'Ruhig und klar',
        text: 'Kein Geschrei, kein schnelles Geld. Kleine Lektionen, danach jeweils eine Frage, und ein Plan, den ich einhalten konnte.',
        stars: 5,
      },
    ],
  },

  guarantee: {
    title: '30-Tage-Geld-zurück-Garantie',
    conditions: 'Bedingungen der Erstattung ansehen',
  },

  access: {
    title: 'Überall verfügbar',
    text: 'Lernen Sie am Telefon, Tablet oder Computer. Ihr Fortschritt begleitet Sie.',
    badges: [
      { kind: 'appStore', over: 'Laden im', name: 'App Store' },
      { kind: 'googlePlay', over: 'Jetzt bei', name: 'Google Play' },
      { kind: 'app', over: 'Öffnen:', name: 'Web-App' },
    ],
  },

  warnings: {
    title: 'Bitte lesen Sie dies',
    items: [
      `${brand.name} vermittelt Wissen. Das Angebot dient nur Bildungszwecken. Wir sind kein zugelassenes Wertpapierunternehmen und geben keine Anlageberatung.`,
      'Trading birgt ein hohes Risiko, Kapital zu verlieren. Handeln Sie nie mit Geld, dessen Verlust Sie sich nicht leisten können.',
      'Ergebnisse sind nicht garantiert. Simulierte und hypothetische Ergebnisse sagen nicht, was echtes Trading gebracht hätte.',
    ],
  },

  emailDialog: {
    title: 'E-Mail-Adresse eingeben',
    text: 'Wir brauchen Ihre E-Mail-Adresse, um den Kauf abzuschließen und die Bestellbestätigung zu senden.',
    label: 'E-Mail-Adresse',
    placeholder: 'Ihre E-Mail-Adresse',
    cancel: 'Abbrechen',
    close: 'Schließen',
    submit: 'Weiter zur Bestellung',
    errors: { required: invalidEmail, invalid: invalidEmail },
    suggestion: (email) => `Meinten Sie ${email}?`,
  },

  changeEmailDialog: {
    title: 'E-Mail-Adresse ändern',
    text: 'Ihr Plan und Ihre Antworten bleiben, wie sie sind.',
    label: 'E-Mail-Adresse',
    placeholder: 'Ihre E-Mail-Adresse',
    cancel: 'Abbrechen',
    close: 'Schließen',
    submit: 'Adresse speichern',
    errors: { required: invalidEmail, invalid: invalidEmail },
    suggestion: (email) => `Meinten Sie ${email}?`,
  },

  paymentDialog: {
    title: 'Zahlungsdaten',
    loading: 'Das Zahlungsformular wird geladen …',
    retry: 'Erneut versuchen',
  },

  legal: {
    title: 'Rechtliche Hinweise',
    links: [
      { tab: 'terms', name: 'Nutzungsbedingungen' },
      { tab: 'privacy', name: 'Datenschutzerklärung' },
      { tab: 'subscription', name: 'Abonnementbedingungen' },
      { tab: 'disclaimer', name: 'Haftungsausschluss' },
    ],
    failed: 'Die Rechtstexte konnten nicht geladen werden.',
    loading: 'Wird geladen …',
    retry: 'Erneut versuchen',
    close: 'Schließen',
  },
};
