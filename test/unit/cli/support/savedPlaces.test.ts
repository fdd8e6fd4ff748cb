import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import { withNamedNode } from '../../../../src/cli/support/savedPlaces.ts'
import { placeLines } from '../../../../src/client/index.ts'

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
	expect(await named(flags)).toEqual({ home, output: 'json', ...wanted })
})

test('a saved own chain that does not run is told, with how to start it', async () => {
	await expect(named({ node: 'aside' })).rejects.toThrow('The own chain aside does not run.')
})
