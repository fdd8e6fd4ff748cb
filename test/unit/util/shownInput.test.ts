import { expect, it } from 'vitest'
import { looksSecret, safeLine, shownInput, withheld } from '../../../src/util/shownInput.ts'

const words = (count: number, length: number) => Array.from({ length: count }, () => 'g'.repeat(length)).join(' ')

it.each([
	[words(6, 3), true],
	[words(6, 8), true],
	[words(5, 5), false],
	[words(6, 2), false],
	[words(6, 9), false],
	// Eight of ten words are as long as those of the list.
	[`${words(8, 5)} ${words(2, 2)}`, true],
	[`${words(7, 5)} ${words(3, 2)}`, false],
	['Never-gonna,give;you\tup', false],
	['never gonna-give,your\nwords;again', true],
	['one two six ten any all/of', false],
	['0123456789abcdefFEDCBA9876543210', true],
	['0123456789abcdef FEDCBA98\n76543210', true],
	['0123456789abcdefFEDCBA987654321', false],
	['zy'.repeat(20), true],
	[`${'zy'.repeat(19)}z`, false],
	['', false],
])('the text %j looks like a secret: %s', (text, isSecret) => {
	expect(looksSecret(text)).toBe(isSecret)
	expect(shownInput(text)).toBe(isSecret ? withheld : text)
})

it('a text of others is one line without control of the terminal', () => {
	const controls = '\u0000\u0007\n\u001b\u001f\u007f\u009f\u2028\u202e\u2066\u2069'
	const escapes = [...controls].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
	expect(safeLine(`a${controls}b`)).toBe(`a${escapes.join('')}b`)
	expect(safeLine('\u001b[2J\n\u202e')).toBe('\\u001b[2J\\u000a\\u202e')
	expect(safeLine(' ~\u00a0é\u2027\u202f\u2065\u206a😀')).toBe(' ~\u00a0é\u2027\u202f\u2065\u206a😀')
})
