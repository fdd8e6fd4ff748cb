import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ExtraMethod } from '../../api/rpc/AdminMethods.ts'
import { serveRpcOverPort } from '../../api/rpc/serveRpcOverPort.ts'
import { PortCaller } from '../../chain/port/PortCaller.ts'
import { toPortFault } from '../../chain/port/portFault.ts'
import { Pulse } from '../../engine/follow/Pulse.ts'
import { BugError } from '../../errors/BugError.ts'
import { systemClock } from '../../util/Clock.ts'
import { countedLog } from '../../util/countedLog.ts'
import type { HistoryReply } from '../../wire/SummarySchema.ts'
import { ChainServers } from '../ChainServers.ts'
import type { Listening } from '../NodeListeners.ts'
import { type FollowedChain, openFollowedChain } from './openFollowedChain.ts'
import type { BlockThreadMethods, ServingData, ServingOrder, ServingReport } from './servingMessages.ts'

const owner = parentPort
if (owner === null) throw new BugError('a serving thread was started outside of a worker thread')
const { config } = workerData as ServingData
const { home } = config
if (home === undefined) throw new BugError('a chain in memory cannot be served by another thread')

const report = (message: ServingReport): void => owner.postMessage(message)
const log = countedLog((level, source, message) => report({ type: 'log', level, source, message }))

let open: { readonly chain: FollowedChain; readonly servers: ChainServers; readonly end: () => void } | undefined
let everywhere: Listening = { listeners: {}, moved: {} }
const apps: (() => void)[] = []

owner.on('message', (order: ServingOrder) => {
	void follow(order).catch((error: unknown) => report({ type: 'failed', fault: toPortFault(error) }))
})

async function follow(order: ServingOrder): Promise<void> {
	switch (order.type) {
		case 'open':
			open = await openServers(order)
			return report({ type: 'ready', listening: open.servers.listeners.listening })
		case 'app':
			return serveApp(order.port)
		case 'stands':
			return open?.chain.follower.stands(order.state)
		case 'block':
			return open?.chain.follower.announce(order.height)
		case 'listening':
			everywhere = order.listening
			return
		case 'switch':
			return switchListener(order)
		case 'close':
			return close()
	}
}

async function openServers(order: Extract<ServingOrder, { type: 'open' }>): Promise<NonNullable<typeof open>> {
	const caller = new PortCaller<BlockThreadMethods>(order.port)
	const { identity, state, others } = order
	const isOther = (name: string): boolean => others.some((other) => other === name)
	const ofOthers = <Told extends object>(told: Told): Partial<Told> =>
		Object.fromEntries(Object.entries(told).filter(([name]) => isOther(name))) as Partial<Told>
	const chain = await openFollowedChain(
		{ ...config, home: home as string },
		{ caller, pulse: new Pulse(order.memory), identity, state, log },
	)
	const powers: Record<string, ExtraMethod> = {}
	for (const name of order.powers) powers[name] = (params) => caller.call('power', name, params)
	const servers = new ChainServers(config, chain, {
		powers,
		history: async (params) => (await caller.call('power', 'chain_history', params)) as HistoryReply,
		clock: systemClock,
		log,
		onListening: () => report({ type: 'listening', listening: servers.listeners.listening }),
		others: {
			listening: () => ({ listeners: ofOthers(everywhere.listeners), moved: ofOthers(everywhere.moved) }),
			set: (name, on) => (isOther(name) ? caller.call('setListener', name, on) : undefined),
		},
	})
	await servers.listeners.openAll(others)
	return { chain, servers, end: () => caller.close() }
}

function serveApp(port: MessagePort): void {
	if (open === undefined) throw new BugError('the app came before its node was open')
	const stop = serveRpcOverPort(port, open.servers.rpc)
	apps.push(() => {
		stop()
		port.close()
	})
}

async function switchListener({ id, name, on }: Extract<ServingOrder, { type: 'switch' }>): Promise<void> {
	try {
		await open?.servers.listeners.set(name, on)
		if (open !== undefined) report({ type: 'listening', listening: open.servers.listeners.listening })
		report({ type: 'switched', id })
	} catch (error) {
		report({ type: 'switched', id, fault: toPortFault(error) })
	}
}

async function close(): Promise<void> {
	for (const end of apps.splice(0)) end()
	await open?.servers.listeners.closeAll()
	open?.end()
	await open?.chain.close()
	owner?.close()
}
