/** A database key of a letter and a whole number in seven bytes, high byte first, so that keys sort by number. */
export function numberKey(letter: string, number: number): Uint8Array {
	const key = new Uint8Array(8)
	key[0] = letter.charCodeAt(0)
	let rest = number
	for (let i = 7; i > 0; i--) {
		key[i] = rest % 0x100
		rest = Math.floor(rest / 0x100)
	}
	return key
}
