import { brand } from '@funnel/contracts/brand';

import type { Copy } from './en.ts';

export const de: Copy = {
  home: `${brand.name}, zum Anfang`,
  back: 'Zurück',
  progress: 'Fortschritt',
  counter: (step, steps) => `Schritt ${step} von ${steps}`,
  loading: 'Wird geladen …',
  close: 'Schließen',
  toast: 'Mitteilung',
  toastRegion: 'Mitteilungen ({hotkey})',
  consent: {
    label: 'Datenschutzeinstellung',
    text: 'Dürfen wir Werbung messen? Werbeplattformen erfahren dann Ihre Schritte und Ihre E-Mail nur als Einweg-\u2060Hash. Ablehnen ändert nichts.',
    readMore: 'Datenschutz',
    decline: 'Ablehnen',
    accept: 'Zustimmen',
    change: 'Datenschutzeinstellungen',
    dialog: 'Rechtliche Hinweise',
    unavailable: {
      title: 'Die Datenschutzerklärung konnte nicht geladen werden',
      description: 'Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    },
  },
  remoteError: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Ihre Antworten sind gespeichert. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
  preview: {
    label: 'Vorschau',
    text: (setId) =>
      `Sie sehen den Stand ${setId}, bevor er veröffentlicht wird. Ihr Besuch wird in der Statistik nicht gezählt.`,
    end: 'Vorschau beenden',
  },
  notFound: {
    code: '404',
    title: 'Hoppla! Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts. Ihre Antworten sind gespeichert.',
    home: 'Zur Startseite',
    log: (path) => `Page not found: ${path}`,
  },
  fatalError: {
    title: 'Unerwarteter Fehler',
    text: 'Ihre Antworten sind gespeichert. Bitte laden Sie die Seite neu.',
    reload: 'Neu laden',
  },
};
