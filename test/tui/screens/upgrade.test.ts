import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../../flow/cli/testCli.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
const genesis = join(folder, 'genesis.json')
let node: TestNode
let t: TestApp

beforeAll(async () => {
	await cli(['migrate', 'examples/genesis/generation-8.json', '--output', genesis, '--home', join(folder, 'home')])
	node = await startNode({ on: ['rest', 'legacy8', 'grpc'], flags: { genesis, aminoBrand: 'cosmos' } })
	await node.engine.mine(1)
	t = await testApp({ keys: ['alice'], columns: 160, rows: 50 })
})

afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

async function opened(text: string): Promise<void> {
	t.press('g', 'u', 'o')
	t.type(text)
	t.press('enter')
}

describe('the Upgrade screen', () => {
	test('reads the accounts of a running node of generation 9, says what it could not read, and starts a chain of them', async () => {
		for (const from of [String(node.addresses.rest), `grpc://${node.addresses.grpc}`]) {
			await opened(from)
			await t.until(/17\d accounts read: .*PeriodicVestingAccount/)
			await t.until('the supply of ukava equals the sum of all balances')
			await t.until('not read: greetings')
		}
		t.press('s')
		await t.until('runs in memory')
		t.press('s')
		await t.until(() => !t.screen().includes('runs in memory'))
	})

	test('reads named accounts of a node of generation 8 and migrates them', async () => {
		const list = join(folder, 'addresses.txt')
		const { app_state: state } = JSON.parse(readFileSync(genesis, 'utf8')) as {
			app_state: { bank: { balances: { address: string }[] } }
		}
		writeFileSync(
			list,
			state.bank.balances
				.slice(0, 9)
				.map(({ address }) => address)
				.join('\n'),
		)
		await opened(`${node.addresses.legacy8} ${list}`)
		await t.until(/9 accounts read/)
		await t.until('auth, bank converted')
	})

	test('opens a genesis of generation 9 with its accounts', async () => {
		await opened(genesis)
		await t.until('173 accounts read')
		await t.until('nothing to migrate')
		expect(t.screen()).toContain('same')
	})
})
