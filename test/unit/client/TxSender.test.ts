import { setImmediate } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { FeeOptions, TxProgress, TxSummary } from '../../../src/client/chainTypes.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { txHash } from '../../../src/client/tx/broadcast.ts'
import type { TxTracker } from '../../../src/client/tx/TxTracker.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { decodeMultisignature } from '../../../src/codec/tx/decodeMultisignature.ts'
import { decodeTx } from '../../../src/codec/tx/decodeTx.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { gone } from './connectionOf.ts'
import { acting, mismatch, registry, type Said, senderTo, tooLow } from './playedSender.ts'

/** Of 50,000 simulated gas. */
const gas = 65_000n

let keyring: Keyring
let alice: string
beforeAll(async () => {
	keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
	alice = (await keyring.create('alice')).key.address
})
const senderOf = (said: readonly Said[] = [], gasUsed = 50_000n) => senderTo(keyring, alice, said, gasUsed)

const messages = () => [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message: 'hello', owner: alice } }]
const inBlock = { height: 9, code: 0, codespace: '', log: '', gasWanted: gas, gasUsed: 50_000n }

/** The steps of a transaction whose block has this result, if the node takes it. */
async function stepsOf(
	of: ReturnType<typeof senderOf>,
	options: FeeOptions = {},
	settle = (tracker: TxTracker, hash: string): unknown =>
		tracker.onBlock([{ ...inBlock, hash } as unknown as TxSummary]),
	progress: AsyncIterable<TxProgress> = of.sender.send('alice', messages(), options),
): Promise<readonly TxProgress[]> {
	const steps: TxProgress[] = []
	for await (const step of progress) {
		steps.push(step)
		if (step.state === 'in-mempool') await settle(of.tracker, step.hash)
	}
	return steps
}

