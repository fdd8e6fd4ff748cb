import type { MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { StatusReply } from '../../wire/node.ts'
import type { QueryCall } from './RpcConnection.ts'
import { replyResult } from './RpcError.ts'

/** Sends a request to a path below the address of a place. */
export type Ask = (path: string, body?: string) => Promise<{ readonly status: number; readonly text: string }>

/** The methods that a place without Tendermint JSON-RPC answers. */
export type OtherMethods = {
	readonly [M in MethodName]?: (params: Readonly<Record<string, string>>) => Promise<ReplyOf<M>>
} & { readonly query?: QueryCall }

/** What the JSON-RPC of an EVM answers: `status`. */
export function evmMethods(ask: Ask): OtherMethods {
	const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
		const { text } = await ask('', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
		return replyResult(JSON.parse(text))
	}
	return {
		status: async () => {
			const [chainId, block] = await Promise.all([
				call('eth_chainId', []),
				call('eth_getBlockByNumber', ['latest', false]) as Promise<Readonly<Record<string, string>>>,
			])
			return statusReply({
				chainId: String(Number(chainId)),
				height: String(Number(block.number)),
				time: new Date(Number(block.timestamp) * 1_000).toISOString(),
				appHash: (block.stateRoot ?? '').replace(/^0x/, '').toUpperCase(),
			})
		},
	}
}

/** `status` of Tendermint as far as another protocol tells it. */
export function statusReply(known: {
	readonly chainId: string
	readonly height: string
	readonly time: string
	readonly appHash: string
}): StatusReply {
	return {
		node_info: { network: known.chainId, version: '', moniker: '', id: '' },
		sync_info: {
			latest_block_height: known.height,
			latest_block_time: known.time,
			latest_app_hash: known.appHash,
			catching_up: false,
		},
	} as unknown as StatusReply
}
