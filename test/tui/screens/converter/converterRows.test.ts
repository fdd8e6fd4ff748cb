import { describe, expect, it, test } from 'vitest'
import { analyzeStdTx, type StdTxAnalysis } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { ConverterModel, type ResultView } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { checklist } from '../../../../src/tui/screens/converter/checklist.ts'
import { allOk, checkRows, heldRows } from '../../../../src/tui/screens/converter/checkRows.ts'
import type { Conversion } from '../../../../src/tui/screens/converter/conversion.ts'
import { resultRows, resultText } from '../../../../src/tui/screens/converter/resultRows.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { recordedBody, recordedHash, recordedState } from '../../support/recordedTx.ts'

const body = recordedBody('sync accepted')
const analysis = analyzeStdTx(body, recordedState())
const converted = analysis.converted!
const signer = analysis.signers[0]!
const forward = (change: Partial<StdTxAnalysis> = {}, simulated: object | undefined = { gasUsed: 5n }): Conversion => ({
	direction: 'forward',
	analysis: { ...analysis, ...change },
	simulated: simulated as { readonly gasUsed: bigint } | undefined,
})
const backward = (json: string | undefined): Conversion => ({
	...{ direction: 'backward', bytes: converted.bytes, json: '{"proto":1}', hash: 'AB12', simulated: { gasUsed: 5n } },
	form: { decoded: {}, reasons: [], json } as never,
})
const none: Conversion = { direction: 'none', error: new UserError('No transaction.') }

/** A model with a text and a conversion, which no chain was asked for. */
function modelOf(conversion: Conversion | undefined, text = body): ConverterModel {
	const model = new ConverterModel({ ...kitApp(), keyFor: (id: string) => `<${id}>` } as never)
	model.text = text
	model.conversion = conversion
	return model
}

const space = { theme: namedTheme, width: 76 }
const rows = (lines: readonly string[]): readonly string[] => lines.map((line) => named(line))
const hint = '‹key:<converter.broadcast>› ‹muted:sends it to the chain›'

