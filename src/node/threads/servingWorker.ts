import { parentPort, workerData } from 'node:worker_threads'
import { BugError } from '../../errors/UserError.ts'
import { FollowedServers } from './FollowedServers.ts'
import type { ServingData, ServingOrder } from './servingMessages.ts'

const owner = parentPort
if (owner === null) throw new BugError('a serving thread was started outside of a worker thread')
const { config, beats } = workerData as ServingData
const { home } = config
if (home === undefined) throw new BugError('a chain in memory cannot be served by another thread')

/** Intervals of showing that the event loop turns, in milliseconds. */
const beatMs = 250
setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref()

const servers = new FollowedServers({ ...config, home }, (report) => owner.postMessage(report))
owner.on('message', async (order: ServingOrder) => {
	await servers.follow(order)
	if (order.type === 'close') owner.close()
})
