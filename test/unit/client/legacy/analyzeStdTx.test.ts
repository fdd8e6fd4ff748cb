import { readFileSync } from 'node:fs'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { analyzeStdTx, stdTxAddresses } from '../../../../src/client/legacy/analyzeStdTx.ts'
import type { KnownAccount, KnownState } from '../../../../src/client/legacy/KnownState.ts'
import { legacyFormOfBytes } from '../../../../src/codec/legacy/legacyFormOfBytes.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { SignMode } from '../../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { MsgCreateVestingAccountSchema } from '../../../../src/gen/cosmos/vesting/v1beta1/tx_pb.js'

interface Row {
	readonly name?: string
	readonly request: { readonly body?: string }
	readonly response: { readonly body: string }
}

const file = new URL('../../../golden/legacy/rest-txs-post.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]
const row = (name: string): Row => rows.find((candidate) => candidate.name === name)!
const user = 'chain1vm9a04wkz9zz66402q605xf8xqpn0snda48wpl'

/** What the recorded node knew of the signer of the refused transactions. */
function known(account: KnownAccount | undefined, text: string): KnownState {
	const base = { chainId: 'chain-localnet', prefix: 'chain', brand: 'cosmos', minimumGasPrices: '0.01uchain' } as const
	return {
		...base,
		otherChainIds: ['other'],
		accounts: new Map(stdTxAddresses(text, base).map((address) => [address, account])),
	}
}

function analyze(name: string, account: KnownAccount = { accountNumber: 13n, sequence: 6n }) {
	const text = row(name).request.body!
	return analyzeStdTx(text, known(account, text))
}

const hashOf = (name: string): string => JSON.parse(row(name).response.body).txhash as string

describe('a legacy transaction is checked', () => {
	test.each([
		['wrong chain id', 'wrongChainId'],
		['signed with a wrong sequence', 'wrongSequence'],
		['signed with a wrong account number', 'wrongAccountNumber'],
		['signature changed', 'invalid'],
		['signature of wrong length', 'invalid'],
	])('%s: %s', (name, verdict) => {
		const analysis = analyze(name)
		expect(analysis.signers.map((signer) => signer.verdict)).toEqual([verdict])
		expect(analysis.converted?.hash).toBe(hashOf(name))
	})

	test('valid, with its document and the hash of what is broadcast', () => {
		const analysis = analyze('sync accepted', { accountNumber: 11n, sequence: 0n })
		expect(analysis.signers[0]).toMatchObject({ verdict: 'valid', state: 'ok' })
		expect(analysis.signers[0]?.signDoc).toMatch(/^\{"account_number":"11","chain_id":"chain-localnet"/)
		expect(analysis.signers[0]?.signDocSha256).toMatch(/^[0-9a-f]{64}$/)
		expect(analysis.converted?.hash).toBe(hashOf('sync accepted'))
		expect(analysis.checks).not.toHaveLength(0)
		expect(analysis.checks.every(({ state }) => state === 'ok')).toBe(true)
	})

	test('the signature of someone who need not sign', () => {
		expect(analyze('owner is not the signer').signers[0]).toMatchObject({ state: 'problem' })
	})

	test('a threshold signature without an earlier member', () => {
		const { signers } = analyze('multisig first and third member', { accountNumber: 9n, sequence: 1n })
		expect(signers[0]).toMatchObject({ verdict: 'lostMembers', state: 'problem' })
	})

	test('the fee', () => {
		expect(analyze('low fee').fee).toEqual({ given: '2999uchain', required: '3000uchain', isEnough: false })
		expect(analyze('low fee').checks).toContainEqual({
			state: 'problem',
			text: 'The fee is too low: 2999uchain, 3000uchain required. Refused with code 13.',
		})
	})

	test('a signer without an account', () => {
		const text = row('sync accepted').request.body!
		const state = known(undefined, text)
		expect(analyzeStdTx(text, state).signers[0]).toMatchObject({ verdict: 'noAccount', state: 'problem' })
	})

	test('no messages, no signatures, no mode', () => {
		const texts = (name: string) =>
			analyze(name)
				.checks.map(({ text }) => text)
				.join('\n')
		expect(texts('no messages')).toContain('code 18')
		expect(texts('no signatures')).toContain('code 15')
		expect(texts('error: mode missing')).toContain('HTTP 500')
	})

	test('without a node nothing is said of signatures', () => {
		const text = row('sync accepted').request.body!
		const analysis = analyzeStdTx(text, { ...known(undefined, text), chainId: undefined, accounts: new Map() })
		expect(analysis.signers[0]?.verdict).toBe('unknown')
	})
})

describe('the checks of a legacy transaction without its signatures', () => {
	const body = JSON.parse(row('sync accepted').request.body!) as { tx: { fee: object; msg: object[] }; mode: string }
	/** Problems and notes, and the line about the fee, of the recorded transaction with other parts. */
	function told(document: unknown, state: Partial<KnownState> = {}): readonly string[] {
		const text = JSON.stringify(document)
		const { checks } = analyzeStdTx(text, {
			...known(undefined, text),
			chainId: undefined,
			accounts: new Map(),
			...state,
		})
		return checks.flatMap((check) => (/^chain1|^signature/.test(check.text) ? [] : [`${check.state} ${check.text}`]))
	}
	const fee = (...amount: object[]) => ({ ...body.tx, fee: { ...body.tx.fee, amount } })
	const enough = 'ok The fee is enough: 3000uchain, 3000uchain required.'
	const uchain = (amount: string) => ({ denom: 'uchain', amount })
	const renamed: unknown = JSON.parse(JSON.stringify(body).replaceAll('tendermint/', 'chain/'))

	test.each<[string, unknown, Partial<KnownState>, readonly string[]]>([
		['a body as it is posted', body, {}, [enough]],
		['a body in block mode', { ...body, mode: 'block' }, {}, [enough]],
		['a body in async mode', { ...body, mode: 'async' }, {}, [enough]],
		['the transaction alone', body.tx, {}, [enough]],
		[
			'a body of another mode',
			{ ...body, mode: 'soon' },
			{},
			['problem The mode "soon" is none of sync, async and block: HTTP 500.', enough],
		],
		[
			'a body without a mode',
			{ tx: body.tx },
			{},
			['problem The mode "" is none of sync, async and block: HTTP 500.', enough],
		],
		[
			'type and value around it',
			{ type: 'cosmos-sdk/StdTx', value: body.tx },
			{},
			['note POST /txs takes the value alone, without type and value around it.', enough],
		],
		['no message', { ...body.tx, msg: [] }, {}, ['problem There is no message: refused with code 18.', enough]],
		[
			'no signature',
			{ ...body.tx, signatures: [] },
			{},
			['problem There is no signature: refused with code 15.', enough],
		],
		[
			'the names of another brand',
			renamed,
			{},
			["problem The names are of the amino brand chain, the chain's are of cosmos: HTTP 400.", enough],
		],
		['the names of the other brand on a chain that takes both', body, { brand: 'chain' }, [enough]],
		[
			'a message that is null',
			{ ...body.tx, msg: [...body.tx.msg, null] },
			{},
			[
				'problem A message is null: HTTP 400.',
				enough,
				'problem Cannot be converted: Expecting non nil value to create a new Any: failed packing protobuf message to Any',
			],
		],
		['a chain that wants no fee', body.tx, { minimumGasPrices: '' }, []],
		[
			'a fee of one less',
			fee(uchain('2999')),
			{},
			['problem The fee is too low: 2999uchain, 3000uchain required. Refused with code 13.'],
		],
		['no fee', fee(), {}, ['problem The fee is too low: none, 3000uchain required. Refused with code 13.']],
		[
			'no fee where the price is zero',
			fee(),
			{ minimumGasPrices: '0uchain' },
			['ok The fee is enough: none, none required.'],
		],
		[
			'one of two prices',
			fee(uchain('3000')),
			{ minimumGasPrices: '1busd,0.01uchain' },
			['ok The fee is enough: 3000uchain, 300000busd,3000uchain required.'],
		],
	])('a legacy transaction with %s is told of by its form and fee', (_name, document, state, lines) => {
		expect(told(document, state)).toEqual(lines)
	})

	test('more signatures than signers, or fewer, are refused with how many must sign', () => {
		const { signatures } = body.tx as unknown as { readonly signatures: readonly object[] }
		const twice = { ...body.tx, signatures: [...signatures, ...signatures] }
		expect(told(twice)).toEqual(['problem 1 must sign, 2 did: refused with code 4.', enough])
	})
})

describe('what is wrong with a text is told by its place', () => {
	test.each([
		['error: number in a string field', '.tx.msg[0].value.message'],
		['error: memo is a number', '.tx.memo'],
		['error: bare gas', '.tx.fee.gas'],
		['error: coin amount x', '.tx.fee.amount[0].amount'],
		['error: signature not base64', '.tx.signatures[0].signature'],
		['error: key too short', '.tx.signatures[0].pub_key'],
		['error: unknown message type', '.tx.msg[0].type'],
	])('%s: %s', (name, place) => {
		const text = row(name).request.body!
		expect(() => stdTxAddresses(text, { brand: 'cosmos', prefix: 'chain' })).toThrow(
			expect.objectContaining({ name: 'UserError', message: expect.stringContaining(` ${place}`) }),
		)
	})

	test.each(['', '{', '[1', 'not JSON'])('%j is no JSON', (text) => {
		expect(() => stdTxAddresses(text, { brand: 'cosmos', prefix: 'chain' })).toThrow(UserError)
	})
})

describe('back from bytes', () => {
	const input = { registry: createRegistry(), brand: 'cosmos' } as const

	test.each(['sync accepted', 'block several messages', 'multisig first and second member'])('%s', (name) => {
		const { converted } = analyze(name)
		const { json, reasons } = legacyFormOfBytes(converted!.bytes, input)
		expect(reasons).toEqual([])
		const { tx } = JSON.parse(row(name).request.body!)
		expect(JSON.parse(json!)).toEqual({ timeout_height: '0', ...tx })
	})

	test('a transaction signed in direct mode says that its signatures are left out, and why', () => {
		const { converted } = analyze('sync accepted')
		const raw = fromBinary(TxRawSchema, converted!.bytes)
		const authInfo = fromBinary(AuthInfoSchema, raw.authInfoBytes)
		const [signer] = authInfo.signerInfos
		if (signer?.modeInfo?.sum.case === 'single') signer.modeInfo.sum.value.mode = SignMode.DIRECT
		const bytes = toBinary(TxRawSchema, { ...raw, authInfoBytes: toBinary(AuthInfoSchema, authInfo) })
		const { json, reasons } = legacyFormOfBytes(bytes, input)
		expect(reasons).toEqual([expect.stringMatching(/^The signatures are left out: .+\.$/)])
		expect(JSON.parse(json!).signatures).toEqual([])
	})

	test('a transaction says each part that its legacy form loses, and nothing of the parts it does not have', () => {
		const { converted } = analyze('sync accepted')
		const raw = fromBinary(TxRawSchema, converted!.bytes)
		const authInfo = fromBinary(AuthInfoSchema, raw.authInfoBytes)
		const lost = (payer: string, granter: string) => {
			const fee = { ...authInfo.fee!, payer, granter }
			const authInfoBytes = toBinary(AuthInfoSchema, { ...authInfo, fee })
			return legacyFormOfBytes(toBinary(TxRawSchema, { ...raw, authInfoBytes }), input).reasons
		}
		expect(lost(user, '')).toEqual([`The fee payer ${user} is lost: in the legacy form the first signer pays.`])
		expect(lost('', user)).toEqual([`The fee granter ${user} is lost.`])
	})

	test('a transaction without fee and signatures has a fee of nothing, and null for each signature', () => {
		const { converted } = analyze('sync accepted')
		const raw = fromBinary(TxRawSchema, converted!.bytes)
		const { signerInfos } = fromBinary(AuthInfoSchema, raw.authInfoBytes)
		const bare = create(AuthInfoSchema, { signerInfos })
		const bytes = toBinary(TxRawSchema, { ...raw, authInfoBytes: toBinary(AuthInfoSchema, bare), signatures: [] })
		const { json } = legacyFormOfBytes(bytes, input)
		const { fee, signatures } = JSON.parse(json!)
		expect([fee, signatures.map(({ signature }: { signature: null }) => signature)]).toEqual([
			{ amount: [], gas: '0' },
			[null],
		])
	})

	test('a message without an amino name is told, and there is no legacy form of it', () => {
		const { converted } = analyze('sync accepted')
		const raw = fromBinary(TxRawSchema, converted!.bytes)
		const message = packAny(MsgCreateVestingAccountSchema, create(MsgCreateVestingAccountSchema))
		const bodyBytes = toBinary(TxBodySchema, create(TxBodySchema, { messages: [message] }))
		expect(legacyFormOfBytes(toBinary(TxRawSchema, { ...raw, bodyBytes }), input)).toMatchObject({
			json: undefined,
			reasons: ['cosmos.vesting.v1beta1.MsgCreateVestingAccount has no amino name, so there is no legacy form.'],
		})
	})

	test('bytes that are none', () => {
		expect(() => legacyFormOfBytes(Uint8Array.of(1, 2, 3), input)).toThrow(UserError)
	})
})

test('the signer is the recorded one', () => {
	expect(stdTxAddresses(row('owner is not the signer').request.body!, { brand: 'cosmos', prefix: 'chain' })).toContain(
		user,
	)
})
