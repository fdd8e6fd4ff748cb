import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
let node: TestNode
let t: TestApp

beforeAll(async () => {
	node = await startNode({ on: ['rest', 'grpc'] })
	await node.engine.mine(1)
	t = await testApp({ columns: 160, rows: 50 })
})

afterAll(async () => {
	await t.stop()
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

async function open(text: string): Promise<void> {
	t.press('o')
	await t.until('file or URL')
	t.type(text)
	t.press('enter')
}

test('the Upgrade screen opens a node over REST and then over gRPC, with a refused file after each', async () => {
	const broken = join(folder, 'broken.json')
	writeFileSync(broken, '{"app_state":')
	t.press('g', 'u')
	await t.until('o opens a genesis')
	for (const from of [String(node.addresses.rest), `grpc://${node.addresses.grpc}`]) {
		await open(from)
		// The filter of the genesis before is gone.
		await t.until(/\d accounts? read(?!.*Nothing matches)/s)
		await t.until('the supply of uchain equals the sum of all balances')
		await t.until('not read: greetings')
		t.press('/')
		t.type('nobody')
		t.press('enter')
		await t.until('Nothing matches')
		await open(broken)
		await t.until('is not JSON')
		expect(t.screen()).not.toContain('not read: greetings')
		t.press('esc')
	}
})
