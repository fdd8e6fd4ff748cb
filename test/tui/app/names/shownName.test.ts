import { expect, it } from 'vitest'
import { shownName } from '../../../../src/tui/app/names/shownName.ts'

it('a name is shown with 40 characters at most, and its control characters as pictures', () => {
	expect([shownName('n'.repeat(40)), shownName('n'.repeat(41)), shownName('a\u001bb')]).toEqual([
		'n'.repeat(40),
		`${'n'.repeat(40)}…`,
		'a␛b',
	])
})