describe('the rows of the checklist', () => {
	const bad = { verdict: 'wrongSequence', state: 'problem', text: 'signed for sequence 4.' } as const

	it('the checklist has a sign and a title for each step, the text beside it where it fits, else below, and end with the key that sends', () => {
		expect(rows(checkRows(modelOf(undefined, ''), space))).toEqual([
			'‹muted:Fills from top to bottom, and stops at the first ✗.›',
		])
		const [, , fee, known, , document, ...rest] = rows(checkRows(modelOf(forward()), space))
		expect(fee).toBe('‹good:✓ fee            ›3000uchain, 3000uchain asked for')
		expect(known).toBe(`‹good:✓ signer known   ›${signer.address}, account 11`)
		expect(document).toBe('‹good:✓ sign document  ›')
		expect(rest).toEqual([
			`  SHA-256 ${signer.signDocSha256}`,
			'‹good:✓ signature      ›signed for sequence 0.',
			'‹good:✓ runs           ›in simulation, with about 5 gas',
			'‹good:✓ hash           ›',
			`  ${recordedHash}`,
			'',
			hint,
		])
	})

	it('a text of the checklist is below its title as soon as it does not fit beside it', () => {
		const words = (width: number): readonly string[] => {
			const lines = rows(checkRows(modelOf(forward()), { theme: namedTheme, width }))
			return lines.slice(lines.findIndex((line) => line.includes('✓ fee'))).slice(0, 2)
		}
		expect(words(17 + 32)[0]).toBe('‹good:✓ fee            ›3000uchain, 3000uchain asked for')
		expect(words(17 + 31)).toEqual(['‹good:✓ fee            ›', '  3000uchain, 3000uchain asked for'])
		// Beneath, two cells are its indent, and on the narrowest terminal ten are left.
		expect(words(30)[1]).toBe('  3000uchain, 3000uchain asked')
		expect(words(4)[1]).toBe('  3000uchain')
	})

	it('the checklist says below a step that stops what to do next, and nothing of sending', () => {
		const model = modelOf(forward({ signers: [{ ...signer, ...bad }] }))
		const at = rows(checkRows(model, { theme: namedTheme, width: 70 })).findIndex((line) => line.includes('✗'))
		expect(rows(checkRows(model, { theme: namedTheme, width: 70 })).slice(at)).toEqual([
			'‹bad:✗ signature      ›.signatures[0]: signed for sequence 4.',
			'  ‹accent:Read account number and sequence again and sign again; v shows the›',
			'  ‹accent:document to sign.›',
			'‹muted:· runs           ›',
			'‹muted:· hash           ›',
		])
		const next = (width: number): string =>
			rows(checkRows(model, { theme: namedTheme, width })).find((line) => line.includes('Read')) ?? ''
		expect(next(68)).toBe('  ‹accent:Read account number and sequence again and sign again; v shows the›')
		expect(next(67)).toBe('  ‹accent:Read account number and sequence again and sign again; v shows›')
	})

	test.each<readonly [string, Conversion | undefined, boolean, boolean]>([
		['all holds', forward(), true, true],
		['something is noted', forward({ signers: [{ ...signer, ...bad, state: 'note' }] }), true, false],
		['something stops it', forward({ signers: [{ ...signer, ...bad }] }), false, false],
		['it cannot be converted', forward({ converted: undefined }, undefined), false, false],
		['it is bytes', backward('{}'), true, true],
		['it is none', none, false, false],
		['it is not looked at yet', undefined, false, false],
	])('the checklist offers to send or fits two rows: where %s', (_, conversion, isOffered, isShort) => {
		const model = modelOf(conversion)
		expect([rows(checkRows(model, space)).at(-1) === hint, allOk(model)]).toEqual([isOffered, isShort])
		model.sent = { state: 'committed', height: 2, gasUsed: 5n } as never
		expect([rows(checkRows(model, space)).includes(hint), allOk(model)]).toEqual([false, false])
	})

	it('a checklist of two rows says how many steps hold, and the hash', () => {
		const [held, ...rest] = rows(heldRows(modelOf(forward()), { theme: namedTheme, width: 96 }))
		expect(held?.replace(/ *›$/, '›')).toBe(`‹good:✓ 9 steps hold · hash ${recordedHash}›`)
		expect(rest).toEqual([hint])
	})

	it('texts of the checklist are cut: a reason after 1,000 characters, a next step after 600', () => {
		const told = (length: number): readonly string[] => {
			const model = modelOf({ ...none, error: new UserError('m'.repeat(length), { next: 'n'.repeat(length) }) })
			return rows(checkRows(model, { theme: namedTheme, width: 2_000 })).slice(0, 2)
		}
		expect(told(600)).toEqual([`‹bad:✗ decodes        ›${'m'.repeat(600)}`, `  ‹accent:${'n'.repeat(600)}›`])
		expect(told(1_000)).toEqual([`‹bad:✗ decodes        ›${'m'.repeat(1_000)}`, `  ‹accent:${'n'.repeat(600)}…›`])
		expect(told(1_001)[0]).toBe(`‹bad:✗ decodes        ›${'m'.repeat(1_000)}…`)
	})

	it('a next step has ten cells on the narrowest terminal', () => {
		const model = modelOf({ ...none, error: new UserError('No.', { next: 'n'.repeat(15) }) })
		expect(rows(checkRows(model, { theme: namedTheme, width: 4 })).slice(0, 4)).toEqual([
			...['‹bad:✗ decodes        ›', '  No.', `  ‹accent:${'n'.repeat(10)}›`, `  ‹accent:${'n'.repeat(5)}›`],
		])
	})

	it('a signature is named by its place in the transaction, with a next step for what was signed', () => {
		const signers = [signer, { ...signer, ...bad }, { ...signer, ...bad, state: 'note' as const }]
		const steps = checklist(forward({ signers })).filter(({ title }) => title.startsWith('signature'))
		expect(steps).toEqual([
			{ state: 'ok', title: 'signature 1', text: 'signed for sequence 0.' },
			{
				...{ state: 'bad', title: 'signature 2', text: '.signatures[1]: signed for sequence 4.' },
				next: 'Read account number and sequence again and sign again; v shows the document to sign.',
			},
			{ state: 'waiting', title: 'signature 3', text: '' },
		])
		const [only] = checklist(forward({ signers: [{ ...signer, ...bad, state: 'note' }] })).filter(
			({ title }) => title === 'signature',
		)
		expect(only).toMatchObject({ state: 'note', text: '.signatures[0]: signed for sequence 4.' })
	})

	it('the checklist stops at a signer that the chain does not know, unless nobody can know that', () => {
		const unknown = { ...signer, accountNumber: undefined, text: 'it is not on the chain.' }
		const known = (state: 'problem' | 'note'): object | undefined =>
			checklist(forward({ signers: [{ ...unknown, state }] })).find(({ title }) => title === 'signer known')
		const next = 'Send it some coins first, so that the chain has an account for it.'
		const told = { title: 'signer known', text: `${signer.address}: it is not on the chain.`, next }
		expect([known('problem'), known('note')]).toEqual([
			{ state: 'bad', ...told },
			{ state: 'note', ...told },
		])
	})

	it('all steps wait where the first one stops', () => {
		expect(checklist(none).map(({ state }) => state)).toEqual(['bad', ...Array<string>(8).fill('waiting')])
		const steps = checklist({ ...none, error: new UserError('No transaction.', { why: 'It is text.' }) })
		expect(steps[0]?.text).toBe('No transaction. It is text.')
		expect(steps[1]).toEqual({ state: 'waiting', title: 'form', text: '' })
	})
})

