/** The digit that goes to the screen of a place, counted from 0: 1 to 9, then 0 for the tenth; none for later ones. */
export function screenDigit(index: number): string {
	return index < 10 ? String((index + 1) % 10) : ''
}
