import { type EndpointUpstream, type HeightFloor, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { EngineClient, EngineFault } from '../../engineRpc/EngineClient.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'
import type { Call } from '../../wire/NodeSchema.ts'
import type { TendermintSchema } from '../../wire/TendermintSchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { clientVersion } from '../version.ts'
import type { EthFleet } from './EthFleet.ts'
import { Fleet } from './Fleet.ts'

/** The longest a node may take to tell its height, in milliseconds. */
const answerMs = 2_000

async function lookAt(client: EngineClient) {
	const seen = await client.call('status', {}, answerMs)
	return { height: Number(seen.sync_info.latest_block_height), seen }
}

type Status = Awaited<ReturnType<typeof lookAt>>['seen']

/** The engines of several nodes as one. */
export class FleetUpstream implements EndpointUpstream {
	readonly prefix: string
	readonly denom: string
	readonly minimumGasPrices: string
	readonly clientVersion = clientVersion
	/** The EVMs of the same nodes, on a chain that has one. */
	eth: EthFleet | undefined
	readonly #fleet: Fleet<EngineClient, Status>

	constructor(urls: readonly string[], { settings, minimumGasPrices }: NodeConfig, log: Log) {
		this.prefix = settings.prefix
		this.denom = settings.denom
		this.minimumGasPrices = minimumGasPrices
		const clients = urls.map((url) => new EngineClient(url))
		this.#fleet = new Fleet(clients, lookAt, log)
	}

	/** Looks at every node once. Resolves with the chain ids of those that answer. */
	async chainIds(): Promise<readonly string[]> {
		return (await this.#fleet.all()).map(({ node_info }) => node_info.network)
	}

	share(floor: HeightFloor): void {
		this.#fleet.floor = floor
		this.eth?.share(floor)
	}

	close(): void {
		this.#fleet.close()
		this.eth?.close()
	}

	readonly call: Call = (async (method: keyof TendermintSchema, params: Readonly<Record<string, unknown>> = {}) =>
		method === 'status' ? this.#newest() : this.#any(method, params)) as Call

	/** The status of a node that has reached the floor; the floor is then at its height. */
	#newest(): Promise<Status> {
		return this.#fleet.atFloor(async (node, floor) => {
			const look = await this.#fleet.look(node).catch(() => undefined)
			if (look === undefined || look.height < floor) return undefined
			return look.seen.sync_info.catching_up ? undefined : look.seen
		})
	}

	/** Asks the nodes in order, first those that have the height if the call names one, until one answers. */
	async #any(method: keyof TendermintSchema, params: Readonly<Record<string, unknown>>): Promise<unknown> {
		const height = Number(params.height)
		let failure: unknown
		for (const node of this.#fleet.inOrder().sort((a, b) => Number(b.height >= height) - Number(a.height >= height))) {
			try {
				return await node.client.call(method, params)
			} catch (fault) {
				failure = fault
				// It has not got there yet; another has.
				if (fault instanceof EngineFault && !/must be less than or equal to/.test(fault.message)) break
				if (!(fault instanceof EngineFault)) this.#fleet.note(node, false, thrownText(fault))
			}
		}
		if (failure instanceof EngineFault) throw new UpstreamError(failure.message, failure.code)
		throw new UpstreamError(thrownText(failure), undefined, { cause: failure })
	}
}
