import { create, type Message } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { expect, test } from 'vitest'
import { consumeTxSizeGas } from '../../../../src/app/ante/txLimits.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../../src/app/GasTrace.ts'
import type { AppTx } from '../../../../src/app/tx/AppTx.ts'
import { createKeyReader, packPublicKey, simulationKey } from '../../../../src/app/tx/publicKeys.ts'
import { encodeAminoPubKey } from '../../../../src/codec/amino/aminoBinary.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { PubKeySchema as Ed25519Schema } from '../../../../src/gen/cosmos/crypto/ed25519/keys_pb.js'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../../../../src/gen/cosmos/crypto/secp256r1/keys_pb.js'
import { defaultAuthParams } from '../../../../src/modules/auth/authParams.ts'
import { baseAccount, createModuleBench, testAddress } from '../../modules/moduleBench.ts'
import { alice } from '../testChain.ts'

const registry = createRegistry({ evm: false })
const keys = createKeyReader(registry)
const secp256k1 = create(Secp256k1Schema, { key: alice.publicKey })
const ed25519 = packAny(Ed25519Schema, create(Ed25519Schema, { key: new Uint8Array(32) }))
const secp256r1 = create(Secp256r1Schema, { key: alice.publicKey })

/** A multisig key of so many members of either kind. */
function multisig(threshold: number, ofSecp256k1: number, ofEd25519 = 0) {
	const member = packAny(Secp256k1Schema, secp256k1)
	const publicKeys = Array.from({ length: ofSecp256k1 + ofEd25519 }, (_, index) =>
		index < ofSecp256k1 ? member : ed25519,
	)
	return create(LegacyAminoPubKeySchema, { threshold, publicKeys })
}

/** Gas for the size of a transaction of 100 bytes, of one signer with that key in its account. */
function gasOf(
	mode: 'deliver' | 'simulate',
	key?: Message,
	given: readonly object[] = [],
	params = defaultAuthParams,
): bigint {
	const { accounts, contextAt } = createModuleBench()
	const ctx = contextAt(0n).with({ mode })
	accounts.setParams(ctx, params)
	const { base } = baseAccount(1, 0n)
	if (key !== undefined) accounts.setAccount(ctx, { kind: 'base', base: { ...base, pubKey: packPublicKey(key) } })
	const trace = new GasTrace()
	const gasMeter = trace.over(infiniteGasMeter())
	const tx = { decoded: { bytes: new Uint8Array(100) }, signatures: given, signers: [testAddress(1).raw] }
	consumeTxSizeGas(accounts, keys).run(ctx.with({ gasMeter }), tx as unknown as AppTx)
	const charges = trace.chargesOf(gasMeter.consumed).filter(({ descriptor }) => descriptor === 'txSize')
	return charges.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Bytes of a legacy signature with that key, as protobuf has them too (cosmos-sdk v0.44.5 x/auth/ante/basic.go). */
function signatureBytes(key: Message): number {
	const writer = new BinaryWriter()
	writer.tag(1, WireType.LengthDelimited).bytes(encodeAminoPubKey(key, registry))
	writer.tag(2, WireType.LengthDelimited).bytes(new Uint8Array(64))
	return writer.finish().length
}

test('a simulation charges for a signature that is missing as for a legacy one with the key of the account', () => {
	expect(gasOf('deliver', secp256k1)).toBe(1000n)
	expect(gasOf('simulate', secp256k1)).toBe(1000n + BigInt(signatureBytes(secp256k1) + 6) * 10n)
	// Without a key it is that of any simulation.
	expect(gasOf('simulate')).toBe(1000n + BigInt(signatureBytes(simulationKey) + 6) * 10n)
})

test('a simulation charges for a multisignature as often as there may be signatures, whatever the length of its key', () => {
	for (const [key, length] of [
		[multisig(1, 3), 126],
		[multisig(200, 3), 127],
		[multisig(16_384, 3), 128],
		[multisig(1, 388, 22), 16_384],
	] as const) {
		expect(encodeAminoPubKey(key, registry).length).toBe(length)
		expect(gasOf('simulate', key), `${length}`).toBe(1000n + BigInt(signatureBytes(key) + 6) * 10n * 7n)
	}
})

test('a simulation charges only for the bytes where the signature is there', () => {
	const single = (length: number) => ({ kind: 'single', mode: 1, signature: new Uint8Array(length) })
	const charged = (data: object | undefined) => gasOf('simulate', secp256k1, [{ data }]) > 1000n
	expect(charged(undefined)).toBe(true)
	expect(charged(single(0))).toBe(true)
	expect(charged(single(1))).toBe(false)
	expect(charged({ kind: 'multi', signatures: [] })).toBe(true)
	expect(charged({ kind: 'multi', signatures: [single(1), undefined] })).toBe(true)
	expect(charged({ kind: 'multi', signatures: [single(1), single(0)] })).toBe(true)
	expect(charged({ kind: 'multi', signatures: [single(1), single(2)] })).toBe(false)
})

test('the price of all bytes of a transaction wraps at 64 bits', () => {
	const priced = (txSizeCostPerByte: bigint) =>
		gasOf('deliver', secp256k1, [], { ...defaultAuthParams, txSizeCostPerByte })
	expect([priced(2n ** 62n), priced(2n ** 62n + 3n)]).toEqual([0n, 300n])
})

test('a simulation panics over a key that amino does not know, also as a member of another', () => {
	const panic = new PanicError('Cannot encode unregistered concrete type secp256r1.PubKey.')
	expect(() => gasOf('simulate', secp256r1)).toThrow(panic)
	const member = packAny(Secp256r1Schema, secp256r1)
	expect(() => gasOf('simulate', create(LegacyAminoPubKeySchema, { threshold: 1, publicKeys: [member] }))).toThrow(
		panic,
	)
})
