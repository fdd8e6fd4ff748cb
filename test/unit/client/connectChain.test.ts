import { MessageChannel } from 'node:worker_threads'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ChainClient, NodeStatus } from '../../../src/client/ChainClient.ts'
import { connectEmbedded, connectRemote } from '../../../src/client/connectChain.ts'
import type { PlaceSpeech } from '../../../src/client/places/places.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import type { NodeHandle } from '../../../src/node/spawnNodeWorker.ts'

const url = 'http://127.0.0.1:2'
let keyring: Keyring
beforeAll(async () => {
	keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
})
const options = () => ({ keyring, settings: defaultChainSettings, gasPrices: '1x' })

/** The status of a client whose node does not answer, before the client is closed. */
async function statusOf(client: ChainClient): Promise<NodeStatus> {
	const status = await client.status()
	await client.close()
	return status
}

describe('a client of a node at an address', () => {
	test.each<[PlaceSpeech | undefined, NodeStatus['listeners']]>([
		[undefined, { rpc: url }],
		['rpc', { rpc: url }],
		['rest 9', { rest: url }],
		['rest 8', { legacy8: url }],
		['evm', { eth: url }],
	])('a place that speaks %s has the listener of it at its own address', async (speaks, listeners) => {
		const client = connectRemote(url, { ...options(), ...(speaks === undefined ? {} : { speaks }) })
		expect(client.admin).toBeUndefined()
		const status = await statusOf(client)
		expect(status).toMatchObject({ state: 'unreachable', minimumGasPrices: '1x' })
		expect([status.listeners, status.moved]).toEqual([listeners, {}])
	})

	test('the other listeners of a place are where its user says', async () => {
		const given = { rest: `${url}/1`, legacy8: `${url}/2`, endpoints: `${url}/3`, eth: `${url}/4` }
		const moved = { rpc: { asked: 1, used: 2 } }
		const client = connectRemote(url, { ...options(), ...given, moved, admin: true, chosenBy: '--node' })
		expect(client.admin).toBeDefined()
		const status = await client.status()
		expect([status.listeners, status.moved]).toEqual([{ rpc: url, ...given }, moved])
		await expect(client.about()).rejects.toMatchObject({ next: 'Check --node, and that the node runs.' })
		await client.close()
	})
})

describe('a client of the node inside the app', () => {
	/** A node that ended like this, or runs. */
	function embedded(ended: NodeHandle['ended'], addresses: object = {}) {
		const { port1, port2 } = new MessageChannel()
		onTestFinished(() => port2.close())
		let closed = 0
		const node: NodeHandle = {
			port: port1,
			addresses: { pid: 1, chainId: 'c', rpc: url, ...addresses } as NodeHandle['addresses'],
			height: 1,
			onLog: () => () => {},
			ended,
			close: async () => void closed++,
		}
		return { client: connectEmbedded(node, options()), closed: () => closed }
	}

	test.each<[string, Error, string]>([
		['a fault', new TypeError('x is undefined'), 'x is undefined'],
		['a reason for the user', new UserError('No more blocks.', { why: 'The disk is full.' }), 'The disk is full.'],
		['a sentence for the user', new UserError('No more blocks.'), 'No more blocks.'],
	])('a node that ended by %s tells why', async (_name, error, why) => {
		const { client, closed } = embedded(Promise.resolve(error))
		expect(await client.ended).toMatchObject({
			message: 'The node inside the app stopped by a fault of its own.',
			why,
			next: 'Start it again: its chain is whole up to the last block. The Logs screen has what it said.',
			cause: error,
		})
		await client.close()
		expect(closed()).toBe(1)
	})

	test('a node that was closed has no fault, and tells where it listens', async () => {
		const moved = { rpc: { asked: 1, used: 2 } }
		const { client } = embedded(Promise.resolve(undefined), { moved })
		const soon = new Promise((resolve) => setImmediate(resolve, 'no fault'))
		expect(await Promise.race([client.ended, soon])).toBe('no fault')
		expect(client.admin).toBeDefined()
		const [status, other] = await Promise.all(
			[client, embedded(Promise.resolve(undefined)).client].map(async (of) => {
				const asked = of.status()
				await of.close()
				return asked
			}),
		)
		expect(status).toMatchObject({ kind: 'embedded', listeners: { rpc: url }, moved })
		expect([Object.keys(status!.listeners), other!.moved]).toEqual([['rpc'], {}])
	})
})
