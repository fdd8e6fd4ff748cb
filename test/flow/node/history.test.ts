import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { timeToMs } from '../../../src/chain/blockTime.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from '../cli/testCli.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const day = 86_400_000
let home: string
let node: TestNode | undefined

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-history-'))
})
afterEach(async () => {
	await node?.close()
	node = undefined
	rmSync(home, { recursive: true, force: true })
})

async function open(flags: Record<string, string> = {}): Promise<TestNode> {
	await node?.close()
	node = await startNode({ flags: { home, ...flags } })
	return node
}

async function balance(at: TestNode): Promise<string> {
	const data = Buffer.from(`{"address":"${receiver}"}`).toString('hex')
	const { response } = await at.call('abci_query', { path: 'custom/bank/all_balances', data })
	const [coin] = JSON.parse(Buffer.from(response.value ?? '', 'base64').toString()) as { amount: string }[]
	return coin?.amount ?? '0'
}

const blockTimeMs = async (at: TestNode) => timeToMs((await at.engine.header(at.engine.height))!.time)

describe('the clock of a chain', () => {
	test('stays moved after a restart: block time neither stops nor jumps back', async () => {
		let at = await open()
		await at.engine.advanceTime(30 * day)
		await at.engine.mine(2)
		expect((await blockTimeMs(at)) - Date.now()).toBeGreaterThan(30 * day - 60_000)
		at = await open()
		expect(await at.call('admin_status')).toMatchObject({ offsetMs: 30 * day, frozen: false })
		const before = await blockTimeMs(at)
		await expect.poll(() => timeToMs(at.engine.now())).toBeGreaterThan(before)
		await at.engine.mine(1)
		const passed = (await blockTimeMs(at)) - before
		expect(passed).toBeGreaterThan(0)
		expect(passed).toBeLessThan(60_000)
		await at.engine.resetTime()
		expect(await at.call('admin_status')).toMatchObject({ offsetMs: 0, frozen: false })
	})

	test('stays stopped after a restart', async () => {
		let at = await open()
		const instant = Date.parse('2031-01-01T00:00:00Z')
		await at.engine.setTime(instant, { freeze: true })
		await at.engine.mine(1)
		at = await open()
		expect(await at.call('admin_status')).toMatchObject({ frozen: true, time: '2031-01-01T00:00:00Z' })
		await at.engine.mine(1)
		expect(await blockTimeMs(at)).toBe(instant + 1)
	})
})

describe('snapshots', () => {
	test.each(['everything', 'nothing'])(
		'snapshots have names, outlive the process and bring state and clock back (--pruning %s)',
		async (pruning) => {
			let at = await open({ pruning })
			await at.engine.advanceTime(5 * day)
			await at.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '7' } })
			await at.engine.mine(3)
			const { height } = at.engine
			const appHash = toHex(at.engine.appHash)
			expect(await at.call('admin_snapshot', { name: 'before' })).toEqual({ id: 'before' })
			await at.engine.advanceTime(100 * day)
			await at.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '5' } })
			await at.engine.mine(35)
			await at.call('admin_snapshot', { name: 'after' })
			expect(await balance(at)).toBe('12')

			at = await open({ pruning })
			const { snapshots } = await at.call('admin_snapshots')
			expect(snapshots).toMatchObject([
				{ name: 'before', height, offsetMs: 5 * day, frozen: false },
				{ name: 'after', height: at.engine.height, offsetMs: 105 * day },
			])
			for (let round = 0; round < 2; round++) {
				expect(await at.call('admin_revert', { id: 'before' })).toEqual({ height })
				expect(toHex(at.engine.appHash)).toBe(appHash)
				expect(await balance(at)).toBe('7')
				expect(await at.call('admin_status')).toMatchObject({ offsetMs: 5 * day })
				expect((await at.call('admin_snapshots')).snapshots).toHaveLength(1)
				await at.call('admin_faucet', { address: receiver })
				await at.engine.mine(2)
				at = await open({ pruning })
			}
			await at.call('admin_deleteSnapshot', { id: 'before' })
			await expect(at.call('admin_revert', { id: 'before' })).rejects.toThrow('There is no snapshot before')
			await at.close()
			node = undefined
			expect((await cli(['verify', '--home', home])).exit).toBe(0)
		},
	)

	test('snapshots are made, listed, gone back to and deleted by commands, while no node runs', async () => {
		const at = await open()
		await at.engine.mine(4)
		const { height } = at.engine
		await at.close()
		node = undefined
		const run = (...line: string[]) => cli([...line, '--home', home, '-o', 'json'])
		expect(JSON.parse((await run('snapshot', 'create', 'first')).stdout)).toMatchObject({ name: 'first', height })
		expect((await run('snapshot', 'create', 'first')).stderr).toContain('There is already a snapshot first.')
		expect((await run('snapshot', 'create', '../x')).exit).toBe(1)
		expect((await run('rewind', '2', '-y')).exit).toBe(0)
		expect(JSON.parse((await run('snapshot', 'list')).stdout)).toEqual({ snapshots: [] })
		expect((await run('rewind', '4', '-y')).stderr).toContain('cannot be gone back to')
		expect((await run('snapshot', 'create')).exit).toBe(0)
		expect((await run('snapshot', 'restore', '1', '-y')).exit).toBe(0)
		expect((await run('snapshot', 'delete', '1')).exit).toBe(0)
		expect((await run('snapshot', 'delete', '1')).exit).toBe(1)
	})
})

test('any kept height can be gone back to, and the chain goes on from it as it was', async () => {
	const at = await open({ pruning: 'nothing' })
	const truth = new Map<number, { hash: string; balance: string }>()
	const note = async () => truth.set(at.engine.height, { hash: toHex(at.engine.appHash), balance: await balance(at) })
	await note()
	for (let round = 0; round < 12; round++) {
		await at.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '3' } })
		await note()
		await at.engine.mine(1)
		await note()
	}
	for (const height of [24, 23, 15, 8, 2, 1]) {
		expect(await at.engine.rewind(height)).toBe(height)
		expect({ hash: toHex(at.engine.appHash), balance: await balance(at) }).toEqual(truth.get(height))
		await expect(at.call('block', { height: String(height + 1) })).rejects.toThrow('less than or equal')
		const { total_count: found } = await at.call('tx_search', { query: 'tx.height>0' })
		expect(Number(found)).toBe(Math.floor(height / 2))
	}
	await at.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '3' } })
	expect(await balance(at)).toBe('3')
	await at.close()
	node = undefined
	expect((await cli(['verify', '--home', home])).exit).toBe(0)
})
