import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/support/stats.js'
import { within } from '../../bench/support/waits.js'
import { honestCalls } from './honestCalls.js'
import { post } from './rpcClients.js'

const hostile = new URL('./hostile.js', import.meta.url).pathname

/**
 * Lets hostile processes loose on a node, with honest clients beside them, and tells what those felt, how late blocks were
 * and how much memory the node took. Hostile processes run at a lower priority: over a network they would not take from
 * the node's own processor.
 */
export async function underAttack({ node, intervalMs, attackers, clients, seconds }) {
	const rss = [node.rss()]
	const sampler = setInterval(() => rss.push(node.rss()), 50)
	const children = attackers.map(({ url, kinds, count, seed, path }) => {
		const { hostname, port } = new URL(url)
		const args = [hostile, hostname, port, kinds.join(','), String(count), String(seed), path ?? '/']
		const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
		setPriority(child.pid, 10)
		let text = ''
		child.stdout.on('data', (chunk) => {
			text += chunk
		})
		return {
			end: () => child.stdin.end(),
			ended: new Promise((resolve) => child.once('exit', () => resolve(JSON.parse(text)))),
		}
	})
	const honest = clients.map(({ name, p99Ms, ask }) => ({ name, p99Ms, ...honestCalls(ask) }))
	const from = await heightOf(node)
	// An attack lasts for the blocks of its seconds; a node that makes none is given up.
	const deadline = performance.now() + seconds * 5_000
	const to = from + (seconds * 1_000) / intervalMs
	while ((await heightOf(node).catch(() => from)) < to && performance.now() < deadline) await sleep(100)
	await Promise.all(honest.map(({ stop }) => stop()))
	for (const { end } of children) end()
	const counts = await Promise.all(children.map(({ ended }) => within('the end of an attacker', 60, ended)))
	clearInterval(sampler)
	const late = await lateness(node, from, intervalMs)
	return {
		lateMs: late,
		rssBeforeMb: rss[0],
		rssMb: Math.max(...rss),
		honest: honest.map(({ name, p99Ms, waits, failures }) => ({
			name,
			p99Ms,
			calls: waits.length,
			p50: percentile(waits, 0.5),
			p99: percentile(waits, 0.99),
			max: Math.max(...waits),
			failures,
		})),
		counts,
	}
}

/** Height of the newest block. */
export async function heightOf(node) {
	return Number((await post(node.ready.rpc, 'status')).sync_info.latest_block_height)
}

/**
 * How much later than its interval the latest block of an attack came, in milliseconds. The first block of a chain does not
 * count: its time is that of the genesis, not that of its making.
 */
export async function lateness(node, since, intervalMs) {
	const from = Math.max(since, 2)
	const to = await heightOf(node)
	// What is asked below may take its time while the node has questions of the hostile left.
	const told = Date.now()
	let worst = 0
	let before
	for (let low = from; low <= to; low += 20) {
		const range = { minHeight: String(low), maxHeight: String(Math.min(to, low + 19)) }
		const { block_metas: metas } = await post(node.ready.rpc, 'blockchain', range)
		for (const { header } of metas.toReversed()) {
			const time = Date.parse(header.time)
			if (before !== undefined) worst = Math.max(worst, time - before - intervalMs)
			before = time
		}
	}
	return before === undefined ? 0 : Math.max(worst, told - before - intervalMs)
}
