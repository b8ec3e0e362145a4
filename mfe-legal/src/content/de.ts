import { brand } from '@funnel/contracts/brand';

import { en, type Content } from './en.ts';
import type { Summary, TextName } from './legal-text.ts';

const summaries: Readonly<Record<TextName, Summary>> = {
  terms: {
    title: 'Nutzungsbedingungen',
    points: [
      `${brand.name} vermittelt Wissen über Trading und gibt keine Anlageberatung. Trading birgt ein hohes Risiko, Kapital zu verlieren.`,
      'Sie müssen mindestens 18 Jahre alt sein und Verträge schließen können.',
      'Der Zugang ist ein Abonnement: Der erste Zeitraum wird beim Kauf zu dem Preis bezahlt, der beim Bestellen angezeigt wird. Danach verlängert es sich automatisch zum vollen Preis, bis Sie kündigen. Kündigen können Sie bis 24\u00a0Stunden vor Ende des laufenden Zeitraums.',
      'Sie dürfen die Inhalte für Ihr eigenes Lernen nutzen. Kopieren, Verkaufen, Weitergeben und automatisches Auslesen sind nicht erlaubt; bei Verstößen können wir ein Konto sperren.',
      'Unsere Haftung ist beschränkt, soweit das Gesetz es zulässt. Rechte, die Ihnen als Verbraucher zwingend zustehen, bleiben unberührt.',
      'Es gilt das Recht von Wyoming, USA. Als Verbraucher behalten Sie den zwingenden Schutz des Rechts an Ihrem Wohnort.',
    ],
  },
  privacy: {
    title: 'Datenschutzerklärung',
    points: [
      'Wir erfahren Ihre Antworten, Ihre E-Mail-Adresse, Ihre Käufe und wie Sie diese Website nutzen. Kartendaten sehen und speichern wir nie. Ihre E-Mail-Adresse verkaufen wir nicht.',
      'Ihre Antworten, Ihr Ziel und Ihre E-Mail-Adresse liegen im lokalen Speicher Ihres Browsers; was Sie davon zuletzt abgeschickt haben, liegt auch in seiner Datenbank (IndexedDB), damit es nicht verloren geht und nicht doppelt gesendet wird.',
      'Eigene Cookies merken sich Ihren Besuch, Ihre Währung, die Version dieser Website, die gewählte Sprache, die Frist Ihres Angebots, Ihre Datenschutzeinstellung, die Kampagne oder Website, über die Sie kamen, und 400 Tage lang Ihre Käufe, damit Sie nicht doppelt zahlen. Soweit wir unsere Werbung messen dürfen, kommen 90 Tage lang eine Kennung Ihres Browsers für Werbeplattformen, Ihr letzter Klick auf eine Anzeige und Ihre Sitzung für Google Analytics hinzu; wenn Sie einen Vorschau-Link unseres Teams öffnen, bis zu einen Tag lang die gezeigte Version. Beim Bezahlen kann das Skript des Zahlungsdienstleisters eigene Cookies setzen, um Betrug zu verhindern.',
      'Wir nutzen die Daten, um Ihren Plan zu erstellen, Ihren Kauf zu erfüllen, Ihnen zu schreiben, Missbrauch zu verhindern und gesetzliche Pflichten zu erfüllen; für die Messung unserer Werbung, soweit erforderlich, nur mit Ihrer Einwilligung. Sie können sie jederzeit widerrufen.',
      'Daten erhalten der Zahlungsdienstleister, Anbieter von Hosting und E-Mail und, soweit eingewilligt, Werbeplattformen (Ihre E-Mail-Adresse nur als Hashwert). Einige davon sitzen außerhalb Ihres Landes.',
      'Sie können Auskunft, Berichtigung, Löschung, Einschränkung und Übertragung Ihrer Daten verlangen, der Verarbeitung widersprechen und sich bei Ihrer Datenschutzbehörde beschweren.',
    ],
  },
  subscription: {
    title: 'Abonnementbedingungen',
    points: [
      'Das Abonnement beginnt mit einem bezahlten ersten Zeitraum zum Aktionspreis. Der Aktionspreis gilt nur für diesen Zeitraum. Ist er vor dem Kauf abgelaufen, gilt der volle Preis vom ersten Zeitraum an.',
      'Danach verlängert es sich automatisch, jeweils um den Zeitraum Ihres Plans und zum vollen Preis, bis Sie kündigen. Es zählt, was Ihnen beim Bestellen angezeigt wurde.',
      'Kündigen Sie spätestens 24\u00a0Stunden vor Ende des laufenden Zeitraums dort, wo Sie gekauft haben. Der Zugang bleibt bis zum Ende des Zeitraums. Das Löschen der App ist keine Kündigung.',
      'Geld-zurück-Garantie: Sie erhalten den ersten Kauf vollständig erstattet, wenn Sie es innerhalb von 30\u00a0Tagen und vor Ende des ersten Zeitraums verlangen und den Lernfortschritt aus der Tabelle unten nachweisen.',
      'Wenn Sie im Europäischen Wirtschaftsraum oder in der Schweiz leben, können Sie den Kauf innerhalb von 14\u00a0Tagen ohne Angabe von Gründen widerrufen. Haben Sie den Dienst schon genutzt, kann die Erstattung anteilig gekürzt werden.',
    ],
  },
  disclaimer: {
    title: 'Haftungsausschluss',
    points: [
      'Wir garantieren und versprechen keine Ergebnisse, kein Einkommen und keinen Gewinn.',
      `${brand.name} ist kein zugelassenes Wertpapierunternehmen, kein Broker und kein Finanzberater. Sprechen Sie mit einer zugelassenen Fachperson, bevor Sie über Ihr eigenes Geld entscheiden.`,
      'Alle Inhalte dienen nur der Bildung und sind keine Empfehlung, etwas zu kaufen oder zu verkaufen.',
      'Trading birgt ein hohes Risiko, Kapital zu verlieren. Handeln Sie nie mit Geld, dessen Verlust Sie sich nicht leisten können.',
      'Ergebnisse im Simulator sind hypothetisch. Vergangene Ergebnisse sagen nichts über die Zukunft.',
    ],
  },
};

