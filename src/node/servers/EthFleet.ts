import { gethDialect } from '../../api/eth/dialect/gethDialect.ts'
import type { EthContext } from '../../api/eth/EthContext.ts'
import { hexBytes } from '../../api/eth/hexJson.ts'
import { ethMethods } from '../../api/eth/methods/index.ts'
import { EthFault, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import type { EthJson } from '../../api/eth/rpc/EthMethod.ts'
import { EthMethodSet, endpointMethods, methodsOf } from '../../api/eth/rpc/EthMethodSet.ts'
import { type HeightFloor, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'
import { Fleet } from './Fleet.ts'

/** The longest that a node may take to tell its height, and for a call, in milliseconds. */
const times = { look: 2_000, call: 60_000 }

/** The JSON-RPC of a node's EVM. */
class EthClient {
	readonly url: string

	constructor(url: string) {
		this.url = url
	}

	/** @throws {EthFault} as the node answers; any other error when it does not answer */
	async call(method: string, params: string, timeoutMs = times.call): Promise<EthJson> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`,
			signal: AbortSignal.timeout(timeoutMs),
		})
		if (response.status !== 200) throw new RangeError(`it answers with status ${response.status}`)
		const { result, error } = (await response.json()) as {
			readonly result?: EthJson
			readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
		}
		if (error !== undefined) throw new EthFault(error.message, error.code, error.data)
		return result ?? null
	}

	async height(): Promise<number> {
		const told = await this.call('eth_blockNumber', '[]', times.look)
		// No floor would keep out a height that is no number.
		if (typeof told !== 'string' || !/^0x[0-9a-f]+$/i.test(told)) throw new RangeError('it tells no height')
		return Number(told)
	}
}

/** The EVMs of several nodes as one: a gateway alone reads a call, and a node runs it. */
export class EthFleet {
	readonly #fleet: Fleet<EthClient, string>

	constructor(urls: readonly string[], log: Log) {
		const lookAt = async (client: EthClient) => ({ height: await client.height(), seen: client.url })
		const clients = urls.map((url) => new EthClient(url))
		this.#fleet = new Fleet(clients, lookAt, log)
	}

	share(floor: HeightFloor): void {
		this.#fleet.floor = floor
	}

	close(): void {
		this.#fleet.close()
	}

	/** The chain id, 0x hex, that the first node tells which answers. Rejects when none does. */
	async chainId(): Promise<EthJson> {
		return this.call('eth_chainId', '[]')
	}

	/**
	 * Lets a node that has reached the floor run a call; another takes over when it does not answer.
	 *
	 * @param params JSON
	 * @throws {EthFault} as the node answers
	 */
	async call(method: string, params: string): Promise<EthJson> {
		const answering = this.#fleet.atFloor(async (node, floor) => {
			try {
				if (node.height < floor && (await this.#fleet.look(node)).height < floor) return undefined
				const told = await node.client.call(method, params).catch((fault: unknown) => {
					if (fault instanceof EthFault) return fault
					throw fault
				})
				// What it has answered is of this height at the newest. A transaction that was taken is not sent again.
				if (!method.startsWith('eth_send')) await this.#fleet.look(node)
				return { told }
			} catch (fault) {
				this.#fleet.note(node, false, thrownText(fault))
				return undefined
			}
		})
		const { told } = await answering.catch((fault: unknown) => {
			throw fault instanceof UpstreamError ? new EthFault(fault.message, ethCodes.unavailable) : fault
		})
		if (told instanceof EthFault) throw told
		return told
	}

	/** The methods of private endpoints, each run by a node. */
	methods(): EthMethodSet {
		const heightIn = async (method: string, params: readonly unknown[], member: string) => {
			const found = (await this.call(method, JSON.stringify(params))) as Readonly<Record<string, string | null>> | null
			return found?.[member] == null ? undefined : Number(found[member])
		}
		const blocks = {
			latestHeight: async () => Number(await this.call('eth_blockNumber', '[]')),
			heightByHash: (hash: Uint8Array) => heightIn('eth_getBlockByHash', [hexBytes(hash), false], 'number'),
			byTxHash: async (hash: Uint8Array) => {
				const height = await heightIn('eth_getTransactionByHash', [hexBytes(hash)], 'blockNumber')
				return height === undefined ? undefined : { block: { height } }
			},
		}
		// Parameters that name a block need no more to be read and found.
		const context = { dialect: gethDialect, blocks } as unknown as EthContext
		const served = endpointMethods(methodsOf(ethMethods, 'geth'))
		return EthMethodSet.forwarding(served, context, (method, params) => this.call(method, params))
	}
}
