import type { MessagePort } from 'node:worker_threads'
import type { ExtraMethod } from '../../api/rpc/AdminMethods.ts'
import { serveRpcOverPort } from '../../api/rpc/serveRpcOverPort.ts'
import { PortCaller } from '../../chain/port/PortCaller.ts'
import { toPortFault } from '../../chain/port/portFault.ts'
import { Pulse } from '../../engine/follow/Pulse.ts'
import { BugError } from '../../errors/UserError.ts'
import { systemClock } from '../../util/Clock.ts'
import { countedLog } from '../../util/countedLog.ts'
import type { Log } from '../../util/Log.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { HistoryReply } from '../../wire/SummarySchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { ChainServers } from '../servers/ChainServers.ts'
import type { Listening } from '../servers/NodeListeners.ts'
import { type FollowedChain, openFollowedChain } from './openFollowedChain.ts'
import type { BlockThreadMethods, ServingOrder, ServingReport } from './servingMessages.ts'

/** What is open once the block-making thread has given its order. */
interface Opened {
	readonly chain: FollowedChain
	readonly servers: ChainServers
	readonly end: () => void
}

/** The servers of a serving thread. They follow the orders of the block-making thread, and read the chain that it writes. */
export class FollowedServers {
	readonly #config: NodeConfig & { readonly home: string }
	readonly #report: (message: ServingReport) => void
	readonly #log: Log
	readonly #apps: (() => void)[] = []
	#opening: Promise<Opened> | undefined
	#open: Opened | undefined
	#everywhere: Listening = { listeners: {}, moved: {} }

	/** @param config with only this thread's listeners @param report sends a report to the block-making thread */
	constructor(config: NodeConfig & { readonly home: string }, report: (message: ServingReport) => void) {
		this.#config = config
		this.#report = report
		this.#log = countedLog((level, source, message) => report({ type: 'log', level, source, message }))
	}

	/** Follows an order. A failure is reported, never thrown. */
	async follow(order: ServingOrder): Promise<void> {
		try {
			await this.#obey(order)
		} catch (error) {
			this.#report({ type: 'failed', fault: toPortFault(error) })
		}
	}

	async #obey(order: ServingOrder): Promise<void> {
		switch (order.type) {
			case 'open':
				this.#opening = this.#openServers(order)
				this.#open = await this.#opening
				return this.#report({ type: 'ready', listening: this.#open.servers.listeners.listening })
			case 'app':
				return this.#serveApp(order.port)
			case 'stands':
				return this.#open?.chain.follower?.stands(order.state)
			case 'block':
				return this.#open?.chain.follower?.announce(order.height)
			case 'listening':
				this.#everywhere = order.listening
				return
			case 'note':
				return this.#open?.servers.journal.adopt(order.note)
			case 'switch':
				return this.#switch(order)
			case 'close':
				return this.#close()
		}
	}

	async #openServers(order: Extract<ServingOrder, { type: 'open' }>): Promise<Opened> {
		const caller = new PortCaller<BlockThreadMethods>(order.port)
		const { identity, blocks, others } = order
		let chain: FollowedChain | undefined
		try {
			const pulse = new Pulse(order.memory)
			chain = await openFollowedChain(this.#config, { caller, pulse, identity, blocks, log: this.#log })
			const servers = this.#serversOf(chain, caller, order)
			await this.#listen(servers.listeners, others)
			return { chain, servers, end: () => caller.close() }
		} catch (error) {
			// The port and the database would keep the thread alive, and the node waits for its end.
			caller.close()
			await chain?.close()
			throw error
		}
	}

	/** Opens the listeners of this thread; all or none. */
	async #listen(listeners: ChainServers['listeners'], others: readonly ListenerName[]): Promise<void> {
		try {
			await listeners.openAll(others)
		} catch (error) {
			await listeners.closeAll()
			throw error
		}
	}

	#serversOf(
		chain: FollowedChain,
		caller: PortCaller<BlockThreadMethods>,
		{ powers: names, others }: Extract<ServingOrder, { type: 'open' }>,
	): ChainServers {
		const isOther = (name: string): boolean => others.some((other) => other === name)
		const ofOthers = <Told extends object>(told: Told): Partial<Told> =>
			Object.fromEntries(Object.entries(told).filter(([name]) => isOther(name))) as Partial<Told>
		const powers: Record<string, ExtraMethod> = {}
		for (const name of names) powers[name] = (params) => caller.call('power', name, params)
		const servers: ChainServers = new ChainServers(this.#config, chain, {
			powers,
			history: async (params) => (await caller.call('power', 'chain_history', params)) as HistoryReply,
			clock: systemClock,
			log: this.#log,
			onListening: () => this.#report({ type: 'listening', listening: servers.listeners.listening }),
			others: {
				listening: () => ({
					listeners: ofOthers(this.#everywhere.listeners),
					moved: ofOthers(this.#everywhere.moved),
				}),
				set: (name, on) => (isOther(name) ? caller.call('setListener', name, on) : undefined),
				record: (on) => caller.call('record', on),
			},
		})
		return servers
	}

	#serveApp(port: MessagePort): void {
		if (this.#open === undefined) throw new BugError('the app came before its node was open')
		const stop = serveRpcOverPort(port, this.#open.servers.rpc)
		this.#apps.push(() => {
			stop()
			port.close()
		})
	}

	async #switch({ id, name, on }: Extract<ServingOrder, { type: 'switch' }>): Promise<void> {
		try {
			await this.#open?.servers.listeners.set(name, on)
			if (this.#open !== undefined) {
				this.#report({ type: 'listening', listening: this.#open.servers.listeners.listening })
			}
			this.#report({ type: 'switched', id })
		} catch (error) {
			this.#report({ type: 'switched', id, fault: toPortFault(error) })
		}
	}

	async #close(): Promise<void> {
		for (const end of this.#apps.splice(0)) end()
		// What still opens would stay open, and the node waits for the end of this thread.
		const open = await this.#opening?.catch(() => undefined)
		await open?.servers.listeners.closeAll()
		open?.end()
		await open?.chain.close()
	}
}
