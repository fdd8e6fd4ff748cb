import { readFileSync, rmSync } from 'node:fs'
import { isAlive } from '../../util/isAlive.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { MovedPorts } from '../../wire/AdminSchema.ts'
import { homePaths } from './home.ts'

/** Data of a running node for the commands of its home, in `<home>/node.json`. Addresses are URLs, absent if off. */
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
	/** Metrics for Prometheus. */
	readonly metrics?: string
	/** Listeners that moved to another port; absent if there are none. */
	readonly moved?: MovedPorts
}

/** The node that runs on a home; undefined if there is none. The file of a dead process does not count. */
export function readRunningNode(home: string): RunningNode | undefined {
	try {
		const node = JSON.parse(readFileSync(homePaths(home).running, 'utf8')) as RunningNode
		return isAlive(node.pid) ? node : undefined
	} catch {
		return undefined
	}
}

/** Announces the node of this process. */
export function writeRunningNode(home: string, node: RunningNode): void {
	writeFileAtomic(homePaths(home).running, `${JSON.stringify(node)}\n`)
}

/** Removes the announcement. */
export function removeRunningNode(home: string): void {
	rmSync(homePaths(home).running, { force: true })
}
