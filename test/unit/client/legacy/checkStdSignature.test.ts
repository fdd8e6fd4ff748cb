import { describe, expect, test } from 'vitest'
import { analysisJson, analysisText, analyzeStdTx, stdTxAddresses } from '../../../../src/client/legacy/analyzeStdTx.ts'

import type { KnownAccount, KnownState } from '../../../../src/client/legacy/KnownState.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { secp256k1Address } from '../../../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { toBase64, toHex, utf8 } from '../../../../src/util/bytes.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function keyOf(name: string) {
	const secret = sha256(utf8(name))
	const publicKey = secp256k1PublicKey(secret)
	return { secret, publicKey, address: addressToText(secp256k1Address(publicKey), 'chain') }
}
const alice = keyOf('alice')
const bob = keyOf('bob')

interface Draft {
	readonly signatures?: unknown
	readonly owner?: string
	readonly messages?: unknown
	readonly fee?: unknown
	readonly timeout?: string
}

/** A StdTx with one greeting of alice that has the characters Go escapes. */
function stdTx({ signatures = [], owner = alice.address, messages, fee, timeout = '77' }: Draft) {
	const greeting = { type: 'greet/CreateGreet', value: { message: 'a <b> & c', owner } }
	return {
		msg: messages ?? [greeting],
		fee: fee ?? { amount: [{ denom: 'uchain', amount: '3000' }], gas: '300000' },
		signatures,
		memo: '',
		timeout_height: timeout,
	}
}

const signatureOf = (key: typeof alice, bytes: Uint8Array) => ({
	pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(key.publicKey) },
	signature: toBase64(bytes),
})

function known(text: string, overrides: Partial<KnownState> = {}, account?: KnownAccount): KnownState {
	const base = { chainId: 'kava-8', prefix: 'chain', brand: 'cosmos', minimumGasPrices: '0.01uchain' } as const
	const addresses = stdTxAddresses(text, base)
	const of = account ?? { accountNumber: 5n, sequence: 6n }
	return { ...base, accounts: new Map(addresses.map((address) => [address, of])), ...overrides }
}

function analyze(tx: object, overrides: Partial<KnownState> = {}, account?: KnownAccount) {
	const text = JSON.stringify(tx)
	return analyzeStdTx(text, known(text, overrides, account))
}

/** The document that alice must sign, as the analysis tells it. */
function documentOf(overrides: Partial<KnownState> = {}, account?: KnownAccount): string {
	const unsigned = stdTx({ signatures: [signatureOf(alice, new Uint8Array(64))] })
	return analyze(unsigned, overrides, account).signers[0]?.signDoc ?? ''
}

const sign = (document: string, key = alice): Uint8Array => signSecp256k1(utf8(document), key.secret)

