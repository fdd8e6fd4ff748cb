import { hashMessage, hashTypedData, hexToBytes } from 'viem'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { addressOfPoint, recoverKey } from '../../../crypto/ethSecp256k1.ts'
import { type EthTx, encodeEthTx, ethTxHash, signingHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { address, anything, bytes, quantity64, quantity256, text, textOf } from '../args/valueParams.ts'
import { type CallArgs, callArgs } from '../calls/CallArgs.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { filledTxJson } from '../json/txJson.ts'
import { inMempool } from '../pool/inMempool.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { type EthCall, leftOut, optional } from '../rpc/EthMethod.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import { NodeKeys } from './NodeKeys.ts'

/** Those of a caller whom the node's keys do not sign for. */
const noKeys = new NodeKeys()

const signing = { cost: 'none', access: 'keys', endpoint: leftOut.keys } as const
const sending = { ...signing, cost: 'write' } as const

/** Methods that use or list the keys of the node. */
export const keyMethods = [
	defineEthMethod({
		...signing,
		name: 'eth_accounts',
		params: [],
		endpoint: 'serve',
		run: (_, context, call) => [...keysOf(context, call).book.addresses],
	}),
	/** As a wallet answers a page (EIP-1102). */
	defineEthMethod({
		...signing,
		name: 'eth_requestAccounts',
		dialects: ['geth'],
		params: [],
		run: (_, context, call) => [...keysOf(context, call).book.addresses],
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_listAccounts',
		params: [],
		run: (_, context, call) => [...keysOf(context, call).book.addresses],
	}),
	defineEthMethod({
		...signing,
		name: 'eth_sign',
		params: [address, bytes],
		run: ([who, data], context, call) => signature(who, context.dialect.keys.signDigest(data), context, call),
	}),
	defineEthMethod({ ...signing, name: 'eth_signTypedData', params: [address, anything], run: signTyped }),
	defineEthMethod({
		...signing,
		name: 'eth_signTypedData_v3',
		aliases: ['eth_signTypedData_v4'],
		dialects: ['geth'],
		params: [address, anything],
		run: signTyped,
	}),
	defineEthMethod({
		...signing,
		name: 'eth_fillTransaction',
		params: [callArgs],
		cost: 'code',
		endpoint: 'serve',
		run: async ([args], context, call) => {
			const from = namedSender(args, context, call)
			const { fill, filledJson = filledTxJson } = context.dialect.keys
			return filledJson(await fill(args, from, context), from)
		},
	}),
	defineEthMethod({
		...signing,
		name: 'eth_signTransaction',
		dialects: ['geth'],
		params: [callArgs],
		run: async ([args], context, call) => {
			const from = senderOf(args, context, call)
			const wanted = await context.dialect.keys.fill(args, from, context)
			return filledTxJson(await signed(wanted, from, context, call))
		},
	}),
	defineEthMethod({
		...sending,
		name: 'eth_sendTransaction',
		params: [callArgs],
		run: ([args], context, call) => send(args, context, call),
	}),
	/** As anvil: for any sender, without a signature. */
	defineEthMethod({
		...sending,
		name: 'eth_sendUnsignedTransaction',
		dialects: ['geth'],
		access: 'powers',
		params: [callArgs],
		run: async ([args], context, call) => {
			const from = namedSender(args, context, call)
			const { fill, fillToSend = fill } = context.dialect.keys
			return context.keys.inTurn(args, from, async () =>
				sendRawTx(encodeEthTx(stood(await fillToSend(args, from, context), from, context)), context, from),
			)
		},
	}),
	defineEthMethod({
		...sending,
		name: 'eth_resend',
		params: [callArgs, optional(quantity256), optional(quantity64)],
		run: async ([args, gasPrice, gasLimit], context, call) => {
			const rules = context.dialect.keys
			if (args.nonce === undefined) throw new EthFault('missing transaction nonce in transaction spec')
			if (args.from === undefined) throw rules.noSender
			const wanted = await rules.fill(args, args.from, context)
			if (!(await isWaiting(wanted, args.from, context))) {
				throw new EthFault(`transaction ${hexBytes(ethTxHash(wanted))} not found`)
			}
			return send({ ...args, gasPrice: gasPrice || args.gasPrice, gas: gasLimit || args.gas }, context, call)
		},
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_listWallets',
		params: [],
		run: (_, { dialect }) => dialect.keys.noWallets,
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_lockAccount',
		params: [address],
		run: (_, { dialect }) => dialect.keys.unlocks,
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_unlockAccount',
		params: [address, text, optional(anything)],
		run: ([who], context, call) => {
			const rules = context.dialect.keys
			if (rules.unlocks && !keysOf(context, call).book.has(who)) throw rules.unknownKey(who)
			return rules.unlocks
		},
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_sign',
		params: [bytes, address, optional(text)],
		run: ([data, who], context, call) => signature(who, textDigest(data), context, call),
	}),
	defineEthMethod({
		...signing,
		wallets: false,
		name: 'personal_ecRecover',
		params: [bytes, bytes],
		run: ([data, signedData]) => recover(data, signedData),
	}),
	defineEthMethod({
		...sending,
		wallets: false,
		name: 'personal_sendTransaction',
		params: [callArgs, text],
		run: ([args], context, call) => send(args, context, call),
	}),
	defineEthMethod({ ...signing, wallets: false, name: 'personal_unpair', params: [text, text], run: noSmartcard }),
	defineEthMethod({ ...signing, wallets: false, name: 'personal_initializeWallet', params: [text], run: noSmartcard }),
]

function keysOf({ keys }: EthContext, { usesKeys }: EthCall): NodeKeys {
	return usesKeys === true ? keys : noKeys
}

async function signature(who: Uint8Array, digest: Uint8Array, context: EthContext, call: EthCall): Promise<string> {
	const made = await keysOf(context, call).book.signature(who, digest)
	if (made === undefined) throw context.dialect.keys.unknownKey(who)
	return hexBytes(made)
}

async function signTyped(
	[who, data]: readonly [Uint8Array, JsonNode],
	context: EthContext,
	call: EthCall,
): Promise<string> {
	if (!keysOf(context, call).book.has(who)) throw context.dialect.keys.unknownKey(who)
	const document = JSON.parse(textOf(data)) as Parameters<typeof hashTypedData>[0]
	return signature(who, hexToBytes(hashTypedData(document)), context, call)
}

/** The sender that a transaction names. Without a name it is the node's first account, as for anvil and hardhat. */
function namedSender({ from }: CallArgs, context: EthContext, call: EthCall): Uint8Array {
	const { dialect } = context
	const sender = from ?? (dialect.isToday ? keysOf(context, call).book.first : undefined)
	if (sender === undefined) throw dialect.keys.noSender
	return sender
}

/** The sender of a transaction that the node can sign. */
function senderOf(args: CallArgs, context: EthContext, call: EthCall): Uint8Array {
	const from = namedSender(args, context, call)
	if (!keysOf(context, call).sendsFor(from)) throw context.dialect.keys.unknownKey(from)
	return from
}

/**
 * The transaction with a placeholder of a signature, which counts as its sender's. The sender is in it: the same
 * transaction of two senders has two hashes.
 */
function stood(tx: EthTx, from: Uint8Array, { chainId, keys }: EthContext): EthTx {
	const [r, s] = [BigInt(`0x${'11'.repeat(12)}${hexBytes(from).slice(2)}`), BigInt(`0x${'22'.repeat(32)}`)]
	const made = { ...tx, r, s, v: tx.type === 0 ? chainId * 2n + 35n : 0n }
	keys.vouch(ethTxHash(made), from)
	return made
}

async function signed(tx: EthTx, from: Uint8Array, context: EthContext, call: EthCall): Promise<EthTx> {
	const { chainId, dialect } = context
	const keys = keysOf(context, call)
	if (keys.standsFor(from)) return stood(tx, from, context)
	if (tx.type !== 0 && tx.chainId !== chainId) throw new EthFault('invalid chain id for signer')
	const done = await keys.book.signTx(from, tx, chainId)
	if (done === undefined) throw dialect.keys.unknownKey(from)
	return done
}

async function send(args: CallArgs, context: EthContext, call: EthCall): Promise<string> {
	const from = senderOf(args, context, call)
	const keys = keysOf(context, call)
	return keys.inTurn(args, from, async () => {
		const { fill, fillToSend = fill } = context.dialect.keys
		const tx = await signed(await fillToSend(args, from, context), from, context, call)
		return sendRawTx(encodeEthTx(tx), context, keys.standsFor(from) ? from : undefined)
	})
}

/** The hash of a message with Ethereum's prefix (EIP-191). */
export function textDigest(data: Uint8Array): Uint8Array {
	return hashMessage({ raw: data }, 'bytes')
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
	for (const { tx: other, from } of await inMempool(source.pool)) {
		if (equalBytes(from(), sender) && equalBytes(signingHash(other, chainId), wanted)) return true
	}
	return false
}
