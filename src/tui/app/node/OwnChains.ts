import {
	type ChainClient,
	isOwn,
	type NodeStatus,
	ownChainOf,
	ownUrl,
	type Place,
	parsePlaces,
	placeLines,
} from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import type { AppState } from '../AppState.ts'
import type { TuiApp } from '../TuiApp.ts'

/** Uses another own chain of the home, which is begun if there is none of that id. Those that run go on beside it. */
export function goToOwnChain(app: TuiApp, chainId: string): void {
	const places = parsePlaces(app.preferences.get('nodes'))
	const url = ownUrl(chainId)
	if (places.every((place) => place.url !== url)) {
		const isTaken = places.some(({ name }) => name === chainId)
		const made: Place = {
			...{ name: isTaken ? `${chainId} (own)` : chainId, url, chainId },
			...{ standBy: false, keyed: false, speaks: 'rpc' },
		}
		app.preferences.set('nodes', placeLines([...places, made]))
	}
	app.switchNode(url)
}

/** Chain id of an own chain that runs or starts while another place is in use. */
export function ownChainId(url: string, status: NodeStatus | undefined): string {
	return status?.chainId ?? ownChainOf(url) ?? 'chain'
}

/** The own chains of a run. Each is started once and goes on until the app ends, also while another place is in use. */
export class OwnChains {
	readonly #app: TuiApp
	readonly #connect: (url: string) => Promise<ChainClient>
	readonly #lost: (client: ChainClient, fault: UserError) => void
	/** By address, each from its start to its end. */
	readonly #running = new Map<string, ChainClient>()
	/** By address, each until it runs. */
	readonly #starting = new Map<string, Promise<ChainClient>>()
	/** By address, each from its stop to its end. */
	readonly #ending = new Map<string, Promise<void>>()
	#closed = false

	/** @param lost Called when the one in use ended by a fault. */
	constructor(
		app: TuiApp,
		connect: (url: string) => Promise<ChainClient>,
		lost: (client: ChainClient, fault: UserError) => void,
	) {
		this.#app = app
		this.#connect = connect
		this.#lost = lost
	}

	/** Whether a client is that of an own chain, which outlives its use. */
	has(client: ChainClient): boolean {
		return [...this.#running.values()].includes(client)
	}

	/** The client of a place: of an own chain the one that runs or is being started, of any other place a new one. */
	async clientOf(url: string): Promise<ChainClient> {
		if (!isOwn(url)) return this.#connect(url)
		const running = this.#running.get(url)
		if (running !== undefined) return running
		const starting = this.#starting.get(url) ?? this.#start(url)
		this.#starting.set(url, starting)
		try {
			return await starting
		} finally {
			this.#starting.delete(url)
			this.#show(this.#app.state.own)
			this.follow()
		}
	}

	async #start(url: string): Promise<ChainClient> {
		await this.#ending.get(url)
		const client = await this.#connect(url)
		if (this.#closed) await client.close()
		// One that another process runs is a place like any other.
		else if (client.ended !== undefined) {
			this.#running.set(url, client)
			void client.ended.then((fault) => this.#end(url, client, fault))
		}
		return client
	}

	/** Handles the end of an own chain by a fault. */
	async #end(url: string, client: ChainClient, fault: UserError): Promise<void> {
		const app = this.#app
		if (this.#running.get(url) !== client || this.#closed) return
		this.#running.delete(url)
		if (app.client === client) this.#lost(client, fault)
		else {
			const name = ownChainId(url, app.state.own.get(url))
			this.#show(app.state.own)
			app.logError(fault)
			app.toast('bad', `your own chain ${name} stopped: ${fault.message} · ${app.keyFor('go.rpc')} starts it again`)
		}
		await client.close().catch((error: unknown) => app.logError(error))
	}

	/** The own chains that run or start while a place is in use. @param known their last status, as far as it is known */
	beside(url: string, known: AppState['own']): AppState['own'] {
		const own = [...this.#running.keys(), ...this.#starting.keys()].filter((other) => other !== url)
		return new Map(own.map((other) => [other, known.get(other)]))
	}

	/** Reads the status of those that run while another place is in use. */
	follow(): void {
		const app = this.#app
		const used = app.preferences.get('node')
		for (const [url, client] of this.#running) {
			if (url === used) continue
			client.status().then(
				(status) => this.#show(new Map([...app.state.own, [url, status]])),
				(error: unknown) => app.logError(error),
			)
		}
	}

	#show(known: AppState['own']): void {
		const app = this.#app
		app.set({ own: this.beside(app.preferences.get('node'), known) })
	}

	/** Ends one that runs while another place is in use; nothing happens if it does not. Its blocks stay. */
	async stop(url: string): Promise<void> {
		const client = this.#running.get(url)
		if (client === undefined || client === this.#app.client) return
		this.#running.delete(url)
		this.#show(this.#app.state.own)
		const ending = client.close()
		this.#ending.set(url, ending)
		await ending.finally(() => this.#ending.delete(url))
	}

	/** Ends all of them; one that is still starting closes once it runs. */
	async close(): Promise<void> {
		this.#closed = true
		await Promise.allSettled([...this.#starting.values(), ...this.#ending.values()])
		await Promise.all([...this.#running.values()].map((own) => own.close()))
	}
}
