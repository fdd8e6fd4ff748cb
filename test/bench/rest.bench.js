// Replies a second of the legacy account route and of a greeting, 64 connections at once: against a node of the framework
// on the same genesis. The load runs in a process of its own; a peer in Go may use every core for its replies.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processorSeconds, startNodePair } from './support/nodePair.js'
import { median } from './support/stats.js'

const load = new URL('support/load.js', import.meta.url).pathname
const connections = 64
const seconds = 4
const rounds = 3

/** Prints both rates of each route and their ratio (aim: at least 1). Without a peer ours alone. */
export async function run({ peer, print, row }) {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const { nodes, address } = await startNodePair(peer, folder)
	try {
		for (const path of [`/auth/accounts/${address}`, '/chain/greet/v1beta1/greetings/0']) {
			const rates = new Map(nodes.map(({ name }) => [name, []]))
			const slow = new Map(nodes.map(({ name }) => [name, []]))
			const cost = new Map(nodes.map(({ name }) => [name, []]))
			for (let round = 0; round <= rounds; round++) {
				for (const { name, rest, child } of nodes) {
					const before = processorSeconds(child.pid)
					const { rate, p99, replies } = await measure(rest + path)
					if (round === 0) continue
					cost.get(name).push(((processorSeconds(child.pid) - before) * 1e6) / replies)
					rates.get(name).push(rate)
					slow.get(name).push(p99)
				}
			}
			print(`GET ${path.replace(address, '{address}')}`)
			for (const { name } of nodes) {
				print(
					`  ${name.padEnd(18)}${median(rates.get(name)).toFixed(0)} replies/s, p99 ${median(slow.get(name)).toFixed(1)} ms, ${median(cost.get(name)).toFixed(0)} µs of processor a reply`,
				)
			}
			const ours = median(rates.get('ours'))
			const theirs = peer === undefined ? undefined : median(rates.get('peer'))
			const ratio = theirs === undefined ? {} : { peer: theirs, ratio: ours / theirs, aim: '>= 1' }
			row({ what: `GET ${path.replace(address, '{address}')}`, ours, unit: 'replies/s', ...ratio })
		}
	} finally {
		for (const { child } of nodes) child.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	}
}

async function measure(url) {
	const args = [load, url, String(connections), String(seconds)]
	return JSON.parse((await promisify(execFile)(process.execPath, args, { timeout: 120_000 })).stdout)
}
