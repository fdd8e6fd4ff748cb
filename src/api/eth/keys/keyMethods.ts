import { hashMessage, hashTypedData, toHex } from 'viem'
import { addressOfPoint, recoverKey } from '../../../crypto/ethSecp256k1.ts'
import { type EthTx, encodeEthTx, ethTxHash, signingHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes, fromHex } from '../../../util/bytes.ts'
import { optional } from '../args/EthParam.ts'
import { address, anything, bytes, quantity64, quantity256, text } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { type CallArgs, callArgs } from '../calls/CallArgs.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { hexBytes } from '../hexJson.ts'
import { filledTxJson } from '../json/filledTxJson.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import type { KeyBook } from './KeyBook.ts'

/** Placeholder signature of an impersonated sender's transaction. */
const noSignature = { r: BigInt(`0x${'11'.repeat(32)}`), s: BigInt(`0x${'22'.repeat(32)}`) } as const

/** Senders for whom a developer node sends without a signature. */
export interface Impersonation {
	has(address: Uint8Array): boolean
	/** Treats a transaction as signed by an address. */
	stand(txHash: Uint8Array, address: Uint8Array): void
}

/** Dependencies of signing. */
export interface KeyParts {
	readonly context: EthContext
	readonly news: ChainNews
	readonly book: KeyBook
	readonly impersonation?: Impersonation
}

/** Methods that use or list the keys of the node. */
export function keyMethods({ context, news, book, impersonation }: KeyParts): EthMethods {
	const rules = context.dialect.keys
	const signature = async (who: Uint8Array, digest: Uint8Array): Promise<string> => {
		const signed = await book.signature(who, digest)
		if (signed === undefined) throw rules.unknownKey(who)
		return hexBytes(signed)
	}
	/** The sender of a transaction that the node can sign. */
	const senderOf = ({ from }: CallArgs): Uint8Array => {
		if (from === undefined) throw rules.noSender
		if (!book.has(from) && !impersonation?.has(from)) throw rules.unknownKey(from)
		return from
	}
	const signed = async (tx: EthTx, from: Uint8Array): Promise<EthTx> => {
		if (!book.has(from) && impersonation?.has(from)) {
			const chainId = context.chainId
			const stood = { ...tx, ...noSignature, v: tx.type === 0 ? chainId * 2n + 35n : 0n }
			impersonation.stand(ethTxHash(stood), from)
			return stood
		}
		if (tx.type !== 0 && tx.chainId !== context.chainId) throw new EthFault('invalid chain id for signer')
		const done = await book.signTx(from, tx, context.chainId)
		if (done === undefined) throw rules.unknownKey(from)
		return done
	}
	const send = async (args: CallArgs): Promise<string> => {
		const from = senderOf(args)
		const tx = await signed(await rules.fill(args, from, context), from)
		return sendRawTx(encodeEthTx(tx), context, news, book.has(from) ? undefined : from)
	}
	const typed = defineEthMethod([address, anything], async (who, data) => {
		if (!book.has(who)) throw rules.unknownKey(who)
		const document = JSON.parse(data.kind === 'string' ? data.value : data.raw) as Parameters<typeof hashTypedData>[0]
		return signature(who, fromHex(hashTypedData(document).slice(2)) ?? new Uint8Array(0))
	})
	const addresses = defineEthMethod([], () => [...book.addresses])
	return {
		eth_accounts: addresses,
		eth_sign: defineEthMethod([address, bytes], (who, data) => signature(who, rules.signDigest(data))),
		eth_signTypedData: typed,
		eth_signTypedData_v3: typed,
		eth_signTypedData_v4: typed,
		eth_fillTransaction: defineEthMethod([callArgs], async (args) => {
			if (args.from === undefined) throw rules.noSender
			return filledTxJson(await rules.fill(args, args.from, context))
		}),
		eth_signTransaction: defineEthMethod([callArgs], async (args) => {
			const from = senderOf(args)
			return filledTxJson(await signed(await rules.fill(args, from, context), from))
		}),
		eth_sendTransaction: defineEthMethod([callArgs], send),
		eth_resend: defineEthMethod(
			[callArgs, optional(quantity256), optional(quantity64)],
			async (args, gasPrice, gasLimit) => {
				if (args.nonce === undefined) throw new EthFault('missing transaction nonce in transaction spec')
				if (args.from === undefined) throw rules.noSender
				const wanted = await rules.fill(args, args.from, context)
				if (!(await isWaiting(wanted, args.from, context))) {
					throw new EthFault(`transaction ${hexBytes(ethTxHash(wanted))} not found`)
				}
				return send({ ...args, gasPrice: gasPrice || args.gasPrice, gas: gasLimit || args.gas })
			},
		),
		personal_listAccounts: addresses,
		personal_listWallets: defineEthMethod([], () => rules.noWallets),
		personal_lockAccount: defineEthMethod([address], () => rules.unlocks),
		personal_unlockAccount: defineEthMethod([address, text, optional(anything)], (who) => {
			if (rules.unlocks && !book.has(who)) throw rules.unknownKey(who)
			return rules.unlocks
		}),
		personal_sign: defineEthMethod([bytes, address, optional(text)], (data, who) => signature(who, textDigest(data))),
		personal_ecRecover: defineEthMethod([bytes, bytes], recover),
		personal_sendTransaction: defineEthMethod([callArgs, text], send),
		personal_unpair: defineEthMethod([text, text], noSmartcard),
		personal_initializeWallet: defineEthMethod([text], noSmartcard),
	}
}

/** The hash of a message with Ethereum's prefix (EIP-191). */
export function textDigest(data: Uint8Array): Uint8Array {
	return fromHex(hashMessage({ raw: toHex(data) }).slice(2)) ?? new Uint8Array(0)
}

function recover(data: Uint8Array, signature: Uint8Array): string {
	if (signature.length !== 65) throw new EthFault('signature must be 65 bytes long')
	const v = signature[64]
	if (v !== 27 && v !== 28) throw new EthFault('invalid Ethereum signature (V is not 27 or 28)')
	const point = recoverKey(textDigest(data), signature.subarray(0, 64), v - 27)
	if (point === undefined) throw new EthFault('recovery failed')
	return hexBytes(addressOfPoint(point))
}

function noSmartcard(): never {
	throw new EthFault('smartcard wallet not supported yet')
}

/** Whether the mempool has this transaction of a sender, with any signature. */
async function isWaiting(tx: EthTx, sender: Uint8Array, { source, chainId }: EthContext): Promise<boolean> {
	const wanted = signingHash(tx, chainId)
	for (const { tx: other, from } of (await source.pool.mempoolTxs(10_000)).flatMap(ethMessagesOf)) {
		if (equalBytes(from(), sender) && equalBytes(signingHash(other, chainId), wanted)) return true
	}
	return false
}
