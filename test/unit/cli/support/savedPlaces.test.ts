import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import { placeAt, savedPlaces, withNamedNode } from '../../../../src/cli/support/savedPlaces.ts'
import { placeLines } from '../../../../src/client/index.ts'
import { ownChainHome } from '../../../../src/node/home/home.ts'
import { removeRunningNode, writeRunningNode } from '../../../../src/node/home/runningNode.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-places-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const plain = { chainId: 'chain-1', standBy: false, keyed: false } as const
const nodes = placeLines([
	{ ...plain, name: 'bare', url: 'http://bare:26657', speaks: 'rpc' },
	{
		...plain,
		name: 'full',
		url: 'http://full:26657',
		speaks: 'rpc',
		rest: 'http://full:1317',
		evm: 'http://full:8545',
	},
	{ ...plain, name: 'web', url: 'http://web:1317', speaks: 'rest 9' },
	{ ...plain, name: 'evm', url: 'http://evm:8545', speaks: 'evm' },
	{ ...plain, name: 'aside', url: 'own:other-1', speaks: 'rpc' },
])
writeFileSync(join(home, 'preferences.json'), JSON.stringify({ nodes }))

const named = (flags: Readonly<Record<string, unknown>>) =>
	withNamedNode({ home, output: 'json', ...flags }, { env: {} } as unknown as CliIo)

test.each([
	[{ node: 'bare' }, { node: 'http://bare:26657' }],
	[{ node: 'full' }, { node: 'http://full:26657', restUrl: 'http://full:1317', ethUrl: 'http://full:8545' }],
	[{ node: 'web' }, { node: 'http://web:1317', restUrl: 'http://web:1317' }],
	[{ node: 'evm' }, { node: 'http://evm:8545', ethUrl: 'http://evm:8545' }],
	[{ node: 'own' }, {}],
	[{ node: 'unknown' }, { node: 'unknown' }],
	[{ node: 'http://any:1' }, { node: 'http://any:1' }],
	[
		{ node: 'bare', restUrl: 'full', ethUrl: 'evm' },
		{ node: 'http://bare:26657', restUrl: 'http://full:1317', ethUrl: 'http://evm:8545' },
	],
	[
		{ node: 'full', restUrl: 'http://other:1', ethUrl: 'http://other:2' },
		{ node: 'http://full:26657', restUrl: 'http://other:1', ethUrl: 'http://other:2' },
	],
	[{ restUrl: 'web' }, { restUrl: 'http://web:1317' }],
	[{ node: 'own', ethUrl: 'evm' }, { ethUrl: 'http://evm:8545' }],
])('the flags %j name the addresses %j by the places that are saved', async (flags, wanted) => {
	expect(await named(flags)).toStrictEqual({ home, output: 'json', ...wanted })
})

test.each([{}, { node: 'http://bare:26657', restUrl: 'localhost:1317', ethUrl: '/a/socket' }])(
	'the flags %j, which name no place, stay the object they are: nothing is read for them',
	async (flags) => {
		expect(await withNamedNode(flags, { env: {} } as unknown as CliIo)).toBe(flags)
	},
)

test('a saved own chain that does not run is told, with how to start it', async () => {
	await expect(named({ node: 'aside' })).rejects.toMatchObject({
		message: 'The own chain aside does not run.',
		next: `Use it in the app, or start it: chain-tui start --home ${ownChainHome(home, 'other-1')}.`,
	})
})

test('a saved own chain that runs has the addresses that its node tells', async () => {
	const own = ownChainHome(home, 'other-1')
	mkdirSync(own, { recursive: true })
	const node = { pid: process.pid, chainId: 'other-1', rpc: 'http://127.0.0.1:1' }
	writeRunningNode(own, node)
	expect(await named({ node: 'aside' })).toEqual({ home, output: 'json', node: node.rpc })
	writeRunningNode(own, { ...node, rest: 'http://127.0.0.1:2', eth: 'http://127.0.0.1:3' })
	expect(await named({ node: 'aside' })).toEqual({
		...{ home, output: 'json' },
		...{ node: node.rpc, restUrl: 'http://127.0.0.1:2', ethUrl: 'http://127.0.0.1:3' },
	})
	removeRunningNode(own)
})

test('a saved place is found by its address, whatever slashes are behind it', async () => {
	for (const url of ['http://bare:26657', 'http://bare:26657/', 'http://bare:26657//']) {
		expect((await placeAt(home, url))?.name).toBe('bare')
	}
	expect(await placeAt(home, 'http://bare:26658')).toBeUndefined()
})

test('a home without places, or with a list of something else, has none', async () => {
	const other = mkdtempSync(join(tmpdir(), 'chain-tui-places-'))
	expect(await savedPlaces(other)).toEqual([])
	for (const lines of ['bare\thttp://bare:26657', [7, null], { 0: 'x' }]) {
		writeFileSync(join(other, 'preferences.json'), JSON.stringify({ nodes: lines }))
		expect(await savedPlaces(other)).toEqual([])
	}
	writeFileSync(join(other, 'preferences.json'), JSON.stringify({ nodes: [7, 'bare\thttp://bare:26657'] }))
	expect((await savedPlaces(other)).map(({ name, url }) => [name, url])).toEqual([['bare', 'http://bare:26657']])
	rmSync(other, { recursive: true })
})