export const de: Content = {
  title: 'Rechtliche Hinweise',
  close: 'Schließen',
  tabsLabel: 'Rechtstexte und Hilfe',
  tabs: {
    terms: { label: 'Nutzung', icon: 'document' },
    privacy: { label: 'Datenschutz', icon: 'lock', shortLabel: 'Daten' },
    subscription: { label: 'Abonnement', icon: 'card', shortLabel: 'Abo' },
    disclaimer: { label: 'Haftung', icon: 'warning' },
    support: { label: 'Hilfe', icon: 'support', shortLabel: null },
    account: { label: 'Konto', icon: 'user', shortLabel: null },
  },
  texts: en.texts,
  summaryOf: (name) => summaries[name],
  fullText: 'Vollständiger Text (Englisch)',
  governing:
    'Diese Zusammenfassung soll Ihnen das Lesen erleichtern. Maßgeblich ist der englische Text darunter. Rechte, die Ihnen als Verbraucher zwingend zustehen, bleiben unberührt.',
  effective: (date) => `Gültig ab ${date}`,
  lastUpdated: (date) => `Zuletzt geändert: ${date}`,
  support: {
    title: 'Hilfe',
    text: `Haben Sie Fragen zu ${brand.name}, zu einer Zahlung oder zu Ihrem Konto? Schreiben Sie uns; Ihre Nachricht liest ein Mensch.`,
    write: 'Schreiben Sie an',
    hint: 'Wenn es um eine Zahlung geht, nennen Sie bitte die E-Mail-Adresse, mit der Sie bezahlt haben.',
  },
  account: {
    title: 'Haben Sie schon ein Konto?',
    text: 'Ihre Lektionen und Ihr Abonnement finden Sie in der Web-App. Sie öffnet sich in einem neuen Tab.',
    login: 'Ja, zur Anmeldung',
    stay: 'Nein, weiter mit dem Quiz',
    portal: 'Abonnement verwalten',
    portalText:
      'Kündigen können Sie in Ihren Profileinstellungen oder bei unserem Zahlungsdienstleister, wo Sie auch Rechnungen und Karten finden.',
  },
};
