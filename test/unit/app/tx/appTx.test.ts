import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { txDecoder } from '../../../../src/app/tx/runTx.ts'
import { isIncomplete, rawSignatures } from '../../../../src/app/tx/signatureData.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import type { SignatureData } from '../../../../src/crypto/multisig.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema, TxSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { createGreetModule } from '../../../../src/modules/greet/index.ts'
import { testKey } from '../testChain.ts'

const settings = defaultChainSettings
const decode = txDecoder([createGreetModule({ settings })], createRegistry({ evm: false }), settings.prefix)
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(testKey) as [Named, Named, Named]
type Named = ReturnType<typeof testKey>
const nil = new PanicError('runtime error: invalid memory address or nil pointer dereference')

/** A transaction of a greeting of each owner. */
function txOf(
	owners: readonly Named[],
	authInfo: MessageInitShape<typeof AuthInfoSchema> = { fee: {} },
	signatures: Uint8Array<ArrayBuffer>[] = [],
) {
	const messages = owners.map(({ text }) =>
		packAny(MsgCreateGreetSchema, create(MsgCreateGreetSchema, { message: 'hello', owner: text })),
	)
	const body = create(TxBodySchema, { messages })
	return decode(toBinary(TxSchema, create(TxSchema, { body, authInfo: create(AuthInfoSchema, authInfo), signatures })))
}

const textsOf = (addresses: readonly Uint8Array[]) =>
	addresses.map((address) => addressToText(address, settings.prefix))

// cosmos-sdk v0.44.5 types/tx/types.go GetSigners, FeePayer
describe('a decoded transaction', () => {
	test('a transaction is signed by the signers of its messages, each once, and by another payer of its fee', () => {
		const payers = (payer: string, ...owners: readonly Named[]) => {
			const tx = txOf(owners, { fee: { payer } })
			return [textsOf(tx.signers), textsOf([tx.feePayer])]
		}
		const both = [alice.text, bob.text]
		expect(payers('', alice, bob, alice)).toEqual([both, [alice.text]])
		expect(payers('', bob, alice)).toEqual([[bob.text, alice.text], [bob.text]])
		expect(payers(bob.text, alice, bob)).toEqual([both, [bob.text]])
		expect(payers(carol.text, alice, bob)).toEqual([[...both, carol.text], [carol.text]])
		expect(() => payers('nobody', alice)).toThrow(PanicError)
	})

	test('a fee of a transaction has its coins, a missing amount as 0, and its granter where one is named', () => {
		const coins = [
			{ denom: 'aaa', amount: '5' },
			{ denom: 'bbb', amount: '' },
		]
		const tx = txOf([alice], { fee: { amount: coins, gasLimit: 7n, granter: bob.text } })
		expect(tx.fee).toEqual({
			...{ gasLimit: 7n, hasNil: true, payer: '', granter: bob.text },
			coins: [
				{ denom: 'aaa', amount: 5n },
				{ denom: 'bbb', amount: 0n },
			],
		})
		expect(textsOf([tx.feeGranter!])).toEqual([bob.text])
		expect([tx.hasFee, txOf([alice], { fee: { amount: coins.slice(0, 1) } }).fee.hasNil]).toEqual([true, false])
		expect(txOf([alice]).feeGranter).toBeUndefined()
		const without = txOf([alice], {})
		expect(without.hasFee).toBe(false)
		expect(() => without.fee).toThrow(nil)
	})

	test('a signature of a transaction goes with its signer info, and is missing where its mode is', () => {
		const single = { modeInfo: { sum: { case: 'single' as const, value: { mode: 1 } } }, sequence: 4n }
		const [first, second] = [Uint8Array.of(1), Uint8Array.of(2)]
		const { signatures } = txOf([alice], { signerInfos: [{ sequence: 3n }, single] }, [first, second])
		expect(signatures).toEqual([
			{ publicKey: undefined, data: undefined, sequence: 3n },
			{ publicKey: undefined, data: { kind: 'single', mode: 1, signature: second }, sequence: 4n },
		])
		expect(() => txOf([alice], { signerInfos: [{}, single] }, [first]).signatures).toThrow(
			new PanicError('runtime error: index out of range [1] with length 1'),
		)
	})
})

test('signatures within signatures are told one by one, each group with what they make together', () => {
	const single = (byte: number): SignatureData => ({ kind: 'single', mode: 1, signature: Uint8Array.of(byte) })
	const multi = (...signatures: readonly (SignatureData | undefined)[]): SignatureData => ({
		...{ kind: 'multi', bitArray: undefined, signatures },
	})
	expect(rawSignatures(single(5))).toEqual([Uint8Array.of(5)])
	expect(rawSignatures(multi(single(5), single(6)))).toEqual([
		Uint8Array.of(5),
		Uint8Array.of(6),
		Uint8Array.of(0x0a, 1, 5, 0x0a, 1, 6),
	])
	for (const data of [undefined, multi(single(5), undefined)])
		expect(() => rawSignatures(data)).toThrow('got empty SignatureData')
	const none: SignatureData = { kind: 'single', mode: 1, signature: new Uint8Array(0) }
	const complete = [single(5), multi(single(5)), multi(multi(single(5)), single(6))]
	const incomplete = [undefined, none, multi(), multi(single(5), none), multi(multi(), single(5))]
	expect([complete.map(isIncomplete), incomplete.map(isIncomplete)]).toEqual([
		complete.map(() => false),
		incomplete.map(() => true),
	])
})
