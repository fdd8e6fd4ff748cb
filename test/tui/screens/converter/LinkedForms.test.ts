import { describe, expect, it, test } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { Conversion } from '../../../../src/tui/screens/converter/conversion.ts'
import { LinkedForms } from '../../../../src/tui/screens/converter/LinkedForms.ts'
import { recordedBody, recordedState } from '../../support/recordedTx.ts'

const body = recordedBody('sync accepted')
const analysis = analyzeStdTx(body, recordedState())
const converted = analysis.converted!
const forward = (json: string | undefined = converted.json): Conversion => ({
	...{ direction: 'forward', simulated: undefined },
	analysis: { ...analysis, converted: json === undefined ? undefined : { ...converted, json } },
})
const without: Conversion = {
	...{ direction: 'forward', simulated: undefined },
	analysis: { ...analysis, converted: undefined },
}
const legacy = JSON.stringify((JSON.parse(body) as { readonly tx: unknown }).tx)
const backward = (json: string | undefined): Conversion => ({
	...{ direction: 'backward', bytes: converted.bytes, json: converted.json, hash: '', simulated: { gasUsed: 5n } },
	form: { decoded: {}, reasons: [], json } as never,
})

describe('the forms of a conversion', () => {
	test.each<readonly [string, Conversion, string, boolean]>([
		['of a legacy transaction', forward(), body, true],
		['of bytes that have a legacy form', backward(legacy), 'the bytes', true],
		['of bytes without a legacy form', backward(undefined), 'the bytes', false],
		['of what is neither', { direction: 'none', error: new UserError('Neither.') }, body, false],
		['of a legacy transaction that cannot be converted', without, body, false],
		['of a text of 262,144 characters', forward(), body.padEnd(262_144), true],
		['of a text of 262,145 characters', forward(), body.padEnd(262_145), false],
		['of a text with a name twice', forward(), body.replace('"mode":"sync"', '"mode":"sync","mode":"sync"'), false],
		['of a text that is no JSON', forward(), `${body}}`, false],
	])('there are or are no linked forms %s', (_, conversion, text, isLinked) => {
		expect(LinkedForms.of(conversion, text) !== undefined).toBe(isLinked)
	})

	it('linked forms are kept for the same two texts, and made again where either is another', () => {
		const before = LinkedForms.of(forward(), body)!
		expect(LinkedForms.of(forward(), body, before)).toBe(before)
		expect(LinkedForms.of(forward(), `${body} `, before)).not.toBe(before)
		expect(LinkedForms.of(forward(converted.json.replace('"300000"', '"300001"')), body, before)).not.toBe(before)
	})

	it('a field of either form is joined to what it is in the other, whichever form is the source', () => {
		const field = (forms: LinkedForms, side: 'source' | 'result', path: string): unknown => {
			expect(forms.tree(side).select(path)).toBe(true)
			return forms.field(side)
		}
		const there = LinkedForms.of(forward(), body)!
		expect([field(there, 'source', '.tx.fee.gas'), field(there, 'result', '.auth_info.fee.gas_limit')]).toEqual([
			{ path: '.tx.fee.gas', to: ['.auth_info.fee.gas_limit'], note: 'renamed' },
			{ path: '.auth_info.fee.gas_limit', to: ['.tx.fee.gas'], note: 'renamed' },
		])
		const back = LinkedForms.of(backward(legacy), '')!
		expect([field(back, 'source', '.auth_info.fee.gas_limit'), field(back, 'result', '.fee.gas')]).toEqual([
			{ path: '.auth_info.fee.gas_limit', to: ['.fee.gas'], note: 'renamed' },
			{ path: '.fee.gas', to: ['.auth_info.fee.gas_limit'], note: 'renamed' },
		])
	})

	it('the cursor of one form follows that of the other, and stays where the field is on one side only', () => {
		const forms = LinkedForms.of(forward(), body)!
		const follow = (side: 'source' | 'result', path: string): readonly (string | undefined)[] => {
			forms.tree(side).select(path)
			forms.follow(side)
			return [forms.tree('source').selected?.path, forms.tree('result').selected?.path]
		}
		expect(follow('source', '.tx.memo')).toEqual(['.tx.memo', '.body.memo'])
		expect(follow('source', '.mode')).toEqual(['.mode', '.body.memo'])
		expect(follow('result', '.auth_info.fee.gas_limit')).toEqual(['.tx.fee.gas', '.auth_info.fee.gas_limit'])
	})
})
