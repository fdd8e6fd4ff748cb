import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointUpstream, type HeightFloor, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { EngineClient, EngineFault } from '../../engineRpc/EngineClient.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'
import type { Call } from '../../wire/NodeSchema.ts'
import type { TendermintSchema } from '../../wire/TendermintSchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { programVersion } from '../version.ts'

/** A node behind the gateway, as it was seen last. */
interface FleetNode {
	readonly client: EngineClient
	height: number
	isUp: boolean
}

/** Time between two looks at each node, and the longest a node may take to tell its height, in milliseconds. */
const times = { look: 500, answer: 2_000, floor: 5_000 }

/**
 * Several nodes of a chain as one. The first that is well answers; another takes over as soon as it does not. A height is
 * answered only after the floor, which all gateways of the fleet share, and raises it before the reply: no client sees an
 * older height after a newer one, whichever gateway it comes to.
 */
export class FleetUpstream implements EndpointUpstream {
	readonly prefix: string
	readonly denom: string
	readonly minimumGasPrices: string
	readonly clientVersion =
		`chain-tui/v${programVersion}/${process.platform}-${process.arch}/node${process.versions.node}`
	readonly #nodes: readonly FleetNode[]
	readonly #log: Log
	readonly #looking: NodeJS.Timeout
	#floor: HeightFloor | undefined

	constructor(urls: readonly string[], { settings, minimumGasPrices }: NodeConfig, log: Log) {
		this.prefix = settings.prefix
		this.denom = settings.denom
		this.minimumGasPrices = minimumGasPrices
		this.#log = log
		this.#nodes = urls.map((url) => ({ client: new EngineClient(url), height: 0, isUp: true }))
		this.#looking = setInterval(() => {
			for (const node of this.#nodes) void this.#status(node).catch(() => undefined)
		}, times.look).unref()
	}

	/** Looks at every node once. Resolves with the chain ids of those that answer. */
	async chainIds(): Promise<readonly string[]> {
		const replies = await Promise.allSettled(this.#nodes.map((node) => this.#status(node)))
		return replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.node_info.network] : []))
	}

	share(floor: HeightFloor): void {
		this.#floor = floor
	}

	close(): void {
		clearInterval(this.#looking)
	}

	readonly call: Call = (async (method: keyof TendermintSchema, params: Readonly<Record<string, unknown>> = {}) =>
		method === 'status' ? this.#newest() : this.#any(method, params)) as Call

	/** The status of a node that has reached the floor; the floor is then at its height. */
	async #newest() {
		const floor = (await this.#floor?.read()) ?? 0
		const end = performance.now() + times.floor
		do {
			for (const node of this.#inOrder()) {
				const reply = await this.#status(node).catch(() => undefined)
				if (reply === undefined || reply.sync_info.catching_up || node.height < floor) continue
				if (node.height > floor) await this.#floor?.raise(node.height)
				return reply
			}
			await wait(50)
		} while (performance.now() < end)
		throw new UpstreamError(`no node has reached height ${floor}`)
	}

	/** Asks the nodes in order that have the height, until one answers. */
	async #any(method: keyof TendermintSchema, params: Readonly<Record<string, unknown>>): Promise<unknown> {
		const height = Number(params.height ?? 0)
		let failure: unknown
		for (const node of this.#inOrder().sort((a, b) => Number(b.height >= height) - Number(a.height >= height))) {
			try {
				return await node.client.call(method, params)
			} catch (fault) {
				failure = fault
				// It has not got there yet; another has.
				if (fault instanceof EngineFault && !/must be less than or equal to/.test(fault.message)) break
				if (!(fault instanceof EngineFault)) this.#note(node, false, thrownText(fault))
			}
		}
		if (failure instanceof EngineFault) throw new UpstreamError(failure.message, failure.code)
		throw new UpstreamError(thrownText(failure), undefined, { cause: failure })
	}

	/** Those that answered last first, otherwise as the operator named them. */
	#inOrder(): FleetNode[] {
		return [...this.#nodes].sort((a, b) => Number(b.isUp) - Number(a.isUp))
	}

	async #status(node: FleetNode) {
		try {
			const reply = await node.client.call('status', {}, times.answer)
			node.height = Number(reply.sync_info.latest_block_height)
			this.#note(node, true)
			return reply
		} catch (fault) {
			this.#note(node, false, thrownText(fault))
			throw fault
		}
	}

	#note(node: FleetNode, isUp: boolean, why = ''): void {
		if (node.isUp === isUp) return
		node.isUp = isUp
		this.#log(
			isUp ? 'info' : 'warn',
			'upstream',
			`${node.client.url} ${isUp ? 'answers again' : `does not answer: ${why}`}`,
		)
	}
}
