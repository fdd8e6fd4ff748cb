import { create, fromBinary, type Message, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { convert8 } from '../../../../src/api/legacy/generation8/convert8.ts'
import type { LegacyParts } from '../../../../src/api/legacy/LegacyAnswer.ts'
import type { StdTx } from '../../../../src/codec/amino/stdTx.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytes } from '../../../../src/codec/signDoc/aminoSignBytes.ts'
import { decodeTx } from '../../../../src/codec/tx/decodeTx.ts'
import { signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { AuthInfoSchema, TxRawSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { alice, chainId, genesisState, greetTx, makeBlock, openApp, startChain, testKey } from '../../app/testChain.ts'

const registry = createRegistry()
const settings = defaultChainSettings
const [bob, carol] = [testKey('bob'), testKey('carol')]
const key = create(PubKeySchema, { key: alice.publicKey })

/** A chain in which alice has signed as many transactions as blocks are told, and more of hers wait. */
async function chainOf(blocks: number, waiting: number, acting?: readonly string[]): Promise<LegacyParts> {
	const app = openApp()
	const genesis = JSON.parse(genesisState())
	// Of carol no key is known.
	genesis.auth.accounts.push({ ...genesis.auth.accounts[0], address: carol.text, account_number: '1' })
	startChain(app, -1n, JSON.stringify(genesis))
	await makeBlock(app)
	for (let sequence = 0; sequence < blocks; sequence++) await makeBlock(app, greetTx({ sequence: BigInt(sequence) }))
	const txs = Array.from({ length: waiting }, (_, index) => greetTx({ sequence: BigInt(blocks + index) }))
	return {
		...{ application: app, registry, settings, chain: { status: async () => ({ chainId }) } },
		pool: { mempoolSize: async () => ({ count: txs.length }), mempoolTxs: async () => txs },
		...(acting === undefined ? {} : { acting: async () => acting }),
	} as unknown as LegacyParts
}

interface Wanted {
	readonly pubKey?: Message | undefined
	readonly owner?: string
	readonly signature?: Uint8Array
	readonly denom?: string
	readonly accountNumber?: bigint
}

/** A legacy greeting that is signed by alice for a sequence. */
function stdTx(
	sequence: bigint,
	{ pubKey, owner = alice.text, signature, denom = 'uchain', accountNumber = 0n }: Wanted,
): StdTx {
	const message = create(MsgCreateGreetSchema, { message: 'hello', owner })
	const fee = { amount: [{ denom, amount: '5' }], gas: 7n }
	const input = { chainId, accountNumber, sequence, timeoutHeight: 0n, fee, messages: [message], memo: 'memo' }
	const document = aminoSignBytes(input, { registry, brand: settings.aminoBrand })
	const signed = signature ?? signSecp256k1(document, alice.privateKey)
	return { msgs: [message], fee, signatures: [{ pubKey, signature: signed }], memo: 'memo', timeoutHeight: 0n }
}

/** What the conversion makes of the one signer. */
async function converted(parts: LegacyParts, sequence: bigint, wanted: Wanted) {
	const { bytes, isMalformed } = await convert8(parts, stdTx(sequence, wanted))
	const { authInfo, signatures, publicKeys } = decodeTx(bytes, registry)
	const [info] = authInfo.signerInfos
	return {
		sequence: info?.sequence,
		mode: info?.modeInfo?.sum.case,
		hasKey: publicKeys[0] !== undefined,
		denom: authInfo.fee?.amount[0]?.denom,
		isMalformed,
		signature: signatures[0]!,
	}
}

const sequenceOf = async (parts: LegacyParts, sequence: bigint, wanted: Wanted) =>
	(await converted(parts, sequence, wanted)).sequence

test('a legacy signature counts for the sequence it was made for, as far as waiting transactions lead', async () => {
	const parts = await chainOf(1, 2)
	const sequences = async (wanted: Wanted) =>
		Promise.all([0n, 1n, 2n, 3n, 4n].map(async (sequence) => sequenceOf(parts, sequence, wanted)))
	expect(await sequences({ pubKey: key })).toEqual([1n, 1n, 2n, 3n, 1n])
	// The key of the account is known to the chain.
	expect(await sequences({})).toEqual([1n, 1n, 2n, 3n, 1n])
	const idle = await chainOf(1, 0)
	expect(await sequenceOf(idle, 2n, { pubKey: key })).toBe(1n)
})

test('a legacy signature without a key is of the key that a first waiting transaction brings', async () => {
	const wanted = { pubKey: undefined }
	expect(await sequenceOf(await chainOf(0, 1), 1n, wanted)).toBe(1n)
	expect(await sequenceOf(await chainOf(0, 1), 1n, { ...wanted, owner: bob.text })).toBe(0n)
	// The key of somebody else who waits is not that of carol, whoever signed for her.
	const ofCarol = { ...wanted, owner: carol.text, accountNumber: 1n }
	expect(await sequenceOf(await chainOf(0, 1), 1n, ofCarol)).toBe(0n)
	expect(
		await sequenceOf(await chainOf(0, 1), 1n, { ...ofCarol, pubKey: create(PubKeySchema, { key: carol.publicKey }) }),
	).toBe(0n)
	const keyless = await converted(await chainOf(0, 1), 1n, wanted)
	expect([keyless.hasKey, (await converted(await chainOf(0, 1), 1n, { pubKey: key })).hasKey]).toEqual([false, true])
})

test('a waiting transaction that brings no key is passed over where a legacy signature looks for one', async () => {
	const raw = fromBinary(TxRawSchema, greetTx({ sequence: 0n }))
	const { $typeName: _, signerInfos, ...rest } = fromBinary(AuthInfoSchema, raw.authInfoBytes)
	const infos = signerInfos.map(({ publicKey: _, ...info }) => info)
	const authInfoBytes = toBinary(AuthInfoSchema, create(AuthInfoSchema, { ...rest, signerInfos: infos }))
	const txs = [toBinary(TxRawSchema, { ...raw, authInfoBytes }), greetTx({ sequence: 1n })]
	const parts = (waiting: readonly Uint8Array[]): Promise<LegacyParts> =>
		chainOf(0, 0).then((idle) => ({
			...idle,
			pool: {
				mempoolSize: async () => ({ count: 2 }),
				mempoolTxs: async () => waiting,
			} as unknown as LegacyParts['pool'],
		}))
	expect(await sequenceOf(await parts(txs), 1n, {})).toBe(1n)
	expect(await sequenceOf(await parts(txs.slice(0, 1)), 1n, {})).toBe(0n)
})

test('a legacy signature of an account that is not there is for sequence 0', async () => {
	const unknown = create(PubKeySchema, { key: bob.publicKey })
	const parts = await chainOf(1, 1)
	expect(await sequenceOf(parts, 1n, { pubKey: unknown })).toBe(0n)
	expect(await sequenceOf(parts, 1n, { owner: bob.text })).toBe(0n)
	expect(await sequenceOf(parts, 1n, { owner: '' })).toBe(0n)
})

test('a legacy signature of who somebody acts as is looked at no further', async () => {
	const parts = await chainOf(1, 1, [alice.text])
	const other = create(PubKeySchema, { key: bob.publicKey })
	for (const pubKey of [undefined, key, other]) {
		const made = await converted(parts, 2n, { pubKey })
		expect(made).toMatchObject({ sequence: 1n, mode: 'single', isMalformed: false, hasKey: pubKey !== undefined })
	}
	expect(await sequenceOf(await chainOf(1, 1, [bob.text]), 2n, { pubKey: key })).toBe(2n)
})

test('a legacy multisignature that cannot be read becomes one that verifies for no key', async () => {
	const parts = await chainOf(1, 0)
	const multisig = create(LegacyAminoPubKeySchema, { threshold: 1, publicKeys: [packAny(PubKeySchema, key)] })
	const broken = await converted(parts, 1n, { pubKey: multisig, signature: Uint8Array.of(0x0a, 5, 8) })
	expect(broken).toMatchObject({ mode: 'multi', isMalformed: true, signature: new Uint8Array(0) })
	// Bits of one member, which has signed (amino: compact bit array, then the signatures).
	const readable = Uint8Array.of(0x0a, 5, 0x08, 1, 0x12, 1, 0x80, 0x12, 1, 7)
	expect(await converted(parts, 1n, { pubKey: multisig, signature: readable })).toMatchObject({
		mode: 'multi',
		isMalformed: false,
		signature: Uint8Array.of(0x0a, 1, 7),
	})
	const single = await converted(parts, 1n, { pubKey: key, signature: Uint8Array.of(0x0a, 5, 8) })
	expect(single).toMatchObject({ mode: 'single', isMalformed: false, signature: Uint8Array.of(0x0a, 5, 8) })
})

test('a denomination of a legacy fee that only this chain knows becomes one that no chain knows', async () => {
	const parts = await chainOf(1, 0)
	const denomOf = async (denom: string) => (await converted(parts, 1n, { pubKey: key, denom })).denom
	expect(await Promise.all(['uchain', 'ABCD', 'ibc/ABCD', '1', ''].map(denomOf))).toEqual(['uchain', '1', '1', '1', ''])
	expect(await denomOf('x')).toBe('x')
})

test('a legacy signature beyond the signers of the messages is of nobody', async () => {
	const tx = stdTx(1n, {})
	const { bytes } = await convert8(await chainOf(1, 1), { ...tx, signatures: [...tx.signatures, ...tx.signatures] })
	expect(decodeTx(bytes, registry).authInfo.signerInfos.map(({ sequence }) => sequence)).toEqual([1n, 0n])
})