/** The same signature with the other S. */
function highS(signature: Uint8Array): Uint8Array {
	const s = order - BigInt(`0x${toHex(signature.subarray(32))}`)
	return Uint8Array.from([...signature.subarray(0, 32), ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
}

/** What is said of alice's signature of a document that is not quite the right one. */
function verdictOf(change: (document: string) => string, overrides: Partial<KnownState> = {}) {
	const signature = sign(change(documentOf(overrides)))
	return analyze(stdTx({ signatures: [signatureOf(alice, signature)] }), overrides).signers[0]!
}

const unescaped = (document: string): string =>
	document.replaceAll('\\u003c', '<').replaceAll('\\u003e', '>').replaceAll('\\u0026', '&')
const withSequence = (sequence: string) => (document: string) =>
	document.replace(/"sequence":"\d+"/, `"sequence":"${sequence}"`)
const withAccount = (account: string) => (document: string) =>
	document.replace(/"account_number":"\d+"/, `"account_number":"${account}"`)
const withChain = (chain: string) => (document: string) => document.replace('"kava-8"', JSON.stringify(chain))

describe('what a wrong signature covers is found out:', () => {
	test.each<readonly [string, (document: string) => string, string, string]>([
		['nothing wrong', (document) => document, 'valid', 'signed for sequence 6.'],
		['characters that are not escaped', unescaped, 'unescapedHtml', 'signed with the characters <, > and & unescaped'],
		[
			'no timeout',
			(document) => document.replace(',"timeout_height":"77"', ''),
			'withoutTimeout',
			'a sign document without the timeout height',
		],
		['a sequence the client did not find', withSequence('undefined'), 'undefinedNumber', 'the sequence "undefined"'],
		['a number the client did not find', withAccount('undefined'), 'undefinedNumber', 'the account number "undefined"'],
		['a later sequence', withSequence('8'), 'wrongSequence', 'signed with sequence 8 instead of 6.'],
		['the sequence 0', withSequence('0'), 'wrongSequence', 'sequence 0 instead of 6'],
		['another account', withAccount('105'), 'wrongAccountNumber', 'account number 105 instead of 5'],
		['the chain of before', withChain('kava-7'), 'wrongChainId', 'chain id "kava-7" instead of "kava-8"'],
		['the chain of three revisions later', withChain('kava-11'), 'wrongChainId', 'chain id "kava-11" instead of'],
		['the chain of four revisions later', withChain('kava-12'), 'invalid', 'of other content'],
		['no chain at all', withChain(''), 'wrongChainId', 'chain id "" instead of "kava-8"'],
		[
			'another chain and another sequence',
			(document) => withChain('kava-9')(withSequence('4')(document)),
			'wrongChainId',
			'chain id "kava-9" instead of "kava-8" and sequence 4 instead of 6',
		],
		[
			'another account and another sequence',
			(document) => withAccount('7')(withSequence('4')(document)),
			'wrongAccountNumber',
			'account number 7 instead of 5 and sequence 4 instead of 6',
		],
		[
			'another sequence, and characters that are not escaped',
			(document) => unescaped(withSequence('7')(document)),
			'wrongSequence',
			'sequence 7 instead of 6 and the characters <, > and & unescaped',
		],
		['another text', (document) => document.replace('a ', 'b '), 'invalid', 'of other content, another key'],
		['a number far away', withSequence('5000'), 'invalid', 'or numbers far away'],
	])('%s', (_name, change, verdict, text) => {
		const found = verdictOf(change)
		expect(found).toMatchObject({ verdict, state: verdict === 'valid' ? 'ok' : 'problem' })
		expect(found.text).toContain(text)
	})

	test('a chain whose name has no revision, and one the user named', () => {
		const of = (signed: string, state: Partial<KnownState>) =>
			verdictOf((document) => document.replace(/"chain_id":"[^"]*"/, `"chain_id":"${signed}"`), state)
		expect(of('plain-1', { chainId: 'plain' }).text).toContain('chain id "plain-1" instead of "plain"')
		expect(of('elsewhere', {}).verdict).toBe('invalid')
		expect(of('kava-0', { chainId: 'kava-2' }).text).toContain('chain id "kava-0" instead of "kava-2"')
		expect(of('elsewhere', { otherChainIds: ['kava-8', 'elsewhere'] }).verdict).toBe('wrongChainId')
	})

	test('a wrong signature is found out up to two hundred numbers away, with two faults up to twelve, and three revisions of the chain', () => {
		const chain = (id: string) => (document: string) => document.replace('"net-20"', `"${id}"`)
		const of = (change: (document: string) => string) => verdictOf(change, { chainId: 'net-20' }).text
		expect([
			of(withSequence('206')),
			of((document) => withAccount('17')(withSequence('18')(document))),
			of(chain('net-17')),
			of(chain('net-23')),
			of((document) => chain('net-19')(withSequence('18')(document))),
		]).toEqual([
			'signed with sequence 206 instead of 6. Refused with code 4.',
			'signed with account number 17 instead of 5 and sequence 18 instead of 6. Refused with code 4.',
			'signed with chain id "net-17" instead of "net-20". Refused with code 4.',
			'signed with chain id "net-23" instead of "net-20". Refused with code 4.',
			'signed with chain id "net-19" instead of "net-20" and sequence 18 instead of 6. Refused with code 4.',
		])
	})

	test('a wrong signature for the sequence 0 is found out however far the account is', () => {
		const account = { accountNumber: 5n, sequence: 5_000n }
		const signature = signatureOf(alice, sign(withSequence('0')(documentOf({}, account))))
		const [signer] = analyze(stdTx({ signatures: [signature] }), {}, account).signers
		expect(signer?.text).toBe('signed with sequence 0 instead of 5000. Refused with code 4.')
	})

	test('a wrong signature cannot be told from a right one where the chain or the account is not known', () => {
		const tx = stdTx({ signatures: [signatureOf(alice, sign(documentOf()))] })
		const unknown = { verdict: 'unknown', state: 'note', signDoc: undefined, address: alice.address }
		expect(analyze(tx, { chainId: undefined }).signers).toMatchObject([unknown])
		expect(analyze(tx, { accounts: new Map() }).signers).toMatchObject([unknown])
		expect(analyze(tx, { accounts: new Map([[alice.address, undefined]]) }).signers).toMatchObject([
			{ verdict: 'noAccount', state: 'problem', text: 'the account is not on the chain. HTTP 400.' },
		])
	})

	test('a signature beyond those that must sign is checked for itself', () => {
		const { signers } = analyze(
			stdTx({ signatures: [signatureOf(alice, sign(documentOf())), signatureOf(bob, sign(documentOf(), bob))] }),
		)
		expect(signers.map(({ verdict, text }) => [verdict, text])).toEqual([
			['valid', 'signed for sequence 6.'],
			['valid', 'signed for sequence 6.'],
		])
	})

	test('a wrong signature of a new account is found out without trying a number below 0', () => {
		const account = { accountNumber: 0n, sequence: 0n }
		const signature = sign(documentOf({}, account).replace('"sequence":"0"', '"sequence":"3"'))
		const tx = stdTx({ signatures: [signatureOf(alice, signature)] })
		expect(analyze(tx, {}, account).signers[0]?.text).toContain('sequence 3 instead of 0')
	})

	test('a high S, which the chain refuses, alone and with another fault', () => {
		const right = highS(sign(documentOf()))
		expect(analyze(stdTx({ signatures: [signatureOf(alice, right)] })).signers[0]).toMatchObject({ verdict: 'highS' })
		const late = highS(sign(withSequence('7')(documentOf())))
		expect(analyze(stdTx({ signatures: [signatureOf(alice, late)] })).signers[0]).toMatchObject({
			verdict: 'wrongSequence',
		})
		const none = new Uint8Array(64).fill(0xff)
		expect(analyze(stdTx({ signatures: [signatureOf(alice, none)] })).signers[0]?.verdict).toBe('invalid')
	})

	test('a good signature of somebody who need not sign', () => {
		const signature = signatureOf(bob, sign(documentOf(), bob))
		const [signer] = analyze(stdTx({ signatures: [signature] })).signers
		expect(signer).toMatchObject({ verdict: 'wrongSigner', address: bob.address })
		expect(signer?.text).toContain(`${alice.address} must sign`)
	})

	test.each([
		['no key', { pub_key: null, signature: '' }],
		[
			'a key that cannot sign for an account',
			{
				pub_key: { type: 'tendermint/PubKeyMultisigThreshold', value: { threshold: '0', pubkeys: [] } },
				signature: '',
			},
		],
	])('%s', (_name, signature) => {
		const { signers, checks } = analyze(stdTx({ signatures: [signature] }))
		expect(signers[0]?.state).toBe('problem')
		expect(checks.some(({ state }) => state === 'problem')).toBe(true)
	})
})

describe('the checklist', () => {
	const right = stdTx({ signatures: [signatureOf(alice, sign(documentOf()))] })
	const told = (tx: object, state: Partial<KnownState> = {}) =>
		analyze(tx, state).checks.map((check) => `${check.state}: ${check.text}`)

	test('the checklist of what a node takes has no problem', () => {
		expect(told({ tx: right, mode: 'block' })).toEqual([
			`ok: ${alice.address}: signed for sequence 6.`,
			'ok: The fee is enough: 3000uchain, 3000uchain required.',
		])
	})

	test.each<readonly [string, object, string]>([
		['the form of old tools', { type: 'cosmos-sdk/StdTx', value: right }, 'note: POST /txs takes the value alone'],
		['a mode that is none', { tx: right, mode: 'later' }, 'problem: The mode "later" is none of sync, async and block'],
		[
			'names of another brand',
			{
				...right,
				msg: [
					{ type: 'chain-sdk/MsgSend', value: { from_address: alice.address, to_address: bob.address, amount: [] } },
				],
				signatures: [],
			},
			"problem: The names are of the amino brand chain, the chain's are of cosmos",
		],
		['a message that is null', stdTx({ messages: [null] }), 'problem: A message is null: HTTP 400.'],
		[
			'a message that cannot be packed',
			stdTx({ messages: [null] }),
			'problem: Cannot be converted: Expecting non nil value',
		],
		[
			'a second signer who need not sign',
			stdTx({ signatures: [signatureOf(alice, sign(documentOf())), signatureOf(bob, sign(documentOf()))] }),
			'problem: 1 must sign, 2 did: refused with code 4.',
		],
		['no message', stdTx({ messages: [] }), 'problem: There is no message: refused with code 18.'],
		['no signature', stdTx({}), 'problem: There is no signature: refused with code 15.'],
		[
			'no fee',
			stdTx({ fee: { amount: [], gas: '300000' } }),
			'problem: The fee is too low: none, 3000uchain required. Refused with code 13.',
		],
	])('tells %s', (_name, tx, line) => {
		expect(
			told(tx).some((text) => text.startsWith(line)),
			told(tx).join('\n'),
		).toBe(true)
	})

	test('names of the framework are right on a chain of any brand', () => {
		expect(told(right, { brand: 'chain' })).toEqual(told(right))
		expect(told(right).filter((line) => line.includes('names'))).toEqual([])
	})

	test('the checklist of what nobody need sign counts no signatures', () => {
		const lines = told(stdTx({ messages: [], signatures: [signatureOf(alice, sign(''))] }), { accounts: new Map() })
		expect(lines.filter((line) => line.includes('must sign'))).toEqual([])
		expect(lines[0]).toBe('problem: There is no message: refused with code 18.')
		for (const mode of ['sync', 'async', 'block']) expect(told({ tx: right, mode })).toHaveLength(2)
		expect(told({ tx: right })[0]).toBe('problem: The mode "" is none of sync, async and block: HTTP 500.')
	})

	test('asks for no fee where the node asks for none', () => {
		const free = stdTx({ fee: { amount: [], gas: '300000' } })
		expect(told(free, { minimumGasPrices: '' }).filter((line) => line.includes('fee'))).toEqual([])
		expect(told(free, { minimumGasPrices: '0uchain' })).toContain('ok: The fee is enough: none, none required.')
	})
})

describe('an analysis is written', () => {
	test('an analysis is written as text: checklist, document, transaction', () => {
		const document = documentOf()
		const text = analysisText(analyze(stdTx({ signatures: [signatureOf(alice, sign(document))] })))
		expect(text).toContain(`ok: ${alice.address}: signed for sequence 6.\n`)
		expect(text).toContain(
			`\nSign document of ${alice.address}:\n${document}\nSHA-256: ${toHex(sha256(utf8(document)))}\n`,
		)
		expect(text).toMatch(/\nConverted:\n\{.*\}\n\nBytes: [A-Za-z0-9+/=]+\nHash: [0-9A-F]{64}\n$/)
	})

	test('an analysis is written as text without what is not known', () => {
		const text = analysisText(analyze(stdTx({ messages: [null], signatures: [{ pub_key: null, signature: '' }] })))
		expect(text).toContain('PROBLEM: signature: has no pub_key')
		expect(text).not.toMatch(/Sign document|Converted:|Hash:/)
	})

	test('an analysis is written as JSON, with null for what there is not', () => {
		const good = analysisJson(
			analyze({ tx: stdTx({ signatures: [signatureOf(alice, sign(documentOf()))] }), mode: 'sync' }),
		)
		expect(good).toMatchObject({
			form: 'body',
			mode: 'sync',
			signers: [{ address: alice.address, account_number: '5', sequence: '6', verdict: 'valid' }],
			tx: { body: { messages: [{ message: 'a <b> & c' }] } },
			txhash: expect.stringMatching(/^[0-9A-F]{64}$/),
		})
		const bad = analysisJson(analyze(stdTx({ signatures: [{ pub_key: null, signature: '' }] })))
		expect(bad).toMatchObject({
			form: 'bare',
			mode: null,
			signers: [{ address: null, account_number: null, sequence: null, sign_doc: null, sign_doc_sha256: null }],
			tx: null,
			tx_bytes: null,
			txhash: null,
		})
	})
})
