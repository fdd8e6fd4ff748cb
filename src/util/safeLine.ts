/** A text of strangers as one line that a terminal does not obey: what it would is written as in JSON. */
export function safeLine(text: string): string {
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (char) => {
		return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
	})
}
