/** The digit of a screen by index: 1 to 9, then 0 for the tenth; empty for later ones. */
export function screenDigit(index: number): string {
	return index < 10 ? String((index + 1) % 10) : ''
}
