import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CommandContext, Flags } from '../../../../src/cli/CommandContext.ts'
import { connect, homeClient, refuseOtherChain, withNode, withPowers } from '../../../../src/cli/support/connect.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { writeNetworkHome } from '../../../../src/node/home/networkHome.ts'
import { type RunningNode, writeRunningNode } from '../../../../src/node/home/runningNode.ts'
import { connectionOf, gone } from '../../client/connectionOf.ts'
import { providerOf } from '../../client/places/provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-connect-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A command on a home in which this runs, of a network or not. */
function commandOn(name: string, node: Partial<RunningNode> | undefined, ofNetwork = false) {
	const home = join(folder, name)
	mkdirSync(home, { recursive: true })
	if (node !== undefined) writeRunningNode(home, { pid: process.pid, chainId: 'chain-1', ...node })
	if (ofNetwork) writeNetworkHome(home, { address: 'tcp://127.0.0.1:1' })
	const context = (flags: Flags) => ({ flags: { home, ...flags }, io: { env: {} } }) as unknown as CommandContext
	return { home, context }
}

const words = ['It does not.', 'It was started without --admin.', 'Start it with --admin.'] as const

test('what a node does only with --admin is told in its own words where the node does not', async () => {
	expect(await withPowers(words, async () => 'done')).toBe('done')
	const cause = new RpcError(-32_601, 'Method not found', '')
	const [message, why, next] = words
	await expect(withPowers(words, () => Promise.reject(cause))).rejects.toMatchObject({
		...{ name: 'UserError', message, why, next, cause },
	})
})

test.each([new RpcError(-32_603, 'Internal error', ''), new UserError('Another thing.'), 'Method not found'])(
	'another fault of a node with powers stays as it is: %s',
	async (fault) => {
		await expect(withPowers(words, () => Promise.reject(fault))).rejects.toBe(fault)
	},
)

test('a command talks to the node of --node, else to the one that its home announces', async () => {
	const { context } = commandOn('running', { rpc: 'http://127.0.0.1:1' })
	expect((await connect(context({}))).name).toBe('http://127.0.0.1:1')
	expect((await connect(context({ node: '127.0.0.1:2' }))).name).toBe('http://127.0.0.1:2')
	await expect((await connect(context({ node: '127.0.0.1:2' }))).call('health')).rejects.toMatchObject({
		next: 'Check the address given to --node, and that the node runs.',
	})
})

test('the client of a command asks for no powers of its node, and in a home without keys it makes none', async () => {
	const { home, context } = commandOn('client', { rpc: 'http://127.0.0.1:1' })
	const { client, keyring } = await homeClient(context({}))
	expect([client.admin, await keyring.list(), existsSync(homePaths(home).keyring)]).toEqual([undefined, [], false])
})

test('a command that names a chain talks to a node of that chain only', async () => {
	const status = { node_info: { network: 'chain-2' }, sync_info: { latest_block_height: '1' } }
	const { url, asked } = await providerOf({ status })
	const { context } = commandOn('named', undefined)
	const refused = connect(context({ node: url, chainId: 'chain-1' }))
	await expect(refused).rejects.toThrow(`is of the chain chain-2, not of chain-1.`)
	expect((await connect(context({ node: url, chainId: 'chain-2' }))).name).toBe(url)
	expect(asked).toHaveLength(2)
	await connect(context({ node: url }))
	expect(asked).toHaveLength(2)
})

test('a command closes its connection when its work is done or fails', async () => {
	const { context } = commandOn('closed', { rpc: 'http://127.0.0.1:1' })
	const closed: unknown[] = []
	const noting = (work: () => Promise<string>) =>
		withNode(context({}), (connection) => {
			const { close } = connection
			Object.assign(connection, { close: () => closed.push(close()) })
			return work()
		})
	expect([await noting(async () => 'done'), closed.length]).toEqual(['done', 1])
	await expect(noting(() => Promise.reject(gone))).rejects.toBe(gone)
	expect(closed).toHaveLength(2)
})

test.each<readonly [name: string, node: Partial<RunningNode> | undefined, ofNetwork: boolean, told: object]>([
	[
		'empty',
		undefined,
		false,
		{
			message: 'No node runs on HOME.',
			next: 'Start one with `chain-tui start` or open the app with `chain-tui`, or name a node with --node URL.',
		},
	],
	[
		'without-rpc',
		{ rest: 'http://127.0.0.1:1' },
		false,
		{ message: 'The node of this home has its JSON-RPC off.', next: 'Start it with --rpc 127.0.0.1:26657.' },
	],
	[
		'stopped-network',
		undefined,
		true,
		{
			message: 'The node of HOME does not run.',
			why: 'It is the home of a node of a network: its engine answers.',
			next: 'Start it with `chain-tui testnet start` or `chain-tui abci`, or name another node with --node URL.',
		},
	],
	[
		'running-network',
		{},
		true,
		{
			message: "The engine's address is not known here.",
			why: 'It is the home of a node of a network: its engine answers.',
			next: "Start `chain-tui abci` with --engine URL, or give the engine's RPC with --node URL.",
		},
	],
])('a command on the home %s is told why there is no node to talk to', async (name, node, ofNetwork, told) => {
	const { home, context } = commandOn(name, node, ofNetwork)
	const fault = await connect(context({})).then(
		() => new UserError('connected'),
		(error: UserError) => error,
	)
	const { message, why, next } = fault
	expect({ message: message.replace(home, 'HOME'), why, next }).toEqual({ why: '', ...told })
})

test('a node of another chain than the one that is named is refused and left, one that does not tell is not', async () => {
	let closed = 0
	const node = (status: unknown) => ({ ...connectionOf({ status }), close: () => void closed++ })
	const ofChain = (network: string) => node({ node_info: { network } })
	await refuseOtherChain(ofChain('chain-1'), 'chain-1')
	await refuseOtherChain(node(gone), 'chain-1')
	expect(closed).toBe(0)
	await expect(refuseOtherChain(ofChain('chain-2'), 'chain-1')).rejects.toThrow(
		'is of the chain chain-2, not of chain-1.',
	)
	expect(closed).toBe(1)
})
