/** One row of CSV (RFC 4180). What a spreadsheet would take for a formula (OWASP) begins with an apostrophe. */
export function csvRow(cells: readonly string[]): string {
	return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
	const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
