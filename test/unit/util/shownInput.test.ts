import { expect, it } from 'vitest'
import { looksSecret, shownInput, withheld } from '../../../src/util/shownInput.ts'

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
