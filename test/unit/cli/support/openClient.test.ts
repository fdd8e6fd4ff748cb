import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Flags } from '../../../../src/cli/CommandContext.ts'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import { openClient, ownChain } from '../../../../src/cli/support/openClient.ts'
import { placeLines } from '../../../../src/client/index.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'
import { ownChainHome } from '../../../../src/node/home/home.ts'
import { writeRunningNode } from '../../../../src/node/home/runningNode.ts'
import { quickKeyring } from '../../../flow/cli/quickKeyring.ts'
import { providerOf } from '../../client/places/provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** No node of its own can be started here. */
const worker = new URL('file:///nonexistent/worker.js')

async function open(flags: Flags, options: Parameters<typeof openClient>[3] = {}, env: CliIo['env'] = {}) {
	const client = await openClient(
		{ home: join(folder, 'none'), keyringBackend: 'memory', ...flags },
		{ env } as unknown as CliIo,
		worker,
		options,
	)
	onTestFinished(() => client.close())
	return client
}

/** What a node tells of a chain. */
const kava = {
	admin_status: { settings: { prefix: 'kava', denom: 'ukava', coinType: 459, aminoBrand: 'cosmos' } },
	status: {
		node_info: { network: 'kava-9' },
		sync_info: { latest_block_height: '7', catching_up: false },
		validator_info: {},
	},
	health: {},
}

test.each([
	['what its node tells, where nothing is named', {}, ['kava', '0.01ukava']],
	['the named prefix and the program, where that alone is named', { prefix: 'other' }, ['other', '0.5uchain']],
	['the program, where the denomination alone is named', { denom: 'uchain' }, ['chain', '0.5uchain']],
])('the client of a named node has the prefix and gas price of %s', async (_what, names, wanted) => {
	const { url } = await providerOf(kava)
	const client = await open({ node: url, minimumGasPrices: '0.5uchain', ...names })
	const { minimumGasPrices } = await client.status()
	expect([(await client.keys.create('alice')).key.address.split('1')[0], minimumGasPrices]).toEqual(wanted)
})

test('the client of a saved place has its REST and EVM, unless others are named, and sends its key', async () => {
	const { url, asked } = await providerOf(kava)
	const home = join(folder, 'places')
	await quickKeyring(home, 'long enough')
	const keyring = await openKeyring({
		folder: join(home, 'keyring'),
		backend: 'file',
		settings: defaultChainSettings,
	})
	await keyring.unlock('long enough')
	await keyring.setApiKey(url, 'open-sesame')
	const place = { name: 'mine', url, chainId: 'kava-9', standBy: false, keyed: true, speaks: 'rpc' } as const
	const beside = { rest: 'http://127.0.0.1:1', evm: 'http://127.0.0.1:2' }
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ nodes: placeLines([{ ...place, ...beside }]) }))
	const listeners = async (flags: Flags) => {
		const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
		return (await (await open({ home, node: url, keyringBackend: 'file', ...flags }, {}, env)).status()).listeners
	}
	expect(await listeners({})).toEqual({ rpc: url, rest: beside.rest, eth: beside.evm })
	expect(await listeners({ restUrl: 'http://127.0.0.1:3' })).toEqual({
		...{ rpc: url, rest: 'http://127.0.0.1:3', eth: beside.evm },
	})
	expect(await listeners({ ethUrl: 'http://127.0.0.1:4' })).toEqual({
		...{ rpc: url, rest: beside.rest, eth: 'http://127.0.0.1:4' },
	})
	expect(asked.filter(({ headers }) => headers['x-api-key'] !== 'open-sesame')).toEqual([])
	expect(asked.length).toBeGreaterThan(3)
})

test('the client of a named node is refused where that is of another chain than the named one', async () => {
	const { url } = await providerOf(kava)
	await expect(open({ node: url, chainId: 'kava-8' })).rejects.toThrow('is of the chain kava-9, not of kava-8.')
	expect(await (await open({ node: url, chainId: 'kava-9' })).status()).toMatchObject({ chainId: 'kava-9' })
})

test('the client of another own chain is that of its running node, whatever node and chain are named', async () => {
	const { url } = await providerOf(kava)
	const home = join(folder, 'own')
	const own = ownChainHome(home, 'kava-9')
	mkdirSync(own, { recursive: true })
	writeRunningNode(own, { pid: process.pid, chainId: 'kava-9', rpc: url, rest: 'http://127.0.0.1:1' })
	const flags = { home, node: 'http://127.0.0.1:9', chainId: 'chain-1' }
	const { status } = await open(flags, { chain: 'kava-9' })
	expect(await status()).toMatchObject({ chainId: 'kava-9', listeners: { rpc: url, rest: 'http://127.0.0.1:1' } })
	// The home's own node is of the chain that is named.
	writeRunningNode(home, { pid: process.pid, chainId: 'kava-9', rpc: url })
	await expect(open({ home, chainId: 'chain-1' })).rejects.toThrow('is of the chain kava-9, not of chain-1.')
	expect((await (await open({ home })).status()).listeners).toEqual({ rpc: url })
})

test('another own chain takes over what the program was given, but for what belongs to its first chain alone', () => {
	const home = join(folder, 'settings')
	const env = {
		CHAIN_TUI_BLOCK_MODE: 'manual',
		CHAIN_TUI_RPC: '127.0.0.1:36657',
		CHAIN_TUI_ETH: 'off',
		CHAIN_TUI_DATABASE: 'postgres://db/first',
		PATH: '/bin',
	}
	const flags = { home, chainId: 'chain-1', prefix: 'mine', coinType: '60', admin: true, output: 'json' }
	const listeners = ['rpc', 'grpc', 'rest', 'legacy8', 'endpoints', 'eth', 'metrics']
	const off = Object.fromEntries(listeners.map((name) => [name, 'off']))
	const chain = ownChain({ ...flags, ...off }, { env } as unknown as CliIo, 'chain_2222-1')
	const own = ownChainHome(home, 'chain_2222-1')
	expect(chain).toEqual({
		home: own,
		flags: {
			...{ home: own, chainId: 'chain_2222-1', prefix: 'mine', denom: 'uchain', coinType: '60' },
			...{ aminoBrand: 'chain', admin: 'on' },
		},
		env: { CHAIN_TUI_BLOCK_MODE: 'manual', PATH: '/bin' },
	})
	// The environment of the program stays as it is.
	expect(env.CHAIN_TUI_RPC).toBe('127.0.0.1:36657')
})
