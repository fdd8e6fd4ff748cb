import { UserError } from '../../src/errors/UserError.ts'
import { createNode, type Node, type NodeDeps } from '../../src/node/createNode.ts'
import { localCall } from '../../src/node/localCall.ts'
import { resolveNodeConfig } from '../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../src/node/settings.ts'
import { silentLog } from '../../src/util/Log.ts'
import type { ListenerName } from '../../src/wire/AdminSchema.ts'
import type { Call } from '../../src/wire/NodeSchema.ts'

/** A real node in the test's own process. */
export interface TestNode extends Node {
	/** Calls any method of its JSON-RPC without a listener. Rejects with UserError for an error reply. */
	readonly call: Call
}

/** How a node for a test differs from the usual one. */
export interface TestNodeOptions extends Partial<NodeDeps> {
	/** Listeners to open, each on a free port; none when left out. */
	readonly on?: readonly ListenerName[]
	/** Flags as of the command line. Without `home` the chain is in memory. */
	readonly flags?: SettingValues
	/** Text of a genesis document, where no file has it. */
	readonly genesis?: string
}

/** Starts a node as the program does, but quiet: blocks at each transaction, no listener that is not asked for. */
export async function startNode({ on = [], flags = {}, genesis, ...deps }: TestNodeOptions = {}): Promise<TestNode> {
	const names: readonly ListenerName[] = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints', 'eth']
	const listeners = Object.fromEntries(names.map((name) => [name, on.includes(name) ? '127.0.0.1:0' : 'off']))
	const config = resolveNodeConfig({ home: '/nonexistent/test', blockMode: 'instant', ...listeners, ...flags }, {})
	const node = await createNode(
		{ ...config, home: flags.home, ...(genesis === undefined ? {} : { genesis }) },
		{ log: silentLog, ...deps },
	)
	return Object.assign(node, { call: localCall(node.rpc, (text) => new UserError(text)) })
}
