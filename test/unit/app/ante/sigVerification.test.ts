import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { create, type Message, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { SignaturesAhead, signDocument } from '../../../../src/app/ante/SignaturesAhead.ts'
import { type SigVerificationDeps, sigVerification } from '../../../../src/app/ante/sigVerification.ts'
import type { TxMode } from '../../../../src/app/Context.ts'
import { createKeyReader, packPublicKey } from '../../../../src/app/tx/publicKeys.ts'
import { txDecoder } from '../../../../src/app/tx/runTx.ts'
import type { AminoBrand } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { encodeMultisignature } from '../../../../src/crypto/multisig.ts'
import { signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../../../../src/gen/cosmos/crypto/secp256r1/keys_pb.js'
import { SignMode } from '../../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { type ModeInfoSchema, TxSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { toHex } from '../../../../src/util/bytes.ts'
import { createModuleBench } from '../../modules/moduleBench.ts'
import { alice, testKey } from '../testChain.ts'

const bench = createModuleBench()
const { accounts, bank, settings } = bench
const registry = createRegistry({ evm: false })
const keys = createKeyReader(registry)
const decode = txDecoder([bank], registry, settings.prefix)
const amino = { registry, brand: 'chain' } as const

type Mode = MessageInitShape<typeof ModeInfoSchema>
const single = (mode: SignMode): Mode => ({ sum: { case: 'single', value: { mode } } })
const [direct, legacy] = [single(SignMode.DIRECT), single(SignMode.LEGACY_AMINO_JSON)]

/** A transfer of alice with a signature made so, for sequence 4 of account 3. */
function txOf(modeInfo: Mode, signature: Uint8Array) {
	const coins = [{ denom: 'uchain', amount: '1' }]
	const value = create(MsgSendSchema, { fromAddress: alice.text, toAddress: alice.text, amount: coins })
	const body = { messages: [packAny(MsgSendSchema, value)] }
	const authInfo = { signerInfos: [{ modeInfo, sequence: 4n }], fee: {} }
	return decode(toBinary(TxSchema, create(TxSchema, { body, authInfo, signatures: [new Uint8Array(signature)] })))
}

const right = { chainId: 'chain-localnet', accountNumber: 3n, sequence: 4n }

/** The document that is signed in a mode. */
function documentOf(modeInfo: Mode, signer = right, brand: AminoBrand = 'chain', mode = modeOf(modeInfo)) {
	return signDocument(txOf(modeInfo, Uint8Array.of(1)), mode, signer, { registry, brand })
}

const modeOf = ({ sum }: Mode): SignMode => (sum?.case === 'single' ? (sum.value.mode ?? 0) : SignMode.DIRECT)

/** What the check says of a signature under the key of the account. */
function told(
	key: Message,
	modeInfo: Mode,
	signature: Uint8Array,
	deps: Partial<SigVerificationDeps> = {},
	modes: readonly TxMode[] = ['deliver'],
): string {
	const step = sigVerification({ accounts, keys, amino, ...deps })
	const ctx = bench.contextAt(0n)
	accounts.setAccount(ctx, {
		kind: 'base',
		base: { address: alice.text, pubKey: packPublicKey(key), accountNumber: 3n, sequence: 4n },
	})
	try {
		for (const mode of modes) void step.run(ctx.with({ mode }), txOf(modeInfo, signature))
		return 'right'
	} catch (error) {
		return (error as Error).message
	}
}

const key = create(Secp256k1Schema, { key: alice.publicKey })
const signedBy = (document: Uint8Array, { privateKey } = alice) => signSecp256k1(document, privateKey)
const wrong = (account: string) =>
	`signature verification failed; please verify account number ${account} and chain-id (chain-localnet): unauthorized`

describe('a signature that is verified', () => {
	test('a signature is over the chain, the account and the sequence, in either mode', () => {
		for (const [mode, account] of [
			[direct, '(3)'],
			[legacy, '(3), sequence (4)'],
		] as const) {
			expect(told(key, mode, signedBy(documentOf(mode)))).toBe('right')
			expect(told(key, mode, signedBy(documentOf(mode, { ...right, chainId: 'other' })))).toBe(wrong(account))
			expect(told(key, mode, signedBy(documentOf(mode, { ...right, accountNumber: 4n })))).toBe(wrong(account))
			expect(told(key, mode, signedBy(documentOf(mode), testKey('bob')))).toBe(wrong(account))
		}
		expect(told(key, legacy, signedBy(documentOf(legacy, { ...right, sequence: 5n })))).toBe(wrong('(3), sequence (4)'))
	})

	test('a signature in a mode that there is no document of is wrong', () => {
		const textual = single(2 as SignMode)
		expect(told(key, textual, signedBy(documentOf(direct)))).toBe(wrong('(3)'))
		expect(() => documentOf(textual)).toThrow("can't verify sign mode 2")
	})

	test('a signature of an amino document counts with the names of the chain and with those of the framework', () => {
		for (const brand of ['chain', 'cosmos'] as const)
			expect(told(key, legacy, signedBy(documentOf(legacy, right, brand)))).toBe('right')
		const ofFramework = { amino: { registry, brand: 'cosmos' } } as const
		const [own, framework] = (['chain', 'cosmos'] as const).map((brand) => signedBy(documentOf(legacy, right, brand)))
		expect(told(key, legacy, framework!, ofFramework)).toBe('right')
		expect(told(key, legacy, own!, ofFramework)).toBe(wrong('(3), sequence (4)'))
	})

	test('a signature that a check has found right is right in its block, and another there is not', () => {
		const good = signedBy(documentOf(direct))
		expect(told(key, direct, good, {}, ['check', 'deliver', 'deliver'])).toBe('right')
		const bad = Uint8Array.from(good, (byte, index) => (index === 63 ? byte ^ 1 : byte))
		expect(told(key, direct, bad, {}, ['check'])).toBe(wrong('(3)'))
		expect(told(key, direct, bad, {}, ['deliver'])).toBe(wrong('(3)'))
	})

	test('a check remembers a signature that it finds right until its block, and nothing else is remembered', () => {
		const helper = { hand: () => undefined, isGood: () => false }
		const ahead = new SignaturesAhead({ helper, decode, accounts, amino })
		const remembered = (signature: Uint8Array, mode: TxMode) => {
			const text = told(key, direct, signature, { ahead }, [mode])
			return [text, ahead.verified.has(alice.publicKey, documentOf(direct), signature)]
		}
		const good = signedBy(documentOf(direct))
		const bad = new Uint8Array(64).fill(1)
		expect(remembered(good, 'deliver')).toEqual(['right', false])
		expect(remembered(bad, 'check')).toEqual([wrong('(3)'), false])
		for (const mode of ['check', 'check', 'simulate', 'recheck'] as const)
			expect(remembered(good, mode), mode).toEqual(['right', true])
		expect(remembered(good, 'deliver')).toEqual(['right', false])
	})

	test('a signature that was found right ahead of its block is not verified again, but a multisignature is', () => {
		const helper = { hand: () => undefined, isGood: () => false }
		const ahead = new SignaturesAhead({ helper, decode, accounts, amino })
		const bad = new Uint8Array(64).fill(1)
		expect(told(key, direct, bad, { ahead })).toBe(wrong('(3)'))
		const trusting = Object.assign(new SignaturesAhead({ helper, decode, accounts, amino }), { isGood: () => true })
		expect(told(key, direct, bad, { ahead: trusting })).toBe('right')
		expect(told(multisig, partial([0], SignMode.DIRECT), multi(bad), { ahead: trusting })).toBe(wrong('(3)'))
	})
})

const members = ['alice', 'bob', 'carol'].map(testKey)
const multisig = create(LegacyAminoPubKeySchema, {
	threshold: 2,
	publicKeys: members.map(({ publicKey }) => packAny(Secp256k1Schema, create(Secp256k1Schema, { key: publicKey }))),
})
const multi = (...signatures: readonly Uint8Array[]) => encodeMultisignature(signatures)

/** The mode of a multisignature of these members. */
function partial(signed: readonly number[], mode = SignMode.LEGACY_AMINO_JSON): Mode {
	const bits = signed.reduce((sum, index) => sum | (0x80 >> index), 0)
	const bitarray = { extraBitsStored: 3, elems: Uint8Array.of(bits) }
	return { sum: { case: 'multi', value: { bitarray, modeInfos: signed.map(() => single(mode)) } } }
}

describe('a multisignature that is verified', () => {
	const by = (mode: Mode, ...signers: readonly number[]) => {
		const document = documentOf(mode, right, 'chain', SignMode.LEGACY_AMINO_JSON)
		return multi(...signers.map((index) => signedBy(document, members[index])))
	}

	test('a multisignature is of enough of its members, each with its own', () => {
		const both = partial([0, 2])
		expect(told(multisig, both, by(both, 0, 2))).toBe('right')
		expect(told(multisig, both, by(both, 2, 0))).toBe(wrong('(3), sequence (4)'))
		expect(told(multisig, partial([1]), by(partial([1]), 1))).toBe(wrong('(3), sequence (4)'))
		const mixed = partial([0, 2], SignMode.DIRECT)
		expect(told(multisig, mixed, by(mixed, 0, 2))).toBe(wrong('(3)'))
	})

	test('a signature of one under a multisig key is wrong, also under one of nobody', () => {
		const ofNobody = create(LegacyAminoPubKeySchema, {})
		for (const under of [multisig, ofNobody])
			expect(told(under, direct, signedBy(documentOf(direct)))).toBe(wrong('(3)'))
	})

	test('a multisignature under the key of one is wrong', () => {
		const both = partial([0, 1])
		expect(told(key, both, by(both, 0, 1))).toBe(wrong('(3), sequence (4)'))
	})
})

describe('a signature of a key of P-256', () => {
	const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
	const ecdh = createECDH('prime256v1')
	ecdh.setPrivateKey(alice.privateKey)
	const r1 = create(Secp256r1Schema, { key: new Uint8Array(ecdh.getPublicKey(null, 'compressed')) })
	const point = ecdh.getPublicKey()
	const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
	const d = Buffer.from(alice.privateKey).toString('base64url')
	const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d }
	const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
	const signed = sign('sha256', documentOf(direct), { key: privateKey, dsaEncoding: 'ieee-p1363' })
	const s = BigInt(`0x${toHex(signed.subarray(32))}`)
	const withS = (value: bigint) =>
		Uint8Array.from([...signed.subarray(0, 32), ...Buffer.from(value.toString(16).padStart(64, '0'), 'hex')])
	const [low, high] = s > order / 2n ? [withS(order - s), withS(s)] : [withS(s), withS(order - s)]

	test('a signature of a key of P-256 has 64 bytes and the lower of its two forms', () => {
		expect(told(r1, direct, low)).toBe('right')
		expect(told(r1, direct, high)).toBe(wrong('(3)'))
		for (const bytes of [low.slice(0, 63), Uint8Array.from([...low, 0]), new Uint8Array(0), new Uint8Array(64)])
			expect(told(r1, direct, bytes)).toBe(wrong('(3)'))
		expect(told(key, direct, low)).toBe(wrong('(3)'))
	})

	test('a signature of a key of P-256 may have half of the order as its second number, and not one more', () => {
		const half = order / 2n
		const number = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`)
		const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
		const inverse = (value: bigint) => {
			let result = 1n
			let power = value
			for (let left = order - 2n; left > 0n; left >>= 1n) {
				if (left & 1n) result = (result * power) % order
				power = (power * power) % order
			}
			return result
		}
		// With the secret number k and its point r, the key d = (s * k - z) / r has the signature (r, s) of a hash z.
		const [k, r, z] = [number(alice.privateKey), number(point.subarray(1, 33)), number(sha256(documentOf(direct)))]
		for (const [value, text] of [
			[half, 'right'],
			[half + 1n, wrong('(3)')],
		] as const) {
			const secret = ((((value * k - z) * inverse(r)) % order) + order) % order
			const owner = createECDH('prime256v1')
			owner.setPrivateKey(bytesOf(secret))
			const ownKey = create(Secp256r1Schema, { key: new Uint8Array(owner.getPublicKey(null, 'compressed')) })
			expect(told(ownKey, direct, Uint8Array.from([...bytesOf(r), ...bytesOf(value)]))).toBe(text)
		}
	})
})
