import { readFileSync } from 'node:fs'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import type { NodeConfig } from '../../../src/node/NodeConfig.ts'
import type { Clock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
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

const anyPort = { on: true, host: '127.0.0.1', port: 0, asked: true } as const
const off = { on: false } as const

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
		readonly chainId?: string
		readonly clock?: Clock
		readonly settings?: Partial<NodeConfig['settings']>
	} = {},
): Promise<LegacyNode> {
	const node = await createNode(
		{
			home: undefined,
			genesis,
			chainId: options.chainId ?? 'chain-localnet',
			chainIdAsked: false,
			settings: { prefix: 'chain', denom: 'uchain', coinType: 118, aminoBrand: 'cosmos', ...options.settings },
			minimumGasPrices: `0.01${options.settings?.denom ?? 'uchain'}`,
			blockMode: 'manual',
			blockIntervalMs: 1000,
			pruning: 'nothing',
			listeners: { rpc: off, grpc: off, rest: anyPort, legacy8: anyPort, endpoints: off },
			admin: false,
		},
		{ log: silentLog, clock: options.clock ?? recordedTime },
	)
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
	while (!isAnswered) {
		if ((await legacy.node.engine.mempoolSize()).count > 0) await legacy.node.engine.mine()
		await new Promise((resolve) => setImmediate(resolve))
	}
	return answered
}
