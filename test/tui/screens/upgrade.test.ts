import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli } from '../../flow/cli/testCli.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
const file = (name: string) => join(folder, name)
let node: TestNode
let t: TestApp

beforeAll(async () => {
	const migrated = ['migrate', 'examples/genesis/generation-8.json', '--output-document', file('genesis.json')]
	await cli([...migrated, '--home', file('home')])
	node = await startNode({
		on: ['rest', 'grpc'],
		flags: { genesis: file('genesis.json'), aminoBrand: 'cosmos' },
	})
	await node.engine.mine(1)
	t = await testApp({ columns: 160, rows: 50 })
	t.press('g', 'u')
})

afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

function open(text: string): void {
	t.press('o')
	t.type(text)
	t.press('enter')
}

test('the Upgrade screen opens a node over REST and then over gRPC, with a refused file between', async () => {
	writeFileSync(file('broken.json'), '{"app_state":')
	for (const from of [String(node.addresses.rest), `grpc://${node.addresses.grpc}`]) {
		open(from)
		await t.until(/17\d accounts read: .*PeriodicVestingAccount/)
		await t.until('the supply of ukava equals the sum of all balances')
		await t.until('not read: greetings')
		open(file('broken.json'))
		await t.until('is not JSON')
		expect(t.screen()).not.toContain('accounts read')
		t.press('escape')
	}
})
