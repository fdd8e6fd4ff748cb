import { MessageChannel } from 'node:worker_threads'
import { serveRpcOverPort } from '../../../src/api/rpc/serveRpcOverPort.ts'
import type { ChainClient, TxProgress } from '../../../src/client/ChainClient.ts'
import { createChainClient } from '../../../src/client/createChainClient.ts'
import { portConnection } from '../../../src/client/rpc/portConnection.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { type Keyring, openTestKeyring } from './testKeyring.ts'

export { until } from '../../support/until.ts'

/** How a client reaches the node: as the app does its embedded one, or by its address. */
export type ClientKind = 'embedded' | 'remote'

/** A real node in memory with the listeners of the chain itself on free ports, and the admin methods. */
export function startTestNode(flags: SettingValues = {}): Promise<TestNode> {
	return startNode({ on: ['rpc', 'rest', 'grpc'], flags: { admin: 'on', ...flags } })
}

/** A client of a node with keys in memory. */
export async function connectTestClient(
	kind: ClientKind,
	node: Node,
	options: { readonly gasPrices?: string; readonly keyring?: Keyring; readonly endpointsHome?: string } = {},
): Promise<{ readonly client: ChainClient; readonly keyring: Keyring }> {
	const config = resolveNodeConfig({ home: '/nonexistent/test' }, {})
	const keyring = options.keyring ?? (await openTestKeyring(config.settings))
	const { port1, port2 } = new MessageChannel()
	const { pid: _pid, chainId: _chainId, ...listeners } = node.addresses
	const stop = kind === 'embedded' ? serveRpcOverPort(port2, node.rpc) : () => {}
	const client = createChainClient({
		connection: kind === 'embedded' ? portConnection(port1) : remoteConnection(node.addresses.rpc ?? ''),
		keyring,
		settings: config.settings,
		gasPrices: options.gasPrices ?? config.minimumGasPrices,
		listeners,
		admin: true,
		...(options.endpointsHome === undefined ? {} : { endpointsHome: options.endpointsHome }),
		onClose: async () => {
			stop()
			port1.close()
			port2.close()
		},
	})
	return { client, keyring }
}

/** All steps of a transaction. */
export async function stepsOf(progress: AsyncIterable<TxProgress>): Promise<readonly TxProgress[]> {
	const steps: TxProgress[] = []
	for await (const step of progress) steps.push(step)
	return steps
}

/** Its last step. */
export async function outcomeOf(progress: AsyncIterable<TxProgress>): Promise<TxProgress> {
	const last = (await stepsOf(progress)).at(-1)
	if (last) return last
	throw new TypeError('a transaction without steps')
}
