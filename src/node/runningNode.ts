import { readFileSync, rmSync } from 'node:fs'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'
import type { MovedPorts } from '../wire/AdminSchema.ts'
import { homePaths } from './home.ts'

/** What a running node tells the commands of its home, in `<home>/node.json`. Addresses are URLs, absent when off. */
export interface RunningNode {
	readonly pid: number
	readonly chainId: string
	readonly rpc?: string
	readonly rest?: string
	readonly grpc?: string
	readonly legacy8?: string
	readonly endpoints?: string
	/** JSON-RPC of the chain's EVM. */
	readonly eth?: string
	/** Listeners that are on another port than was asked for; absent when there are none. */
	readonly moved?: MovedPorts
}

/** The node now running on a home, or undefined; a file left by a dead process does not count. */
export function readRunningNode(home: string): RunningNode | undefined {
	try {
		const node = JSON.parse(readFileSync(homePaths(home).running, 'utf8')) as RunningNode
		process.kill(node.pid, 0)
		return node
	} catch {
		return undefined
	}
}

/** Announces the node of this process. */
export function writeRunningNode(home: string, node: RunningNode): void {
	writeFileAtomic(homePaths(home).running, `${JSON.stringify(node)}\n`)
}

/** Takes the announcement back. */
export function removeRunningNode(home: string): void {
	rmSync(homePaths(home).running, { force: true })
}