describe('a transaction that is sent', () => {
	test('a transaction is signed for the sequence of its account, paid by the price, and followed into its block', async () => {
		const of = senderOf()
		const steps = await stepsOf(of)
		const hash = txHash(of.bytes[0]!)
		expect(steps).toEqual([
			{ state: 'signing' },
			{ state: 'in-mempool', hash, fee: '650uchain', gasWanted: gas },
			{ state: 'committed', hash, height: 9, fee: '650uchain', gasWanted: gas, gasUsed: 50_000n },
		])
		expect(of.given()).toEqual([[6, '650uchain']])
		expect(decodeTx(of.bytes[0]!, registry).body).toMatchObject({ memo: '', timeoutHeight: 0n })
		await stepsOf(of, { memo: 'a memo', timeoutHeight: 77 })
		expect(decodeTx(of.bytes[1]!, registry).body).toMatchObject({ memo: 'a memo', timeoutHeight: 77n })
	})

	test('a transaction of a threshold key is signed by the members that are named, otherwise by the first', async () => {
		const names = ['anna', 'berta', 'clara']
		const keys: string[] = []
		for (const name of names) keys.push((await keyring.create(name)).key.pubKey!)
		await keyring.addMultisig('family', 2, keys, { keepOrder: true })
		const of = senderOf()
		await stepsOf(of, {}, undefined, of.sender.send('family', messages()))
		await stepsOf(of, {}, undefined, of.sender.send('family', messages(), { members: ['clara', 'berta'] }))
		const marks = of.bytes.map((tx) => {
			const { sum } = decodeTx(tx, registry).authInfo.signerInfos[0]!.modeInfo!
			return sum.case === 'multi' ? sum.value.bitarray!.elems[0]! : 0
		})
		expect(marks).toEqual([0b1100_0000, 0b0110_0000])
	})

	test('a transaction is simulated as it will be, with zeros as long as its signature and a fee of one unit', async () => {
		const of = senderOf()
		const pair: string[] = []
		for (const name of ['dora', 'emma']) pair.push((await keyring.create(name)).key.pubKey!)
		const both = await keyring.addMultisig('pair', 2, pair)
		await keyring.create('dev', { algo: 'eth_secp256k1' })
		for (const name of ['alice', 'dev', 'pair']) {
			await stepsOf(of, {}, undefined, of.sender.send(name, messages(), { memo: 'a memo' }))
		}
		const [simulated, sent] = [of.simulations, of.bytes].map((list) => list.map((tx) => decodeTx(tx, registry)))
		expect(simulated!.map(({ body, authInfo }) => [body, authInfo.signerInfos])).toEqual(
			sent!.map(({ body, authInfo }) => [body, authInfo.signerInfos]),
		)
		const zeros = (length: number) => new Uint8Array(length)
		expect(simulated!.slice(0, 2).map(({ signatures }) => signatures)).toEqual([[zeros(64)], [zeros(65)]])
		expect(decodeMultisignature(simulated![2]!.signatures[0]!)).toEqual(both.members!.map(() => zeros(64)))
		for (const { authInfo } of simulated!) {
			expect(authInfo.fee).toMatchObject({ amount: [{ denom: 'uchain', amount: '1' }], gasLimit: 0n })
		}
	})

	test('a transaction is signed for the next sequence while others wait, and for that of the chain after', async () => {
		const of = senderOf()
		const first = of.sender.send('alice', messages())[Symbol.asyncIterator]()
		await first.next()
		const { value } = (await first.next()) as { readonly value: { readonly hash: string } }
		await stepsOf(of)
		expect(of.given().map(([sequence]) => sequence)).toEqual([6, 7])
		await of.tracker.onBlock([{ ...inBlock, hash: value.hash } as unknown as TxSummary])
		await first.next()
		await stepsOf(of)
		expect(of.given().map(([sequence]) => sequence)).toEqual([6, 7, 6])
	})

	test('a transaction is signed for the sequence of the chain after the chain went back', async () => {
		const of = senderOf()
		const first = of.sender.send('alice', messages())[Symbol.asyncIterator]()
		await first.next()
		await first.next()
		of.sender.onRewind()
		await stepsOf(of)
		expect(of.given().map(([sequence]) => sequence)).toEqual([6, 6])
		of.tracker.close()
	})

	test('a transaction whose sequence the node expects otherwise is signed again, five times at most', async () => {
		const of = senderOf([mismatch(8)])
		expect((await stepsOf(of)).at(-1)).toMatchObject({ state: 'committed' })
		expect(of.given().map(([sequence]) => sequence)).toEqual([6, 8])
		const never = senderOf([7, 8, 9, 10, 11, 12].map(mismatch))
		expect((await stepsOf(never)).at(-1)).toMatchObject({
			state: 'failed',
			code: 32,
			log: expect.stringContaining('11'),
		})
		expect(never.given().map(([sequence]) => sequence)).toEqual([6, 7, 8, 9, 10])
		const same = senderOf([mismatch(6)])
		expect((await stepsOf(same)).at(-1)).toMatchObject({ state: 'failed', code: 32 })
		expect(same.bytes).toHaveLength(1)
	})

	test('a transaction whose fee is too low is sent with the one that is asked for, five times at most', async () => {
		const of = senderOf([tooLow('3000uchain,7ukite')])
		expect((await stepsOf(of)).at(-1)).toMatchObject({ state: 'committed', fee: '3000uchain' })
		// The price behind it is rounded up, and the fee by it again.
		expect(await of.sender.estimate('alice', messages())).toEqual({ gas, fee: '3001uchain' })
		expect(of.given().map(([, fee]) => fee)).toEqual(['650uchain', '3000uchain'])
		const even = senderOf([tooLow('1300uchain')])
		await stepsOf(even)
		expect(await even.sender.estimate('alice', messages())).toEqual({ gas, fee: '1300uchain' })
		const never = senderOf([1, 2, 3, 4, 5, 6].map((fee) => tooLow(`${fee}000uchain`)))
		expect((await stepsOf(never)).at(-1)).toMatchObject({ state: 'failed', requiredFee: '5000uchain' })
		expect(never.given().map(([, fee]) => fee)).toEqual(
			['650', '1000', '2000', '3000', '4000'].map((amount) => `${amount}uchain`),
		)
		const same = senderOf([tooLow('3000uchain'), tooLow('3000uchain')])
		expect((await stepsOf(same)).at(-1)).toMatchObject({ state: 'failed', requiredFee: '3000uchain' })
		expect(same.bytes).toHaveLength(2)
	})

	test('a transaction whose simulation asks for a fee is sent with it, which says nothing of the price', async () => {
		const of = senderTo(keyring, alice, [], 50_000n, [tooLow('3000uchain')])
		expect((await stepsOf(of)).at(-1)).toMatchObject({ state: 'committed', fee: '3000uchain' })
		expect(await of.sender.estimate('alice', messages())).toEqual({ gas, fee: '650uchain' })
	})

	test('a transaction keeps the fee that the user gave, whatever the node asks for, and a gas limit of 0', async () => {
		const of = senderOf([tooLow('3000uchain')])
		expect((await stepsOf(of, { fee: '20.9uchain' })).at(-1)).toMatchObject({ state: 'failed', code: 13 })
		expect(of.given()).toEqual([[6, '20uchain']])
		const free = senderOf([tooLow('3000uchain')])
		expect((await stepsOf(free, { gas: 0n })).at(-1)).toMatchObject({ state: 'committed', fee: '3000uchain' })
		// Nothing is learnt of a price from it.
		expect(await free.sender.estimate('alice', messages())).toEqual({ gas, fee: '650uchain' })
	})

	test.each([
		[1n, 50_000n, '2uchain', { gas, fee: '130000uchain' }],
		[3n, 30_000n, '1uchain', { gas: 39_000n, fee: '13001uchain' }],
		[9n, 50_000n, '0uchain', { gas, fee: '650uchain' }],
	])('a price is learnt from what %i gas cost, rounded up', async (limit, gasUsed, required, cost) => {
		const of = senderOf([tooLow(required)], gasUsed)
		await stepsOf(of, { gas: limit })
		expect(await of.sender.estimate('alice', messages())).toEqual(cost)
	})

	test.each<readonly [string, Said, object]>([
		[
			'that is not taken',
			{ code: 5, codespace: 'sdk', log: 'no coins: insufficient funds' },
			{ codespace: 'sdk', code: 5, log: 'no coins: insufficient funds' },
		],
		[
			'for which there is no room',
			new RpcError(-32603, 'Internal error', 'mempool is full'),
			{ hash: '', code: -32603 },
		],
		['that nobody answers', gone, { problem: 'The node does not answer. ECONNREFUSED', hash: '', code: 0 }],
	])('a transaction %s fails, and the next one is signed for the same sequence', async (_name, said, failure) => {
		const of = senderOf([said])
		const steps = await stepsOf(of)
		expect(steps).toMatchObject([{ state: 'signing' }, { state: 'failed', ...failure }])
		expect(of.held()).toBe(0)
		expect((await stepsOf(of)).at(-1)).toMatchObject({ state: 'committed' })
		expect(of.given().map(([sequence]) => sequence)).toEqual([6, 6])
	})

	test('a transaction that the node has already is followed as if it took it now', async () => {
		const of = senderOf([new RpcError(-32603, 'Internal error', 'tx already exists in cache')])
		expect((await stepsOf(of)).map(({ state }) => state)).toEqual(['signing', 'in-mempool', 'committed'])
	})

	test('a transaction that fails in its block, or comes into none, is told with its hash', async () => {
		const of = senderOf()
		const refused = { ...inBlock, code: 11, codespace: 'sdk', log: 'out of gas in location: x' }
		const inVain = await stepsOf(of, {}, (tracker, hash) =>
			tracker.onBlock([{ ...refused, hash } as unknown as TxSummary]),
		)
		expect(inVain.at(-1)).toMatchObject({ state: 'failed', code: 11, log: refused.log, hash: txHash(of.bytes[0]!) })
		expect((await stepsOf(of, {}, (tracker, hash) => tracker.forget(hash))).at(-1)).toEqual({
			state: 'failed',
			problem: 'The node no longer has this transaction, and it is in no block.',
			next: 'Send it again.',
			codespace: '',
			code: 0,
			log: '',
			hash: txHash(of.bytes[1]!),
		})
		expect((await stepsOf(of, {}, (tracker) => tracker.close())).at(-1)).toMatchObject({
			problem: 'The connection to the node was closed.',
			hash: txHash(of.bytes[2]!),
		})
	})

	test('a transaction of an account that anyone may act as has a signature of zeros', async () => {
		const of = senderOf()
		const sent = of.sender.send(acting, messages())
		expect((await stepsOf(of, {}, undefined, sent)).at(-1)).toMatchObject({ state: 'committed' })
		expect(decodeTx(of.bytes[0]!, registry).signatures).toEqual([new Uint8Array(64)])
		expect(await Promise.all(['alice', acting, 'chain1nobody'].map((name) => of.sender.addressOf(name)))).toEqual([
			alice,
			acting,
			'',
		])
	})

	test('a key that is not there, one without members, and a fee that is none are told as they are', async () => {
		const of = senderOf()
		const nobody = of.sender.send('nobody', messages())
		expect((await stepsOf(of, {}, undefined, nobody)).at(-1)).toMatchObject({
			state: 'failed',
			problem: 'There is no key named nobody.',
			next: 'Make or import it first.',
		})
		await expect(of.sender.multisig('alice', messages())).rejects.toEqual(
			new UserError('The key alice is not a threshold key.', { next: 'Choose one that has members.' }),
		)
		expect((await stepsOf(of, { fee: 'much' })).at(-1)).toMatchObject({
			problem: '"much" is not a fee.',
			next: 'Write it like 600uchain.',
		})
		expect(of.bytes).toEqual([])
	})
})

