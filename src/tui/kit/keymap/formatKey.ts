let words = false

/** Whether keys without a sign in ASCII are named by words, since the terminal shows no other signs.. */
export function nameKeysInWords(on: boolean): void {
	words = on
}

/** Formats a key id or sequence for display: `ctrl+k` is `Ctrl-K`, `up` is `↑`, `g r` stays `g r`. */
export function formatKey(id: string): string {
	return id.split(' ').map(formatOne).join(' ')
}

function formatOne(id: string): string {
	// The last part may be the key + itself.
	const parts = id.split(/\+(?=.)/)
	const name = parts.at(-1) ?? ''
	const modifiers = parts.slice(0, -1).map((part) => modifierNames[part] ?? part)
	const shown =
		(words ? keyWords[name] : undefined) ??
		keyNames[name] ??
		(/^f\d+$/.test(name) ? name.toUpperCase() : undefined) ??
		(modifiers.length > 0 ? name.toUpperCase() : name)
	return [...modifiers, shown].join('-')
}

const keyWords: Readonly<Record<string, string>> = {
	enter: 'Enter',
	backspace: 'Bksp',
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
}
const modifierNames: Readonly<Record<string, string>> = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }
const keyNames: Readonly<Record<string, string>> = {
	enter: '⏎',
	esc: 'Esc',
	tab: 'Tab',
	space: 'Space',
	backspace: '⌫',
	delete: 'Del',
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	pageup: 'PgUp',
	pagedown: 'PgDn',
	home: 'Home',
	end: 'End',
}
