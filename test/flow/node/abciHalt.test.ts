import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAbciNode } from '../../../src/node/createAbciNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { startNode } from '../../support/startNode.ts'
import { replayBlocks } from '../abciSocket/replayBlocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-halt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An application without listeners of its own, and the lines that it logs. */
async function applicationIn(home: string, flags: object, onHalt = () => {}) {
	const off = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', eth: 'off' }
	const said: string[] = []
	const application = await createAbciNode(
		{ ...resolveNodeConfig({ ...off, home, ...flags }, {}), home },
		{
			address: 'tcp://127.0.0.1:0',
			log: (level, source, message) => said.push(`${level} ${source} ${message}`),
			onFailure: () => {},
			onHalt,
		},
	)
	return { application, said }
}

test('an application that was to halt says so, answers its engine that block, and takes none after it', async () => {
	const node = await startNode({ flags: { blockMode: 'manual' } })
	await node.engine.mine(4)
	let halts = 0
	const { application, said } = await applicationIn(join(folder, 'home'), { haltHeight: '2' }, () => halts++)
	const answered: bigint[] = []
	const [, port = ''] = /:(\d+)$/.exec(application.address) ?? []
	await expect(
		replayBlocks(node, application.address, 1, 4, (retainHeight) => answered.push(retainHeight)),
	).rejects.toThrow()
	expect([application.height, answered, halts]).toEqual([2, [0n, 0n], 1])
	expect(said).toContain('info abci halted after block 2, as asked by --halt-height or --halt-time')
	await expect(once(connect(Number(port), '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
	await application.close()
	await node.close()
})

test('an application that closes while it writes a snapshot ends that first, and leaves no part of it', async () => {
	const node = await startNode({ flags: { blockMode: 'manual' } })
	await node.engine.mine(2)
	const home = join(folder, 'snapshots')
	const { application, said } = await applicationIn(home, { snapshotInterval: '2' })
	await replayBlocks(node, application.address, 1, 2, () => {})
	await application.close()
	const place = join(home, 'snapshots')
	const left = existsSync(place) ? readdirSync(place) : []
	expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([])
	const told = said.filter((line) => line.includes(' snapshots '))
	// It was whole before the end, or there is none.
	expect(told).toEqual(left.map((height) => `info snapshots height ${height} can be given away in 1 chunks`))
	await node.close()
})
