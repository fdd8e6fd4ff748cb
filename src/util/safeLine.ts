/** Turns untrusted text into one line without terminal control: control characters are written as JSON escapes. */
export function safeLine(text: string): string {
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (char) => {
		return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
	})
}
