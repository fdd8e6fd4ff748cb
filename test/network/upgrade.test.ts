import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestnet } from '../../src/node/testnet/startTestnet.ts'
import { readTestnet, testnetPaths } from '../../src/node/testnet/Testnet.ts'
import { cli } from '../flow/cli/testCli.ts'
import { engineProgram } from './support/engineProgram.ts'
import { TestNetwork } from './support/TestNetwork.ts'

const { path: engine, missing } = engineProgram()
const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname

describe.runIf(missing === '')('an upgrade of a network, rehearsed', { timeout: 180_000 }, () => {
	let network: TestNetwork
	let exported = ''
	let haltHeight = 0
	const exportOf = async (home: string, height?: number): Promise<string> => {
		const at = height === undefined ? [] : ['--height', String(height)]
		const { exit, stdout, stderr } = await cli(['export', ...at, '--home', home])
		expect([exit, stderr]).toEqual([0, ''])
		return stdout
	}

	beforeAll(async () => {
		// Of several, one that halts first can leave the others without its vote for the last block.
		network = await TestNetwork.create({ engine, validators: 1, blockInterval: '400ms', snapshotInterval: 0 })
		network.startNode(0)
	}, 60_000)
	afterAll(() => network?.close(), 60_000)

	it('halts the application after the block that was asked for, and exports its state', async () => {
		// An engine tells of its first block before the application commits it, and until then no transaction passes its check.
		await network.until(0, 2)
		await network.greet(0, 5)
		await network.until(0, (await network.height(0)) + 2)
		await network.killNode(0)
		// From the state that was left: blocks may have come until the kill.
		haltHeight = Number(JSON.parse(await exportOf(network.path(0, 'app'))).initial_height) + 4
		network.startApp(0, [], ['--halt-height', String(haltHeight)])
		network.startEngine(0)
		expect(await network.part(0, 'app')!.ended).toBe('code 0')
		await network.kill(0, 'engine')
		exported = await exportOf(network.path(0, 'app'))
		const document = JSON.parse(exported)
		expect(document.initial_height).toBe(String(haltHeight + 1))
		const { address } = network.greeters[0]!
		expect(document.app_state.auth.accounts).toContainEqual(expect.objectContaining({ address, sequence: '5' }))
	})

	it('begins a chain with another set of validators and the same state', async () => {
		const folder = join(network.folder, '..', 'upgraded')
		const file = join(network.folder, '..', 'edited.json')
		// What a person edits: the name of the new chain.
		writeFileSync(file, JSON.stringify({ ...JSON.parse(exported), chain_id: 'chain-upgraded' }))
		const line = ['testnet', 'init', '--genesis', file, '--validators', '3', '--block-interval', '400ms']
		const made = await cli([...line, '--output-dir', folder])
		expect([made.exit, made.stderr]).toEqual([0, ''])
		const stop = new AbortController()
		const running = await startTestnet(readTestnet(folder), {
			...{ folder, engine, self: [process.execPath, program], signal: stop.signal, onLine: () => undefined },
		})
		try {
			const { rpc } = running.nodes[2]!
			const { result } = (await (await fetch(`${rpc}/validators?height=${haltHeight + 1}`)).json()) as {
				readonly result: { readonly total: string }
			}
			expect(result.total).toBe('3')
		} finally {
			await running.stop()
		}
		const again = JSON.parse(await exportOf(testnetPaths(folder).app('node2'), haltHeight + 1))
		expect(again.chain_id).toBe('chain-upgraded')
		expect(again.app_state).toEqual(JSON.parse(exported).app_state)
	})

	it('goes on without an upgrade, also after its state was taken back, whose blocks the engine runs again', async () => {
		const home = network.path(0, 'app')
		const { exit, stderr } = await cli(['rewind', String(haltHeight - 4), '--yes', '--engine', engine, '--home', home])
		expect([exit, stderr]).toEqual([0, expect.stringContaining(`The state is back at height ${haltHeight - 4}.`)])
		expect(JSON.parse(await exportOf(home)).initial_height).toBe(String(haltHeight - 3))
		network.startNode(0)
		await network.until(0, haltHeight + 2)
		await expect.poll(() => network.greetings(0).catch(() => 0), { timeout: 60_000 }).toBe(5)
	})
})