describe('the rows of the result', () => {
	const shown = (conversion: Conversion | undefined, view: ResultView): readonly string[] =>
		rows(resultRows(conversion, view, space))
	const stopped = '‹muted:It cannot be converted: see the first ✗ of the checklist.›'

	it('the result is the protobuf transaction as JSON, as bytes with their size, or why there is neither', () => {
		expect([shown(undefined, 'json'), shown(undefined, 'sign')]).toEqual([[], []])
		expect(shown(none, 'sign')).toEqual(['‹muted:Nothing to show: see the first ✗ of the checklist.›'])
		expect(shown(forward(), 'json').slice(0, 4)).toEqual([
			'{',
			'  ‹muted:"body":› {',
			'    ‹muted:"messages":› [',
			'      {',
		])
		expect(shown(forward(), 'bytes').slice(0, 4)).toEqual([
			`‹muted:size›  ${converted.bytes.length} bytes`,
			'',
			'‹muted:hash›',
			recordedHash,
		])
		for (const view of ['json', 'bytes'] as const) {
			expect(shown(forward({ converted: undefined }), view)).toEqual([stopped])
		}
		expect(shown(backward(undefined), 'json')).toEqual([])
	})

	it('the result is the document to sign of each signer, or why there is none', () => {
		const { signDoc, signDocSha256, ...keyless } = signer
		const lacks = { signDoc: undefined, signDocSha256: undefined }
		const lost = '‹muted:The sign document needs the signer’s account on the chain.›'
		expect(shown(forward({ signers: [] }), 'sign')).toEqual(['‹muted:There is no signature.›'])
		expect(shown(forward({ signers: [{ ...keyless, address: undefined, ...lacks }] }), 'sign')).toEqual([
			...['‹strong:signer without a key›', 'signed for sequence 0.', lost, ''],
		])
		for (const half of [{ signDoc: '{}' }, { signDocSha256: 'ab' }]) {
			expect(shown(forward({ signers: [{ ...keyless, ...lacks, ...half }] }), 'sign')[2]).toBe(lost)
		}
		expect(shown(forward({ signers: [{ ...signer, signDoc: '{"a":1}' }, signer] }), 'sign').slice(0, 8)).toEqual([
			`‹strong:${signer.address}›`,
			'signed for sequence 0.',
			'‹muted:SHA-256 ›',
			signDocSha256,
			'‹muted:document to sign, with Go’s escaping, keys sorted›',
			'{"a":1}',
			'',
			`‹strong:${signer.address}›`,
		])
		expect(signDoc).toContain('"account_number":"11"')
	})

	it('texts of the result are cut: an address after 120 characters, a reason after 600, a document after 65,536', () => {
		const wide = (conversion: Conversion, view: ResultView): readonly string[] =>
			rows(resultRows(conversion, view, { theme: namedTheme, width: 70_000 }))
		const reasons = ['r'.repeat(600), 's'.repeat(601)]
		const lost = { ...backward(undefined), form: { decoded: {}, reasons, json: undefined } as never } as Conversion
		expect(wide(lost, 'json')).toEqual([`‹warn:${'r'.repeat(600)}›`, `‹warn:${'s'.repeat(600)}…›`])
		const shownOf = (longer: number, signDoc: string): readonly string[] => {
			const change = { address: 'a'.repeat(120 + longer), text: 't'.repeat(600 + longer) }
			return wide(forward({ signers: [{ ...signer, ...change, signDoc }] }), 'sign')
		}
		expect(shownOf(0, '{}').slice(0, 2)).toEqual([`‹strong:${'a'.repeat(120)}›`, 't'.repeat(600)])
		const [address, text, , , , document] = shownOf(1, 'd'.repeat(65_537))
		expect([address, text]).toEqual([`‹strong:${'a'.repeat(120)}…›`, `${'t'.repeat(600)}…`])
		expect(document).toBe(`${'d'.repeat(65_536)}…`)
	})

	test.each<readonly [string, Conversion | undefined, ResultView, string | undefined, string | undefined]>([
		['nothing', undefined, 'json', undefined, undefined],
		['the JSON of a transaction', forward(), 'json', converted.json, 'transaction JSON'],
		['its bytes', forward(), 'bytes', Buffer.from(converted.bytes).toString('base64'), 'bytes in base64'],
		['the document to sign', forward(), 'sign', signer.signDoc, 'sign document'],
		[
			'the first document there is',
			forward({ signers: [{ ...signer, signDoc: undefined }, signer] }),
			...(['sign', signer.signDoc, 'sign document'] as const),
		],
		['no document', forward({ signers: [] }), 'sign', undefined, undefined],
		['nothing of what cannot be converted', forward({ converted: undefined }), 'json', undefined, undefined],
		['the legacy form of bytes', backward('{"a":1}'), 'json', '{"a":1}', 'legacy transaction'],
		['the legacy form of bytes, which have no document', backward('{"a":1}'), 'sign', '{"a":1}', 'legacy transaction'],
		[
			'the bytes that were pasted',
			backward(undefined),
			'bytes',
			Buffer.from(converted.bytes).toString('base64'),
			'bytes in base64',
		],
		['nothing of bytes without a legacy form', backward(undefined), 'json', undefined, undefined],
	])('y copies what the converter shows: %s', (_, conversion, view, text, what) => {
		const model = modelOf(conversion)
		model.view = view
		expect(resultText(model)).toEqual(text === undefined ? undefined : { text, what })
	})
})
