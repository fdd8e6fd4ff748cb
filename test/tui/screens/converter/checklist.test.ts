import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { legacyFormOfBytes } from '../../../../src/codec/legacy/legacyFormOfBytes.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { TxBodySchema, TxRawSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { MsgCreateVestingAccountSchema } from '../../../../src/gen/cosmos/vesting/v1beta1/tx_pb.js'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { checklist, stopOf } from '../../../../src/tui/screens/converter/checklist.ts'
import { resultRows } from '../../../../src/tui/screens/converter/resultRows.ts'
import { recordedBody, recordedHash, recordedSigner, recordedState } from '../../support/recordedTx.ts'

const body = recordedBody('sync accepted')
const tx = (JSON.parse(body) as { readonly tx: { readonly signatures: readonly object[] } }).tx
const runs = { gasUsed: 61_234n }
const stepsOf = (text: string) =>
	checklist({ direction: 'forward', analysis: analyzeStdTx(text, recordedState()), simulated: runs })
const said = (steps: ReturnType<typeof stepsOf>) => steps.map(({ state, title, text }) => `${state} ${title}: ${text}`)

describe('the checklist of a legacy transaction', () => {
	it('the checklist of a legacy transaction is told whole of one that can be sent', () => {
		expect(said(stepsOf(body))).toEqual([
			'ok decodes: a body of POST /txs, mode sync, 1 message',
			'ok form: as POST /txs takes it',
			'ok fee: 3000uchain, 3000uchain asked for',
			`ok signer known: ${recordedSigner}, account 11`,
			'ok sequence: 0, from the chain',
			expect.stringMatching(/^ok sign document: SHA-256 [0-9A-F]{64}$/i),
			expect.stringMatching(/^ok signature: /),
			'ok runs: in simulation, with about 61234 gas',
			`ok hash: ${recordedHash}`,
		])
	})

	it('numbers the signers of several from 1 on, and stops where one too many signs', () => {
		const [signature] = tx.signatures
		const steps = stepsOf(JSON.stringify({ tx: { ...tx, signatures: [signature, signature] }, mode: 'sync' }))
		expect(steps.map(({ title }) => title)).toEqual([
			'decodes',
			'form',
			'fee',
			...['1', '2'].flatMap((which) =>
				['signer known', 'sequence', 'sign document', 'signature'].map((title) => `${title} ${which}`),
			),
			'runs',
			'hash',
		])
		expect(stopOf(steps)?.text).toBe('1 must sign, 2 did: refused with code 4.')
		expect(steps.slice(2).every(({ state, text }) => state === 'waiting' && text === '')).toBe(true)
	})

	it('says of a signer without a key, of one without an account and of a wrong signature what is wrong, and where', () => {
		const analysis = analyzeStdTx(body, recordedState())
		const [signer] = analysis.signers
		const told = (...parts: readonly object[]): readonly unknown[] => {
			const signers = parts.map((part) => ({ ...signer!, ...part }))
			const steps = checklist({ direction: 'forward', analysis: { ...analysis, signers }, simulated: runs })
			return steps
				.filter(({ title }) => /^sign(er|ature)/.test(title))
				.map(({ state, text, next }) => [state, text, next])
		}
		const account = 'Send it some coins first, so that the chain has an account for it.'
		const sign = 'Sign the document that v shows with the key of the signer.'
		expect(told({})).toEqual([
			['ok', `${recordedSigner}, account 11`, undefined],
			['ok', signer!.text, undefined],
		])
		expect(told({ address: undefined, text: 'no key.' })[0]).toEqual([
			'bad',
			'.signatures[0].pub_key: no key.',
			undefined,
		])
		const unknown = { accountNumber: undefined, verdict: 'unknown', text: 'nobody.' }
		expect(told({ ...unknown, state: 'note' })).toEqual([
			['note', `${recordedSigner}: nobody.`, account],
			['note', '.signatures[0]: nobody.', sign],
		])
		expect(told({ ...unknown, state: 'problem' })[0]).toEqual(['bad', `${recordedSigner}: nobody.`, account])
		const wrong = { verdict: 'invalid', state: 'problem', text: 'wrong.' }
		expect(told(wrong)[1]).toEqual(['bad', '.signatures[0]: wrong.', sign])
		expect(told({}, wrong).at(-1)).toEqual(['bad', '.signatures[1]: wrong.', sign])
		for (const [verdict, next] of [
			['wrongSequence', 'Read account number and sequence again and sign again; v shows the document to sign.'],
			['undefinedNumber', 'Read account number and sequence again and sign again; v shows the document to sign.'],
			['wrongAccountNumber', 'Read account number and sequence again and sign again; v shows the document to sign.'],
			['wrongChainId', 'Sign for the chain id of this node.'],
			['unescapedHtml', 'Escape < > & as \\u003c \\u003e \\u0026 before signing, as Go does.'],
			['highS', 'Normalise the signature to its low S form.'],
		] as const) {
			expect(told({ ...wrong, verdict }).at(-1)).toEqual(['bad', '.signatures[0]: wrong.', next])
		}
	})

	it('notes what POST /txs takes otherwise, and goes on', () => {
		const steps = stepsOf(JSON.stringify({ type: 'cosmos-sdk/StdTx', value: tx }))
		expect(said(steps).slice(0, 2)).toEqual([
			'ok decodes: a StdTx with its type, 1 message',
			'note form: POST /txs takes the value alone, without type and value around it.',
		])
		expect(stopOf(steps)).toBeUndefined()
	})

	it('the checklist of a legacy transaction is all that is waited for while there is nothing, and ends with what became of a sent one', () => {
		expect(said(checklist(undefined)).map((line) => line.split(' ')[0])).toEqual(Array(9).fill('waiting'))
		const sent = { state: 'failed', problem: 'It is refused.', log: 'code 5', next: 'Try again.' } as never
		expect(checklist(undefined, sent).at(-1)).toEqual({
			state: 'bad',
			title: 'sent',
			text: 'It is refused. code 5',
			next: 'Try again.',
		})
	})

	it('tells a text that is no transaction, and why', () => {
		const error = new UserError('No transaction.', { why: 'It ends early.', next: 'Paste all of it.' })
		const [first, ...rest] = checklist({ direction: 'none', error })
		expect(first).toEqual({
			state: 'bad',
			title: 'decodes',
			text: 'No transaction. It ends early.',
			next: 'Paste all of it.',
		})
		expect(rest.map(({ state }) => state)).toEqual(Array(8).fill('waiting'))
		expect(checklist({ direction: 'none', error: new UserError('No transaction.') })[0]?.text).toBe('No transaction.')
	})
})

