import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Node } from '../../../src/node/createNode.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import type { Clock } from '../../../src/util/Clock.ts'
import { startNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'
import { type RecordedReply, type RecordedRequest, send } from './recordedRest.ts'

/** A node in memory that makes blocks only when told, with both legacy dialects on ports of their own. */
export interface LegacyNode {
	readonly node: Node
	readonly port9: number
	readonly port8: number
	/** Makes blocks up to a height. */
	mineTo(height: number): Promise<void>
	close(): Promise<void>
}

/** A clock at one moment: blocks get later times by themselves. */
const recordedTime: Clock = { now: () => Date.parse('2026-11-21T02:00:00Z') }

/**
 * Starts a node from a genesis document of test/golden.
 *
 * `prefix` and `denom` must be those of the document.
 */
export async function startLegacyNode(
	genesis: string,
	options: {
		readonly clock?: Clock
		readonly flags?: SettingValues
	} = {},
): Promise<LegacyNode> {
	const node = await startNode({
		on: ['rest', 'legacy8'],
		flags: { aminoBrand: 'cosmos', blockMode: 'manual', pruning: 'nothing', ...options.flags },
		genesis,
		clock: options.clock ?? recordedTime,
	})
	const port = (url: string | undefined): number => (url === undefined ? 0 : Number(new URL(url).port))
	return {
		node,
		port9: port(node.addresses.rest),
		port8: port(node.addresses.legacy8),
		async mineTo(height) {
			while (node.engine.height < height) await node.engine.mine()
		},
		close: () => node.close(),
	}
}

/** A file of test/golden. */
export function golden(path: string): string {
	return readFileSync(new URL(`../../golden/${path}`, import.meta.url), 'utf8')
}

/** Sends a request, and makes a block as soon as it waits for one. */
export async function sendAndMine(legacy: LegacyNode, port: number, request: RecordedRequest): Promise<RecordedReply> {
	const pending = send(port, request)
	if (typeof request.body !== 'string' || !request.body.includes('"mode":"block"')) return pending
	let isAnswered = false
	const answered = pending.finally(() => {
		isAnswered = true
	})
	await until(async () => {
		if ((await legacy.node.engine.mempoolSize()).count > 0) await legacy.node.engine.mine()
		return isAnswered
	}, nextTurn)
	return answered
}
