import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportNetworkHome, rewindNetworkHome } from '../../../../src/node/home/networkState.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'

let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-state-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('a state of a network is neither exported nor gone back to while the genesis of its chain is not known', async () => {
	const config = { ...resolveNodeConfig({ home }, {}), home }
	const refusal = {
		message: `The genesis of the chain in ${home} is not known.`,
		why: 'This home holds the state of an application alone; its engine has the genesis.',
		next: "Give it with --genesis FILE: the engine's config/genesis.json.",
	}
	for (const known of [{}, { engineHome: join(home, 'engine') }]) {
		await expect(exportNetworkHome(config, known, undefined)).rejects.toMatchObject(refusal)
		await expect(rewindNetworkHome(config, known, 1, '/nowhere')).rejects.toMatchObject(refusal)
	}
})
