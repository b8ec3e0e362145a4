/**
 * Where a spreadsheet may read a formula: at the beginning of a value, and after a character that it may take for the end of
 * a cell, because spreadsheets of some languages separate cells by semicolons, and some skip spaces in front of a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaStart = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(^|[;\t\r\n])["'\s]*)/g;

/** Quotes a value, with an apostrophe before formulas. */
function csvCell(value: string): string {
  const escaped = value.replace(formulaStart, "'");
  return `"${escaped.replaceAll('"', '""')}"`;
}

/** One line of a CSV file (RFC 4180), including its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
