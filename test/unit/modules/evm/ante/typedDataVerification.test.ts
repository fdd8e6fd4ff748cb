import { create, toBinary } from '@bufbuild/protobuf'
import { hexToBytes } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressToText } from '../../../../../src/codec/address/address.ts'
import { tableOf } from '../../../../../src/codec/proto/messageTable.ts'
import { aminoSignBytes } from '../../../../../src/codec/signDoc/aminoSignBytes.ts'
import { MsgSendSchema } from '../../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema as CosmosPubKeySchema } from '../../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../../../../src/gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { ExtensionOptionsWeb3TxSchema } from '../../../../../src/gen/ethermint/types/v1/web3_pb.js'
import { typedDataDigest } from '../../../../../src/modules/evm/ante/typedData.ts'
import { fromUtf8, toHex, toHexUpper } from '../../../../../src/util/bytes.ts'
import { alice } from '../../../app/testChain.ts'
import { benchChainId, createEvmBench, evmRegistry } from '../evmBench.ts'
import { key } from '../tx/signedTxs.ts'

const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const text = (address: Uint8Array): string => addressToText(address, 'chain')
const senderOf = (signer: PrivateKeyAccount) => hexToBytes(signer.address)
const compressed = (signer: PrivateKeyAccount): Uint8Array => {
	const point = hexToBytes(signer.publicKey)
	return Uint8Array.of(point[64]! % 2 === 1 ? 3 : 2, ...point.subarray(1, 33))
}
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

interface Change {
	/** Who signs the typed data. */
	readonly signer?: `0x${string}`
	readonly chainId?: bigint
	/** Of the option and of what is signed. */
	readonly payer?: string
	readonly signature?: (signature: Uint8Array) => Uint8Array
	readonly mode?: SignMode
	/** Whether the signature is one of several members, of whom nobody has signed. */
	readonly multi?: boolean
	readonly sequence?: bigint
	readonly signatures?: readonly Uint8Array[]
	readonly options?: number
	readonly memo?: string
	readonly timeoutHeight?: bigint
	/** A key of the framework's own kind, whose account sends. */
	readonly cosmos?: boolean
	/** A second message, of an account of the framework that signs too. */
	readonly second?: boolean
	/** Whether the transaction leaves out the key. */
	readonly keyless?: boolean
	/** What is signed besides what is sent. */
	readonly signed?: {
		readonly sequence?: bigint
		readonly memo?: string
		readonly gas?: bigint
		readonly chainId?: string
	}
}

let bench: ReturnType<typeof createEvmBench>
beforeAll(async () => {
	bench = createEvmBench({
		accountRule: 'base',
		funded: [
			[senderOf(key), 10n ** 9n],
			[alice.address, 10n ** 9n],
		],
	})
	await bench.block()
})

async function transfer(change: Change = {}): Promise<Uint8Array> {
	const from = change.cosmos ? alice.address : senderOf(key)
	const account = bench.keeper.deps.accounts.getAccount(bench.context(), from)!
	const { memo = '', timeoutHeight = 0n, sequence = 0n, chainId = 2222n, payer = text(from) } = change
	const message = create(MsgSendSchema, {
		fromAddress: text(from),
		toAddress: text(senderOf(other)),
		amount: [{ denom: 'uchain', amount: '7' }],
	})
	const fee = { amount: [{ denom: 'uchain', amount: '20000' }], gas: 200_000n }
	const document = aminoSignBytes(
		{
			chainId: change.signed?.chainId ?? benchChainId,
			accountNumber: account.base.accountNumber,
			sequence: change.signed?.sequence ?? 0n,
			timeoutHeight,
			fee: { ...fee, gas: change.signed?.gas ?? fee.gas },
			messages: [message],
			memo: change.signed?.memo ?? memo,
		},
		{ registry: evmRegistry, brand: 'chain' },
	)
	let signature: Uint8Array = new Uint8Array(65)
	try {
		const digest = typedDataDigest(chainId, { message, table: tableOf(MsgSendSchema) }, fromUtf8(document), payer)
		const privateKey = change.signer ?? `0x${'11'.repeat(32)}`
		signature = hexToBytes(await sign({ hash: `0x${toHex(digest)}`, privateKey, to: 'hex' }))
	} catch {
		// A document that cannot be hashed is not signed.
	}
	const option = create(ExtensionOptionsWeb3TxSchema, {
		typedDataChainId: chainId,
		feePayer: payer,
		feePayerSig: change.signature?.(signature) ?? signature,
	})
	const pack = (type: string, value: Uint8Array) => ({ typeUrl: `/${type}`, value })
	const body = create(TxBodySchema, {
		messages: [message, ...(change.second ? [{ ...message, fromAddress: text(alice.address) }] : [])].map((one) =>
			pack(MsgSendSchema.typeName, toBinary(MsgSendSchema, one)),
		),
		memo,
		timeoutHeight,
		extensionOptions: Array.from({ length: change.options ?? 1 }, () =>
			pack(ExtensionOptionsWeb3TxSchema.typeName, toBinary(ExtensionOptionsWeb3TxSchema, option)),
		),
	})
	const signerInfo = (publicKey: ReturnType<typeof pack>) => ({
		...(change.keyless ? {} : { publicKey }),
		modeInfo: {
			sum: change.multi
				? { case: 'multi' as const, value: { bitarray: { extraBitsStored: 1, elems: new Uint8Array(1) } } }
				: { case: 'single' as const, value: { mode: change.mode ?? SignMode.LEGACY_AMINO_JSON } },
		},
		sequence,
	})
	const cosmosKey = pack(
		CosmosPubKeySchema.typeName,
		toBinary(CosmosPubKeySchema, create(CosmosPubKeySchema, { key: alice.publicKey })),
	)
	const ethKey = pack(PubKeySchema.typeName, toBinary(PubKeySchema, create(PubKeySchema, { key: compressed(key) })))
	const authInfo = create(AuthInfoSchema, {
		signerInfos: [signerInfo(change.cosmos ? cosmosKey : ethKey), ...(change.second ? [signerInfo(cosmosKey)] : [])],
		fee: { amount: fee.amount, gasLimit: fee.gas },
	})
	return toBinary(
		TxRawSchema,
		create(TxRawSchema, {
			bodyBytes: toBinary(TxBodySchema, body),
			authInfoBytes: toBinary(AuthInfoSchema, authInfo),
			signatures: [...(change.signatures ?? [new Uint8Array(0)])],
		}),
	)
}

