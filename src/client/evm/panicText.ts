/** Solidity's panic codes (Solidity 0.8 documentation, Panic via assert and Error via require). */
const panics: Readonly<Record<string, string>> = {
	'0': 'generic panic',
	'1': 'an assertion does not hold',
	'17': 'a number is too large or below zero',
	'18': 'division by zero',
	'33': 'a value is none of its enum',
	'34': 'a stored byte array is damaged',
	'49': 'an empty array has nothing to remove',
	'50': 'an index is out of bounds',
	'65': 'too much memory was asked for',
	'81': 'a function that was never set was called',
}

/** Text of a Solidity panic. */
export function panicText(code: bigint): string {
	return `panic 0x${code.toString(16).padStart(2, '0')}: ${panics[String(code)] ?? 'unknown code'}`
}
