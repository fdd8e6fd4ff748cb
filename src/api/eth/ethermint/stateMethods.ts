import { addressToText } from '../../../codec/address/address.ts'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { Query as AuthQuery } from '../../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as EvmQuery } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { equalBytes } from '../../../util/bytes.ts'
import { address, text } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { askModule } from './askModule.ts'
import { queryHeight } from './queryHeight.ts'

/** Size of a page of the engine's mempool. */
const shownPool = 30

/** State methods like ethermint's: by the modules' queries, with their texts. */
export function ethermintStateMethods(context: EthContext): EthMethods {
	const place = context.dialect.numberOrHash
	return {
		eth_getBalance: defineEthMethod([address, place], async (who, ref) => {
			const height = await queryHeight(ref, context)
			const { balance } = await askModule(context, EvmQuery.method.balance, { address: checksumAddress(who) }, height)
			return quantity(BigInt(balance))
		}),
		eth_getCode: defineEthMethod([address, place], async (who, ref) => {
			const height = await queryHeight(ref, context)
			const { code } = await askModule(context, EvmQuery.method.code, { address: checksumAddress(who) }, height)
			return hexBytes(code)
		}),
		eth_getStorageAt: defineEthMethod([address, text, place], async (who, key, ref) => {
			const height = await queryHeight(ref, context)
			const { value } = await askModule(
				context,
				EvmQuery.method.storage,
				{ address: checksumAddress(who), key },
				height,
			)
			return value
		}),
		eth_getTransactionCount: defineEthMethod([address, place], async (who, ref) => {
			const height = await queryHeight(ref, context)
			if (!(await exists(who, context))) return '0x0'
			const isPending = 'tag' in ref && ref.tag === 'pending'
			return quantity(await accountNonce(who, isPending, height, context))
		}),
	}
}

async function exists(who: Uint8Array, context: EthContext): Promise<boolean> {
	try {
		await askModule(context, AuthQuery.method.account, { address: addressToText(who, context.prefix) }, 0)
		return true
	} catch (fault) {
		if (fault instanceof EthFault) return false
		throw fault
	}
}

/**
 * The nonce of an account (ethermint v0.14.1 rpc/ethereum/backend getAccountNonce).
 *
 * @throws {EthFault} for an address that is no account at that height.
 */
export async function accountNonce(
	who: Uint8Array,
	isPending: boolean,
	height: number,
	context: EthChain,
): Promise<bigint> {
	await askModule(context, AuthQuery.method.account, { address: addressToText(who, context.prefix) }, height)
	const account = await askModule(context, EvmQuery.method.cosmosAccount, { address: checksumAddress(who) }, height)
	if (!isPending) return account.sequence
	const waiting = (await context.source.pool.mempoolTxs(shownPool)).flatMap(ethMessagesOf)
	return account.sequence + BigInt(waiting.filter(({ from }) => equalBytes(from(), who)).length)
}
