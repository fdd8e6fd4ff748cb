import { afterEach, expect, it } from 'vitest'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { engineIdentity, nodeIdentity } from '../../../src/node/nodeIdentity.ts'
import { programVersion } from '../../../src/node/version.ts'
import { answeringEngine } from '../../flow/engineRpc/answeringEngine.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0)) await close()
})

async function clientOf(result: object | null): Promise<EngineClient> {
	const engine = await answeringEngine({ result })
	closing.push(engine.close)
	return new EngineClient(engine.url)
}

const node_info = {
	...{ id: 'ab', moniker: 'm', listen_addr: 'tcp://0.0.0.0:26656', version: '0.34.34', channels: '40202122' },
	...{ protocol_version: { p2p: '8', block: '11', app: '3' }, other: { rpc_address: 'tcp://127.0.0.1:26657' } },
}

it('the identity of an engine is that of its status, and channels that are no hex are none', async () => {
	expect(await engineIdentity(await clientOf({ node_info }))).toMatchObject({
		...{ nodeId: 'ab', moniker: 'm', listenAddress: 'tcp://0.0.0.0:26656', rpcAddress: 'tcp://127.0.0.1:26657' },
		...{ engineVersion: '0.34.34', channels: Uint8Array.of(0x40, 0x20, 0x21, 0x22) },
		protocol: { p2p: 8n, block: 11n, app: 3n },
	})
	const damaged = await engineIdentity(await clientOf({ node_info: { ...node_info, channels: 'zz' } }))
	expect(damaged.channels).toEqual(new Uint8Array(0))
})

it('what answers without naming a node is no engine', async () => {
	for (const result of [null, {}]) {
		const client = await clientOf(result)
		await expect(engineIdentity(client)).rejects.toThrow(`What answers at ${client.url} is no engine.`)
	}
})

it('the identity of a node of this program is that of an engine of the 0.34 line with its application', () => {
	expect(nodeIdentity({ nodeId: 'ab', moniker: 'm', rpcAddress: '127.0.0.1:26657' })).toEqual({
		...{ nodeId: 'ab', moniker: 'm', listenAddress: 'tcp://127.0.0.1:26656', rpcAddress: 'tcp://127.0.0.1:26657' },
		...{ engineVersion: '0.34.15', protocol: { p2p: 8n, block: 11n, app: 0n } },
		channels: Uint8Array.of(0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00),
		application: {
			...{ name: 'chain-tui', appName: 'chain-tui', version: programVersion, gitCommit: '', buildTags: '' },
			...{ goVersion: `node ${process.version}`, buildDeps: [], cosmosSdkVersion: 'v0.44.5' },
		},
	})
})
