import { createRpcHandler, type RpcHandlerOptions } from '../../../src/api/rpc/RpcHandler.ts'
import { type RpcServerOptions, startRpcServer } from '../../../src/api/rpc/startRpcServer.ts'
import type { NodeIdentity } from '../../../src/api/services/NodeIdentity.ts'
import type { Engine } from '../../../src/engine/Engine.ts'
import { sourceOf } from '../../../src/engine/sourceOf.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'

/** How the test node introduces itself. */
export const identity: NodeIdentity = {
	nodeId: '7e3b71406d333166a5b75fb3f03cb66c013988fc',
	listenAddress: 'tcp://127.0.0.1:26656',
	rpcAddress: 'tcp://127.0.0.1:26657',
	engineVersion: '0.34.15',
	moniker: 'test',
	channels: Uint8Array.of(0x40),
	protocol: { p2p: 8n, block: 11n, app: 0n },
	application: {
		name: 'kv',
		appName: 'kv',
		version: '1',
		gitCommit: '',
		buildTags: '',
		goVersion: '',
		buildDeps: [],
		cosmosSdkVersion: '',
	},
}

/** The JSON-RPC server of an engine on a free port of the loopback. */
export async function rpcServer(
	engine: Engine,
	options: Partial<RpcHandlerOptions> = {},
	listeners: Partial<RpcServerOptions> = {},
): Promise<RunningServer & { readonly url: string }> {
	const server = await startRpcServer({
		handler: createRpcHandler(sourceOf(engine), { identity, ...options }),
		host: '127.0.0.1',
		port: 0,
		...listeners,
	})
	return { ...server, url: `http://127.0.0.1:${server.port}` }
}