const check = async (change: Change, type: 'new' | 'recheck' = 'new'): Promise<string> => {
	bench.app.forgetChecks()
	const { code, log } = await bench.app.checkTx({ tx: await transfer(change), type })
	return code === 0 ? 'taken' : `${code} ${log}`
}
const number = () => bench.keeper.deps.accounts.getAccount(bench.context(), senderOf(key))!.base.accountNumber
const refused = (reason: string, line: number): string =>
	`4 signature verification failed; please verify account number (${number()}) and chain-id (${benchChainId}): ${reason} [tharsis/ethermint@v0.14.1/app/ante/eip712.go:${line}]: unauthorized`
const keyText = (signer: PrivateKeyAccount): string => `EthPubKeySecp256k1{${toHexUpper(compressed(signer))}}`
const changed = (at: number, value: (before: number) => number) => (signature: Uint8Array) =>
	signature.with(at, value(signature[at]!))

// ethermint v0.14.1 app/ante/eip712.go.
describe('a transaction that is signed as typed data', () => {
	test.each<[string, Change]>([
		['as wallets sign', {}],
		['with a parity of 0 or 1', { signature: changed(64, (v) => v - 27) }],
		['with a memo', { memo: 'words' }],
	])('a transaction signed as typed data %s is taken', async (_name, change) => {
		expect(await check(change)).toBe('taken')
	})

	test.each<[string, Change, (() => string) | RegExp]>([
		['another memo', { memo: 'words', signed: { memo: 'word' } }, /is different from transaction pubkey/],
		['another sequence', { signed: { sequence: 1n } }, /is different from transaction pubkey/],
		['another gas', { signed: { gas: 1n } }, /is different from transaction pubkey/],
		['another chain', { signed: { chainId: 'chain_1-1' } }, /is different from transaction pubkey/],
		[
			'another key',
			{ signer: `0x${'22'.repeat(32)}` },
			() =>
				refused(
					`feePayer pubkey ${keyText(key)} is different from transaction pubkey ${keyText(other)}: invalid pubkey`,
					252,
				),
		],
		[
			'another payer',
			{ payer: text(senderOf(other)) },
			() =>
				refused(
					`failed to verify delegated fee payer ${text(senderOf(key))} signature: tx intended signer does not match the given signer`,
					258,
				),
		],
		['another number of the chain', { chainId: 1n }, () => refused('invalid chainID: invalid chain-id', 202)],
		['no payer', { payer: '' }, () => refused('no feePayer on ExtensionOptionsWeb3Tx: unknown extension options', 206)],
		[
			'a payer that is none',
			{ payer: 'abc' },
			() =>
				refused(
					'failed to parse feePayer from ExtensionOptionsWeb3Tx: decoding bech32 failed: invalid bech32 string length 3',
					210,
				),
		],
		[
			'two options',
			{ options: 2 },
			() => refused('tx doesnt contain expected amount of extension options: unknown extension options', 187),
		],
		[
			'a byte less of the signature',
			{ signature: (signature) => signature.slice(0, 64) },
			() =>
				refused(
					"signature length doesn't match typical [R||S||V] signature 65 bytes: tx intended signer does not match the given signer",
					229,
				),
		],
		[
			'a byte more of the signature',
			{ signature: (signature) => Uint8Array.of(...signature, 0) },
			() =>
				refused(
					"signature length doesn't match typical [R||S||V] signature 65 bytes: tx intended signer does not match the given signer",
					229,
				),
		],
		[
			'a parity of four',
			{ signature: changed(64, () => 4) },
			() => refused('failed to recover delegated fee payer from sig: invalid signature recovery id', 239),
		],
		[
			'a parity of 29',
			{ signature: changed(64, () => 29) },
			() => refused('failed to recover delegated fee payer from sig: invalid signature recovery id', 239),
		],
		[
			'a parity of three, which no point has here',
			{ signature: changed(64, () => 3) },
			() => refused('failed to recover delegated fee payer from sig: recovery failed', 239),
		],
		[
			'no r',
			{ signature: (signature) => Uint8Array.of(...new Uint8Array(32), ...signature.subarray(32)) },
			() => refused('failed to recover delegated fee payer from sig: recovery failed', 239),
		],
		[
			'the greater of two equal signatures',
			{
				signature(signature) {
					const s = order - BigInt(`0x${toHex(signature.subarray(32, 64))}`)
					const other = hexToBytes(`0x${s.toString(16).padStart(64, '0')}`)
					return Uint8Array.of(...signature.subarray(0, 32), ...other, signature[64] === 27 ? 28 : 27)
				},
			},
			() =>
				refused(
					'unable to verify signer signature of EIP712 typed data: tx intended signer does not match the given signer',
					264,
				),
		],
		[
			'the other parity',
			{ signature: changed(64, (v) => (v === 27 ? 28 : 27)) },
			/is different from transaction pubkey/,
		],
		[
			'a signature of the framework too',
			{ signatures: [Uint8Array.of(1)] },
			() =>
				refused(
					'invalid signature value; EIP712 must have the cosmos transaction signature empty: maximum number of signatures exceeded',
					153,
				),
		],
		[
			'another mode',
			{ mode: SignMode.DIRECT },
			() =>
				refused('unexpected SignatureData *signing.SingleSignatureData: wrong SignMode: feature not supported', 148),
		],
		[
			'a multisignature',
			{ multi: true },
			() => refused('unexpected SignatureData *signing.MultiSignatureData: maximum number of signatures exceeded', 269),
		],
		[
			'a second signer',
			{ second: true, signatures: [new Uint8Array(0), new Uint8Array(0)] },
			() => '4 invalid number of signers (2);  EIP712 signatures allows just one signature: unauthorized',
		],
		[
			'another sequence of the envelope',
			{ sequence: 5n },
			() => '32 account sequence mismatch, expected 0, got 5: incorrect account sequence',
		],
		['a time that it does not sign', { timeoutHeight: 99n }, /there is extra data provided in the message \(6 < 7\)/],
	])('a transaction signed as typed data with %s is refused', async (_name, change, wanted) => {
		const said = await check(change)
		if (typeof wanted === 'function') expect(said).toBe(wanted())
		else expect(said).toMatch(wanted)
	})

	test('a key of the framework signs no typed data', async () => {
		expect(await check({ cosmos: true })).toContain(
			`feePayer pubkey PubKeySecp256k1{${toHexUpper(alice.publicKey)}} is different from transaction pubkey ${keyText(key)}: invalid pubkey`,
		)
	})

	test('a key of the framework is not the one that a wallet signs with, though it has the same bytes', async () => {
		expect(await check({ cosmos: true, signer: `0x${toHex(alice.privateKey)}` })).toContain(
			`feePayer pubkey PubKeySecp256k1{${toHexUpper(alice.publicKey)}} is different from transaction pubkey EthPubKeySecp256k1{${toHexUpper(alice.publicKey)}}: invalid pubkey`,
		)
	})

	test('an account without a key signs no typed data', async () => {
		expect(await check({ keyless: true })).toBe('8 unrecognized public key type: <nil>: invalid pubkey')
	})

	test('a simulation looks at the sequence alone, a recheck at nothing', async () => {
		const wrong = { signature: changed(5, (byte) => byte ^ 1) }
		bench.app.forgetChecks()
		expect((await bench.app.simulate(await transfer(wrong))).code).toBe(0)
		expect((await bench.app.simulate(await transfer({ keyless: true }))).code).toBe(0)
		expect(await bench.app.simulate(await transfer({ sequence: 5n }))).toMatchObject({
			code: 32,
			log: 'account sequence mismatch, expected 0, got 5: incorrect account sequence',
		})
		expect(await check(wrong)).not.toBe('taken')
		expect(await check(wrong, 'recheck')).toBe('taken')
	})
})
