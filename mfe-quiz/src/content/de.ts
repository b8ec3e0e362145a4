import { brand } from '@funnel/contracts/brand';

import type { Content } from './content-types.ts';

export const de: Content = {
  questions: {
    '/': {
      title: '28-Tage-Trading-Challenge',
      sub: 'Lernen Sie Schritt für Schritt zu traden, mit einem Plan, der zu Ihnen passt.',
      question: 'Haben Sie schon einmal getradet?',
      options: { yes: 'JA', no: 'NEIN' },
    },
    '/step-1': {
      title: 'Wie alt sind Sie?',
      options: { '18-24': '18–24', '25-34': '25–34', '35-44': '35–44', '45+': '45+' },
    },
    '/step-2': {
      title: 'Welche Einkommensquelle ist Ihnen am vertrautesten?',
      options: { employment: 'Vollzeitstelle', passive: 'Passives Einkommen', other: 'Etwas anderes' },
    },
    '/step-3': {
      title: 'Wie empfinden Sie Ihre finanzielle Lage?',
      options: {
        comfortable: 'Ich komme gut zurecht',
        stability: 'Ich wünsche mir mehr Stabilität',
        struggle: 'Es fällt mir schwer, meine finanziellen Ziele zu erreichen',
      },
    },
    '/step-4': {
      title: 'Möchten Sie wohlhabend in den Ruhestand gehen?',
      options: {
        retired: 'Ich bin schon im Ruhestand',
        'unsure-how': 'Ja, aber ich weiß nicht wie',
        'not-considered': 'Ich habe noch nicht an den Ruhestand gedacht',
      },
    },
    '/step-5': {
      title: 'Wie zuversichtlich sehen Sie Ihrer finanziellen Zukunft entgegen?',
      options: {
        very: 'Sehr zuversichtlich',
        somewhat: 'Einigermaßen zuversichtlich',
        'not-at-all': 'Gar nicht zuversichtlich',
      },
    },
    '/step-6': {
      title: 'Haben Sie manchmal Angst, etwas zu verpassen?',
      sub: 'Etwa wenn andere von einem Kurs erzählen, der sich über Nacht verdoppelt hat.',
      options: {
        'all-the-time': 'Ja, ständig',
        sometimes: 'Manchmal',
        rarely: 'Selten',
        'not-at-all': 'Überhaupt nicht',
      },
    },
    '/step-7': {
      title: 'Wissen Sie, wie Trading funktioniert?',
      options: {
        experienced: 'Erfahren, möchte aber besser werden',
        heard: 'Ich habe davon gehört',
        learn: 'Nein, aber ich möchte mehr darüber lernen',
      },
    },
    '/step-8': {
      title: 'Wovor haben Sie beim Trading am meisten Angst?',
      options: {
        losing: 'Geld zu verlieren',
        'not-knowing': 'Nicht zu wissen, worin ich anlegen soll',
        'missing-out': 'Etwas zu verpassen (FOMO)',
        complicated: 'Dass es mir zu kompliziert ist',
      },
    },
    '/step-9': {
      title: 'Was interessiert Sie beim Trading am meisten?',
      options: {
        timing: 'Der richtige Zeitpunkt für Kauf und Verkauf',
        assets: 'Verschiedene Arten von Anlagen',
        risks: 'Risiken und Chancen',
        unsure: 'Das weiß ich noch nicht',
      },
    },
    '/step-10': {
      title: 'Welche Unternehmen interessieren Sie?',
      sub: 'Mehrere Antworten sind möglich',
      options: {
        netflix: 'Netflix',
        tesla: 'Tesla',
        apple: 'Apple',
        amazon: 'Amazon',
        mcdonalds: 'McDonalds',
        shell: 'Shell',
        exxon: 'Exxon',
        microsoft: 'Microsoft',
        google: 'Google',
        pfizer: 'Pfizer',
      },
    },
    '/step-11': {
      title: 'Welche Hilfsmittel würden Ihnen am meisten nützen?',
      sub: 'Mehrere Antworten sind möglich',
      options: {
        tips: 'Regelmäßige Tipps und Hinweise zum Trading',
        coach: 'KI-Trading-Coach',
        plan: 'Persönlicher Lernplan',
        simulator: 'Virtueller Trading-Simulator ohne Risiko',
      },
    },
    '/step-12': {
      title: 'Wie viel möchten Sie mit Trading verdienen?',
      options: {
        '30-50': '30.000\u00a0$ bis 50.000\u00a0$',
        '50-100': '50.000\u00a0$ bis 100.000\u00a0$',
        '100+': 'Mehr als 100.000\u00a0$',
      },
    },
    '/step-13': {
      title: 'Was würden Sie mit einem zusätzlichen Einkommen aus Trading tun?',
      options: {
        bills: 'Rechnungen oder Kredite bezahlen',
        invest: 'Anlegen und vermehren',
        enjoy: 'Das Leben genießen',
        save: 'Für unerwartete Ausgaben sparen',
      },
    },
    '/step-14': {
      title: 'Wie bereit sind Sie für das Trading?',
      sub: 'Es gibt keine falsche Antwort.',
      options: {
        completely: 'Völlig bereit',
        ready: 'Bereit',
        somewhat: 'Einigermaßen bereit',
        'not-ready': 'Noch nicht bereit',
      },
    },
    '/step-15': {
      title: 'Gibt es etwas Besonderes, das Sie erreichen möchten?',
      subClaim: 'goalLikelihood',
      sub: 'Ein Ziel erreicht man eher, wenn man sich auf etwas freuen kann.',
      options: {
        house: 'Ein Haus kaufen',
        wedding: 'Eine perfekte Hochzeit',
        vacation: 'Urlaub',
        car: 'Ein Auto kaufen',
        retirement: 'Ein sorgenfreier Ruhestand',
      },
    },
    '/step-16': {
      title: 'Wie viel Zeit möchten Sie für Ihr Ziel aufwenden?',
      options: {
        min5: '5\u00a0Min. am Tag',
        min10: '10\u00a0Min. am Tag',
        min15: '15\u00a0Min. am Tag',
        min20: '20\u00a0Min. am Tag',
      },
    },
  },
  slides: {
    '/stats-slide': {
      title: `Mit ${brand.name} lernen Menschen mit und ohne Erfahrung`,
      titleClaim: 'users',
      socialProof: {
        quote:
          'Gute Trader entscheiden zuerst, wie viel sie riskieren, und erst dann, wie viel sie gewinnen wollen.',
        author: `Die Lehrenden von ${brand.name}`,
        mediaLabel: 'In der Presse',
      },
    },
    '/info-1': {
      title: 'Ein Plan für Ihre finanzielle Zukunft beginnt klein',
      titleClaim: 'worriedAboutFuture',
      sub: 'Zu wissen, wie Märkte funktionieren, ist ein ruhiger Schritt, um das eigene Geld besser im Griff zu haben.',
      points: [
        { icon: 'clock', text: 'Kurze Lektionen, wenige Minuten am Tag' },
        { icon: 'screen', text: 'Üben ganz ohne echtes Geld' },
      ],
    },
    '/info-2': {
      title: 'Die besten Hilfsmittel, um mit Zuversicht zu traden',
      sub: 'Alles, was Sie zum Üben brauchen, bevor es um Ihr eigenes Geld geht.',
      points: [
        { icon: 'bulb', text: 'Regelmäßige Tipps und Hinweise zum Trading' },
        { icon: 'spark', text: 'KI-Trading-Coach' },
        { icon: 'map', text: 'Persönlicher Lernplan' },
        { icon: 'screen', text: 'Virtueller Trading-Simulator ohne Risiko' },
      ],
    },
    '/info-3': {
      title: 'Wir haben genau das, was Sie brauchen!',
      sub: 'Von den Grundlagen bis zu fortgeschrittenen Strategien: kurze Lektionen, die aufeinander aufbauen, in Ihrem Tempo.',
      points: [
        { icon: 'book', text: 'Grundlagen in einfachen Worten' },
        { icon: 'candles', text: 'Charts lesen, Kerze für Kerze' },
        { icon: 'rise', text: 'Fortgeschrittene Strategien, im Simulator erprobt' },
      ],
    },
  },
  loading: {
    title: 'Ihre persönliche Challenge entsteht …',
    progress: 'Ihre persönliche Challenge entsteht',
    percent: (value) => `${value}\u00a0%`,
    lines: ({ goal, time }) => [
      'Ihre Antworten werden gelesen',
      goal ? `Ihr Ziel wird festgelegt: ${goal}` : 'Ihr Ziel wird festgelegt',
      time ? `Ihr Plan wird erstellt: ${time}` : 'Ihre tägliche Zeit wird geplant',
      'Ihre Seite mit dem Plan wird vorbereitet',
    ],
    // Sample content: replace with a real review before going live.
    testimonial: {
      text: 'Mehr als zehn Minuten am Tag hatte ich nicht. Die Lektionen sind kurz, und im Simulator durfte ich meine Fehler kostenlos machen.',
      author: 'Marta, 34',
      stars: 5,
      starsLabel: '5 von 5 Sternen',
    },
  },
  email: {
    title: 'Wohin dürfen wir Ihren persönlichen Trading-Plan senden?',
    label: 'Ihre E-Mail-Adresse',
    placeholder: 'Ihre E-Mail-Adresse',
    free: '(KOSTENLOS)',
    privacy: 'Wir geben Ihre E-Mail niemals weiter',
    benefits: [
      { icon: 'map', text: 'Persönlicher Trading-Plan' },
      { icon: 'target', text: 'Erfolgseinschätzung mit Punktzahl' },
      { icon: 'calendar', text: 'Erste Trading-Aufgabe für 7\u00a0Tage' },
    ],
    errors: {
      required: {
        title: 'E-Mail-Adresse fehlt',
        description: 'Bitte geben Sie Ihre E-Mail-Adresse ein, um fortzufahren',
      },
      invalid: {
        title: 'Ungültige E-Mail-Adresse',
        description: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      },
    },
    suggestion: (email) => `Meinten Sie ${email}?`,
  },
  claims: {
    users: { text: `Mehr als 1.000.000 Menschen nutzen ${brand.name}`, footnote: null },
    usersChose: {
      text: `Mehr als 1 Million Menschen haben sich für ${brand.name} entschieden`,
      footnote: null,
    },
    worriedAboutFuture: {
      text: '77\u00a0% der Menschen sorgen sich um ihre finanzielle Zukunft',
      footnote: 'Laut der Umfrage einer Bank.',
    },
    reviewScore: { text: '4,6', footnote: 'Zufriedenheitswert auf einem Bewertungsportal' },
    usersChoice: { text: 'Favorit der Nutzer', footnote: null },
  },
  actions: { next: 'Weiter', nextStep: 'WEITER' },
  proofs: {
    pace: 'Die Lektionen dauern 5 bis 20 Minuten am Tag: Sie wählen.',
    simulator: 'Sie üben im Simulator, ohne echtes Geld.',
    plan: 'Ihre Antworten bestimmen, wo Ihr Plan beginnt.',
    privacy: 'Nach Ihrer E-Mail fragen wir erst bei der letzten Frage.',
    beginner: 'Zum Anfangen brauchen Sie kein Finanzstudium.',
    data: 'Der Simulator arbeitet mit echten Daten.',
  },
  chosenCount: (count) => `${count} ausgewählt`,
  scoreLabel: (score) => `${score} von 5 Sternen`,
  resume: {
    question: 'Willkommen zurück! Dort weitermachen, wo Sie aufgehört haben?',
    welcome: 'Willkommen zurück!',
    continue: 'Weiter',
    startOver: 'Neu beginnen',
  },
  footer: {
    label: 'Rechtliches',
    links: [
      { tab: 'terms', text: 'Nutzungsbedingungen' },
      { tab: 'privacy', text: 'Datenschutzerklärung' },
      { tab: 'subscription', text: 'Abonnementbedingungen' },
    ],
    warning: 'Nur zu Bildungszwecken. Trading birgt ein hohes Risiko, Kapital zu verlieren.',
    title: 'Rechtliche Hinweise',
    loading: 'Wird geladen …',
    failed: 'Dieser Text konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    close: 'Schließen',
  },
};
