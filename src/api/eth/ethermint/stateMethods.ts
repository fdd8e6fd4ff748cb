import { addressToText } from '../../../codec/address/address.ts'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { only } from '../../../errors/attempt.ts'
import { Query as AuthQuery } from '../../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as EvmQuery } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { equalBytes } from '../../../util/bytes.ts'
import { block, isPending } from '../args/blockParams.ts'
import { address, text } from '../args/valueParams.ts'
import type { EthChain } from '../EthChain.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { inMempool } from '../pool/inMempool.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { askModule, queryHeight } from './askModule.ts'

/** Size of a page of the engine's mempool. */
export const shownPool = 30

const served = { cost: 'read', endpoint: 'serve', dialects: ['ethermint'] } as const

/** State methods like ethermint's: by the modules' queries, with their texts. */
export const ethermintStateMethods = [
	defineEthMethod({
		...served,
		name: 'eth_getBalance',
		params: [address, block],
		run: async ([who, at], context) => {
			const request = { address: checksumAddress(who) }
			const { balance } = await askModule(context, EvmQuery.method.balance, request, queryHeight(at))
			return quantity(BigInt(balance))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_getCode',
		params: [address, block],
		run: async ([who, at], context) => {
			const request = { address: checksumAddress(who) }
			const { code } = await askModule(context, EvmQuery.method.code, request, queryHeight(at))
			return hexBytes(code)
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_getStorageAt',
		params: [address, text, block],
		run: async ([who, key, at], context) => {
			const request = { address: checksumAddress(who), key }
			const { value } = await askModule(context, EvmQuery.method.storage, request, queryHeight(at))
			return value
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionCount',
		params: [address, block],
		run: async ([who, at], context) => {
			if (!(await exists(who, context))) return '0x0'
			return quantity(await accountNonce(who, isPending(at.ref), queryHeight(at), context))
		},
	}),
]

async function exists(who: Uint8Array, context: EthContext): Promise<boolean> {
	const account = askModule(context, AuthQuery.method.account, { address: addressToText(who, context.prefix) }, 0)
	return (await account.catch(only(EthFault, () => undefined))) !== undefined
}

/** The nonce of an account (ethermint v0.14.1 getAccountNonce). @throws {EthFault} for no account at that height. */
export async function accountNonce(
	who: Uint8Array,
	isPending: boolean,
	height: number,
	context: EthChain,
): Promise<bigint> {
	await askModule(context, AuthQuery.method.account, { address: addressToText(who, context.prefix) }, height)
	const account = await askModule(context, EvmQuery.method.cosmosAccount, { address: checksumAddress(who) }, height)
	if (!isPending) return account.sequence
	const waiting = await inMempool(context.source.pool, shownPool)
	return account.sequence + BigInt(waiting.filter(({ from }) => equalBytes(from(), who)).length)
}
