/** Quoted, and with an apostrophe before what a spreadsheet would take for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
function csvCell(value: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** One line of a CSV file (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
