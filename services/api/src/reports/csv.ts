/**
 * Quotes a value, with an apostrophe before formulas of spreadsheets
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function csvCell(value: string): string {
  const escaped = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}

/** One line of a CSV file (RFC 4180), including its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
