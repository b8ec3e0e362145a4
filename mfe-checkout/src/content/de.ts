import { de as catalog, firstTaskLines } from '@funnel/contracts/content/de';

import type { Content } from './en.ts';

const invalidEmail = {
  title: 'Ungültige E-Mail-Adresse',
  description: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
};
const error = (description: string) => ({ title: 'Fehler', description });

export const de: Content = {
  catalog,
  support: (email) => `Fragen? Schreiben Sie an ${email}`,
  checkout: {
    title: 'Bestellung abschließen',
    secure: 'Sicher bezahlen',
    summary: {
      title: 'Bestellübersicht',
      originalPrice: 'Ursprünglicher Preis',
      save: (amount) => `Sie sparen ${amount}`,
      perDay: (amount) => `Nur ${amount} pro Tag`,
      total: 'Gesamt',
      email: 'E-Mail-Adresse',
      emailMissing: 'Nicht angegeben',
      change: 'Ändern',
      changeEmail: 'E-Mail-Adresse ändern',
      planId: 'Plan-Nr.',
    },
    emailDialog: {
      title: 'E-Mail-Adresse ändern',
      text: 'Ihr Plan und Ihre Antworten bleiben, wie sie sind. Das Zahlungsformular öffnet sich für die neue Adresse noch einmal.',
      label: 'E-Mail-Adresse',
      placeholder: 'Ihre E-Mail-Adresse',
      cancel: 'Abbrechen',
      close: 'Schließen',
      submit: 'Adresse speichern',
      errors: { required: invalidEmail, invalid: invalidEmail },
      suggestion: (email) => `Meinten Sie ${email}?`,
    },
    paymentTitle: 'Zahlungsdaten',
    cards: { label: 'Akzeptierte Karten', names: ['Visa', 'Mastercard', 'Amex'] },
    guarantee: {
      title: '30-Tage-Geld-zurück-Garantie',
      conditions: 'Bedingungen der Erstattung ansehen',
      loading: 'Wird geladen …',
      close: 'Schließen',
      failed: (supportEmail: string) =>
        `Die Bedingungen konnten nicht geladen werden. Versuchen Sie es erneut, oder schreiben Sie an ${supportEmail}.`,
      retry: 'Erneut versuchen',
    },
  },
  payment: {
    discountEnded: 'Der Rabatt ist abgelaufen. Jetzt gilt der volle Preis.',
    terms: {
      today: (amount) => `${amount} werden heute abgebucht.`,
      totalToday: 'Der Gesamtbetrag wird heute abgebucht.',
      renewal: 'Ihr Abonnement verlängert sich automatisch.',
      cancel:
        'Jederzeit in Ihren Profileinstellungen kündbar, bis 24\u00a0Stunden vor Ende des Zeitraums. Bis dahin behalten Sie den Zugang.',
      secure: 'Sichere, mit SSL verschlüsselte Zahlung',
    },
    legal: {
      title: 'Rechtliche Hinweise',
      loading: 'Wird geladen …',
      failed: 'Die Rechtstexte konnten nicht geladen werden.',
      retry: 'Erneut versuchen',
      close: 'Schließen',
    },
    loading: 'Das Zahlungsformular wird geladen …',
    retry: 'Erneut versuchen',
    openAgain: 'Neues Zahlungsformular öffnen',
    expiredTitle: 'Zahlungsformular abgelaufen',
    seePayment: 'Zu Ihrer Zahlung',
    backToOffer: 'Zurück zu Ihrem Plan',
    charge: {
      none: 'Es wurde nichts abgebucht.',
      unknown:
        'Wenn Sie schon bezahlt haben, zahlen Sie bitte nicht noch einmal: Suchen Sie die Bestätigungs-E-Mail.',
    },
    showsServiceDetails: false,
    errorTitle: 'Fehler',
    unknownError: 'Unbekannter Fehler',
    failedInDialog: 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es erneut.',
    noClientSecret: 'Das Zahlungsformular konnte nicht geöffnet werden',
    // For the log, which is in English.
    noClientSecretCause: 'No client secret received from the server',
    failures: {
      'not-configured': {
        message: 'Die Zahlung mit Stripe ist nicht richtig eingerichtet',
        toast: error(
          'Die Zahlung mit Stripe ist nicht richtig eingerichtet. Bitte wenden Sie sich an den Betreiber.',
        ),
      },
      'email-required': {
        message: 'Für die Bestellung wird eine E-Mail-Adresse benötigt',
        toast: error('Bitte gehen Sie zurück und geben Sie Ihre E-Mail-Adresse an.'),
      },
      'email-rejected': {
        message: 'Diese E-Mail-Adresse wurde nicht angenommen',
        toast: error('Bitte gehen Sie zurück und geben Sie eine andere E-Mail-Adresse an.'),
      },
      'already-paid': {
        message: 'Sie haben diesen Kauf bereits abgeschlossen.',
        toast: { title: 'Bereits bezahlt', description: 'Sie haben diesen Kauf bereits abgeschlossen.' },
      },
      'session-expired': {
        message: 'Dieses Zahlungsformular gilt nicht mehr, und mit ihm wurde nichts bezahlt.',
        toast: {
          title: 'Zahlungsformular abgelaufen',
          description: 'Bitte öffnen Sie ein neues Zahlungsformular.',
        },
      },
      'session-failed': {
        message: 'Es ist ein Fehler aufgetreten',
        toast: error('Die Zahlung konnte nicht vorbereitet werden. Bitte versuchen Sie es erneut.'),
      },
      'form-load-failed': {
        message: 'Das Zahlungsformular konnte nicht geladen werden',
        toast: error('Das Zahlungsformular konnte nicht geladen werden. Bitte versuchen Sie es erneut.'),
      },
    },
  },
  /** On the checkout and below the first task. */
  riskNote: 'Nur zu Bildungszwecken. Trading birgt ein hohes Risiko, Kapital zu verlieren.',
  success: {
    paid: {
      title: 'Zahlung erfolgreich!',
      thanks: (plan) => `Vielen Dank für Ihren Kauf: ${plan}.`,
      confirmation: (email) => `Wir haben eine Bestätigung an ${email} gesendet.`,
      emailFallback: 'Ihre E-Mail-Adresse',
      proof: 'Willkommen! Sie können heute mit Tag\u00a01 beginnen.',
      receipt: 'Beleg',
      plan: 'Plan',
      amount: 'Heute bezahlt',
      tax: 'Darin enthaltene Steuer',
      transaction: 'Transaktionsnummer',
      copy: 'Kopieren',
      copyTransaction: 'Transaktionsnummer kopieren',
      copied: 'Kopiert',
      copyFailed: 'Kopieren ist hier gesperrt, daher sehen Sie die ganze Nummer.',
      print: 'Beleg drucken',
      activate: 'Jetzt Ihr Konto aktivieren',
      home: 'Zur Startseite',
      portal: 'Abonnement verwalten',
      portalText:
        'Kündigen können Sie in Ihren Profileinstellungen oder bei unserem Zahlungsdienstleister, wo Sie auch Rechnungen und Karten finden.',
    },
    nextSteps: {
      title: 'Ihre nächsten drei Schritte',
      steps: [
        {
          title: 'Konto aktivieren',
          text: 'Die Schaltfläche oben öffnet die App mit Ihrem Plan.',
        },
        {
          title: 'Mit Tag\u00a01 beginnen',
          text: 'Ihre erste Aufgabe steht unten.',
        },
        {
          title: 'Bestätigung aufbewahren',
          text: 'Die E-Mail enthält Ihre Transaktionsnummer und sagt, wie Sie kündigen.',
        },
      ],
    },
    firstTask: {
      title: 'Ihre erste Trading-Aufgabe für 7\u00a0Tage',
      defaultTime: (minutes) => `Etwa ${minutes}\u00a0Minuten am Tag. Sie brauchen kein echtes Geld.`,
      chosenTime: (minutes) =>
        `Nach Ihren Antworten ausgewählt, etwa ${minutes}\u00a0Minuten am Tag. Sie brauchen kein echtes Geld.`,
      day: (number) => `Tag\u00a0${number}`,
      lines: firstTaskLines,
      print: 'Aufgabe drucken',
    },
    confirming: {
      title: 'Ihre Zahlung wird bestätigt',
      initial: 'Das dauert einige Sekunden. Bitte lassen Sie diese Seite geöffnet.',
      processing:
        'Ihre Bank bearbeitet die Zahlung noch. Diese Seite prüft von selbst weiter; außerdem erhalten Sie eine E-Mail, sobald die Zahlung bestätigt ist.',
      unreachable:
        'Unser Dienst ist im Moment nicht erreichbar. Diese Seite versucht es von selbst erneut; bitte zahlen Sie nicht ein zweites Mal.',
      checking: 'Ihre Zahlung wird geprüft …',
      checkingAgain: 'Wird erneut geprüft …',
      checkNow: 'Jetzt prüfen',
    },
    'not-completed': {
      title: 'Zahlung nicht abgeschlossen',
      text: 'Für diese Bestellung wurde nichts abgebucht. Sie können zur Bestellung zurückgehen und es erneut versuchen.',
      back: 'Zurück zur Bestellung',
    },
    unknown: {
      title: 'Wir konnten diese Zahlung nicht finden',
      text: 'Die Adresse dieser Seite gehört zu keiner Zahlung. Wenn bei Ihnen etwas abgebucht wurde, schreiben Sie uns, und wir klären das:',
    },
  },
};