describe('signed bytes that are sent', () => {
	test('signed bytes are sent as they are, also without a fee', async () => {
		const of = senderOf()
		const raw = create(TxRawSchema, {
			bodyBytes: encodeMessage(TxBodySchema, create(TxBodySchema, { memo: 'as it is' })),
			authInfoBytes: encodeMessage(AuthInfoSchema, create(AuthInfoSchema)),
		})
		const bytes = encodeMessage(TxRawSchema, raw)
		const hash = txHash(bytes)
		expect((await stepsOf(of, {}, undefined, of.sender.broadcast(bytes))).map((step) => step)).toMatchObject([
			{ state: 'in-mempool', hash, fee: '', gasWanted: 0n },
			{ state: 'committed', hash, fee: '' },
		])
		expect(of.bytes).toEqual([bytes])
	})

	test('bytes that are no transaction, or that nobody takes, fail with their hash', async () => {
		const of = senderOf([gone])
		const bytes = Uint8Array.of(1, 2, 3)
		expect(await stepsOf(of, {}, undefined, of.sender.broadcast(bytes))).toMatchObject([
			{ state: 'failed', hash: txHash(bytes), code: 2 },
		])
		const empty = encodeMessage(TxRawSchema, create(TxRawSchema))
		expect(await stepsOf(of, {}, undefined, of.sender.broadcast(empty))).toMatchObject([
			{ state: 'failed', hash: txHash(empty), problem: 'The node does not answer. ECONNREFUSED' },
		])
	})

	test('signed bytes whose steps nobody reads any longer may lose the connection without an error', async () => {
		const unheard: unknown[] = []
		const listener = (error: unknown): void => void unheard.push(error)
		process.on('unhandledRejection', listener)
		onTestFinished(() => void process.off('unhandledRejection', listener))
		const of = senderOf()
		const bytes = encodeMessage(TxRawSchema, create(TxRawSchema))
		for await (const { state } of of.sender.broadcast(bytes)) if (state === 'in-mempool') break
		of.tracker.close()
		await setImmediate()
		expect(of.bytes).toEqual([bytes])
		expect(unheard).toHaveLength(0)
	})
})
