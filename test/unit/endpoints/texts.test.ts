import { expect, it } from 'vitest'
import { checkLine, checkName, emailKeyOf } from '../../../src/endpoints/service/texts.ts'

const refused = (message: string, next = '') => expect.objectContaining({ status: 400, code: 'invalid', message, next })
const tried = (act: () => string): unknown => {
	try {
		return act()
	} catch (fault) {
		return fault
	}
}

it.each([
	[' acme ', 'acme'],
	['a', 'a'],
	['x'.repeat(80), 'x'.repeat(80)],
	[` ${'x'.repeat(80)} `, 'x'.repeat(80)],
	['', refused('The name of a project has 1 to 80 characters in one line.')],
	['  ', refused('The name of a project has 1 to 80 characters in one line.')],
	['x'.repeat(81), refused('The name of a project has at most 80 characters in one line, all of them visible.')],
	['a\nb', refused('The name of a project has at most 80 characters in one line, all of them visible.')],
])('the name %j of a project is kept without its outer blanks, or refused', (name, wanted) => {
	expect(tried(() => checkName(name, 'a project'))).toEqual(wanted)
})

it.each(['\u001b', '\u0007', '\u009b', '\u200e', '\u202e', '\u2028', '\u2029', '\ufeff', '\n'])(
	'a line with the invisible sign %j is refused, and one without is kept with its blanks',
	(sign) => {
		const fault = refused('A label has at most 3 characters in one line, all of them visible.')
		expect(tried(() => checkLine(`a${sign}`, 'A label', 3))).toEqual(fault)
		expect(['', ' a ', 'abc'].map((text) => checkLine(text, 'A label', 3))).toEqual(['', ' a ', 'abc'])
		expect(tried(() => checkLine('abcd', 'A label', 3))).toEqual(fault)
	},
)

it.each<readonly [string, unknown]>([
	[' Ann@Example.com ', 'ann@example.com'],
	['a@b', 'a@b'],
	[`${'a'.repeat(252)}@b`, `${'a'.repeat(252)}@b`],
	...['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', 'a\u200e@b', `${'a'.repeat(253)}@b`].map((text): [string, unknown] => [
		text,
		refused('This is no e-mail address.', 'Write it as name@example.com.'),
	]),
])('the e-mail %j belongs to one account in any case, or is refused', (text, wanted) => {
	expect(tried(() => emailKeyOf(text))).toEqual(wanted)
})