describe('bytes without a legacy form', () => {
	const raw = fromBinary(TxRawSchema, analyzeStdTx(body, recordedState()).converted!.bytes)
	const message = packAny(MsgCreateVestingAccountSchema, create(MsgCreateVestingAccountSchema))
	const bytes = toBinary(TxRawSchema, {
		...raw,
		bodyBytes: toBinary(TxBodySchema, create(TxBodySchema, { messages: [message] })),
	})
	const form = legacyFormOfBytes(bytes, { registry: createRegistry(), brand: 'cosmos' })
	const reason = 'cosmos.vesting.v1beta1.MsgCreateVestingAccount has no amino name, so there is no legacy form.'
	const conversion = { direction: 'backward', bytes, form, json: '{}', hash: 'AB12', simulated: runs } as const

	it('bytes without a legacy form are told to have none, and why', () => {
		expect(said(checklist(conversion))).toEqual([
			`ok decodes: ${bytes.length} bytes of a protobuf transaction`,
			'note legacy form: there is none',
			`note lost: ${reason}`,
			'ok runs: in simulation, with about 61234 gas',
			'ok hash: AB12',
		])
		expect(said(checklist({ ...conversion, form: { ...form, reasons: [], json: '{}' } })).slice(1, 3)).toEqual([
			'ok legacy form: there is one',
			'ok runs: in simulation, with about 61234 gas',
		])
	})

	it('show the reason in place of the form, and their own size and hash', () => {
		const theme = makeTheme('dark', 'dark', 0)
		expect(resultRows(conversion, 'json', { theme, width: 200 })).toEqual([reason])
		expect(resultRows({ ...conversion, form: { ...form, json: '{"a":1}' } }, 'json', { theme, width: 200 })).toEqual([
			reason,
			'{',
			'  "a": 1',
			'}',
		])
		const rows = resultRows(conversion, 'bytes', { theme, width: 1_000 })
		expect(rows).toEqual([
			`size  ${bytes.length} bytes`,
			...['', 'hash', 'AB12'],
			...['', 'base64', Buffer.from(bytes).toString('base64')],
			...['', 'hex', Buffer.from(bytes).toString('hex')],
		])
		expect(resultRows(conversion, 'sign', { theme, width: 200 })).toEqual([
			'Paste a legacy transaction to see its sign document.',
		])
	})
})
