import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { type CliSurroundings, cli } from './testCli.ts'

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

const run = (line: string, around: CliSurroundings = {}) => cli([...line.split(' '), '--home', home], around)
const backQuestion = 'Everything later will be deleted. Type'

describe('snapshots of a running node', () => {
	test('snapshots of a running node are made, gone back to and forgotten through it, where it has --admin', async () => {
		node = await startNode({ on: ['rpc'], flags: { home, admin: 'on', pruning: 'nothing' } })
		await node.engine.mine(3)
		const before = node.engine.height
		expect(JSON.parse((await run('snapshot create before -o json')).stdout)).toMatchObject({
			name: 'before',
			height: before,
		})
		await node.engine.mine(4)
		const no = await run('snapshot restore before', { answers: ['after'] })
		expect(no).toMatchObject({ exit: 1, stderr: `${backQuestion} before to go back: Nothing was changed.\n` })
		expect(node.engine.height).toBe(before + 4)
		expect((await run(`rewind ${before + 2}`, { answers: ['no'] })).exit).toBe(1)
		expect(await run(`rewind ${before + 2}`, { answers: [` ${before + 2} `] })).toMatchObject({
			exit: 0,
			stderr: expect.stringContaining(`The chain is back at height ${before + 2}.\n`),
		})
		expect(node.engine.height).toBe(before + 2)
		const yes = await run('snapshot restore before', { answers: ['before'] })
		expect(yes.stderr).toContain('The chain is as it was at the snapshot before.\n')
		expect(node.engine.height).toBe(before)
		expect((await run('snapshot list')).stdout).toMatch(
			/^snapshots:\n- frozen: false\n {2}height: \d+\n {2}name: before\n/,
		)
		expect(await run('snapshot delete before')).toMatchObject({
			exit: 0,
			stderr: 'The snapshot before is forgotten.\n',
		})
		expect((await run('snapshot list')).stdout).toBe('snapshots: []\n')
		expect((await run('snapshot restore before -y')).stderr).toContain('Error: There is no snapshot before')
		expect((await run('rewind never -y')).stderr).toContain('Error: "never" is not a height.')
		const far = await run('rewind 99999 -y')
		expect([far.exit, far.stderr]).toEqual([
			1,
			expect.stringMatching(
				/^Error: Height 99999 cannot be gone back to\.\nThe blocks of this node are 1 to (\d+)\.\nChoose a height from 1 to \1\.\n$/,
			),
		])
	})

	test('going back names the snapshots that it deletes, before it asks and with --yes', async () => {
		node = await startNode({ on: ['rpc'], flags: { home, admin: 'on', pruning: 'nothing' } })
		await node.engine.mine(3)
		for (const name of ['early', 'late', 'latest']) {
			await run(`snapshot create ${name}`)
			await node.engine.mine(1)
		}
		expect((await run('snapshot restore early', { answers: ['no'] })).stderr).toContain(
			'Everything later and its snapshots (late, latest) will be deleted. Type early to go back: ',
		)
		expect(await run(`rewind ${node.engine.height - 2} -y`)).toMatchObject({
			exit: 0,
			stderr: expect.stringContaining('Gone with the later blocks, snapshots: latest.\n'),
		})
		expect((await run('snapshot restore early -y')).stderr).toContain('Gone with the later blocks, snapshots: late.\n')
	})

	test('snapshots of a running node are refused where it has no --admin, with what to do', async () => {
		node = await startNode({ on: ['rpc'], flags: { home } })
		for (const line of [
			'snapshot list',
			'snapshot create',
			'snapshot restore x -y',
			'snapshot delete x',
			'rewind 1 -y',
		]) {
			expect(await run(line)).toMatchObject({
				exit: 1,
				stdout: '',
				stderr:
					'Error: The running node does not let its history be changed.\nIt was started without --admin.\nStop it first, start it with --admin, or do this on its Node screen in the app.\n',
			})
		}
	})

	test('cannot be asked for through a node whose JSON-RPC is off', async () => {
		node = await startNode({ flags: { home, admin: 'on' } })
		expect((await run('snapshot list')).stderr).toBe(
			'Error: The node of this home has its JSON-RPC off.\nStart it with --rpc 127.0.0.1:26657.\n',
		)
	})
})

test('a stopped chain has its history changed in its home, and is checked as it then is', async () => {
	const json = async (line: string) => JSON.parse((await run(`${line} -o json`)).stdout)
	const checked = { home, faults: [], advice: [], repaired: [], whole: true }
	expect((await run('init')).exit).toBe(0)
	expect(await json('verify')).toEqual({ ...checked, blocks: 'none', versions_of_the_state: 0 })
	node = await startNode({ flags: { home, pruning: 'nothing' } })
	await node.engine.mine(3)
	await node.close()
	node = undefined
	expect(await json('verify')).toMatchObject({ ...checked, blocks: '1 to 4' })
	const first = { name: 'first', height: 4, time: expect.any(String), offsetMs: expect.any(Number), frozen: false }
	expect(await json('snapshot create first')).toEqual(first)
	const { name, ...unnamed } = await json('snapshot create')
	expect(unnamed).toMatchObject({ height: 4, frozen: false })
	expect(await json('snapshot list')).toEqual({ snapshots: [first, { ...unnamed, name }] })
	expect((await run(`snapshot delete ${name}`)).stderr).toBe(`The snapshot ${name} is forgotten.\n`)
	node = await startNode({ flags: { home, pruning: 'nothing' } })
	await node.engine.mine(2)
	await node.close()
	node = undefined
	expect(await json('verify')).toMatchObject({ blocks: '1 to 6' })
	expect((await run('snapshot restore first -y')).stderr).toBe('The chain is as it was at the snapshot first.\n')
	expect(await json('verify')).toMatchObject({ ...checked, blocks: '1 to 4' })
	expect(await run('rewind 2 -y')).toEqual({
		exit: 0,
		stdout: '',
		stderr: 'The chain is back at height 2.\nGone with the later blocks, snapshots: first.\n',
	})
	expect(await json('snapshot list')).toEqual({ snapshots: [] })
	expect(await json('verify')).toMatchObject({ ...checked, blocks: '1 to 2' })
})

test('the state of a running node is exported through it, that of a chain without a block is its genesis', async () => {
	node = await startNode({ on: ['rpc'], flags: { home, admin: 'on' } })
	await node.engine.mine(2)
	expect(JSON.parse((await run('export')).stdout)).toMatchObject({
		initial_height: String(node.engine.height + 1),
		chain_id: 'chain-localnet',
	})
	await node.close()
	node = undefined
	rmSync(home, { recursive: true, force: true })
	await run('init')
	const { stdout } = await run('export')
	expect(JSON.parse(stdout)).toMatchObject({ initial_height: '1', chain_id: 'chain-localnet' })
	expect(stdout.slice(-2)).toBe('}\n')
	// The database is free again.
	expect((await run('export')).stdout).toBe(stdout)
})

test('a check of the home shows its progress where somebody looks, and goes back only to a height', async () => {
	node = await startNode({ flags: { home } })
	await node.engine.mine(5)
	await node.close()
	node = undefined
	const seen = await run('verify', { answers: [] })
	expect(seen.exit).toBe(0)
	const [start, ...shown] = seen.stderr.split('\r')
	expect([start, ...shown.splice(-2)]).toEqual(['', ' '.repeat(37), ''])
	for (const [index, line] of shown.entries()) {
		expect(line).toMatch(/^(?=.{37}$)[a-z]+ +#*\.*$/)
		expect(line).not.toBe(shown[index - 1])
	}
	expect(shown).toContainEqual(expect.stringMatching(/ #{30}$/))
	expect((await run('verify')).stderr).toBe('')
	for (const height of ['0', 'x', '-1']) {
		expect((await run(`verify --to-height ${height}`)).stderr).toContain(`Error: "${height}" is not a height.`)
	}
	expect(await run('verify --to-height 3')).toMatchObject({
		exit: 0,
		stdout: expect.stringContaining('- The chain is back at height 3; 3 newer blocks are gone.\n'),
	})
	expect((await run('verify --to-height whole')).exit).toBe(0)
	expect(await run('reset', { answers: ['other-chain'] })).toMatchObject({
		exit: 1,
		stderr: 'Type the chain id to forget its 3 blocks (chain-localnet): Nothing was changed.\n',
	})
})

test('a running node exports each height that it has, tells why it does not have another one, and without --admin none', async () => {
	node = await startNode({ on: ['rpc'], flags: { home, admin: 'on', pruning: 'nothing' } })
	await node.engine.mine(3)
	const { height } = node.engine
	for (const at of [height - 1, height]) {
		const { initial_height } = JSON.parse((await run(`export --height ${at}`)).stdout) as { initial_height: string }
		expect(initial_height).toBe(String(at + 1))
	}
	const later = await run(`export --height ${height + 1}`)
	expect(later).toMatchObject({ exit: 1, stdout: '' })
	expect(later.stderr).toMatch(new RegExp(`^Error: The state of height ${height + 1} is not kept\\.\\n`))
	expect(later.stderr).not.toMatch(/--admin|fault of its own/)
	await node.close()
	node = await startNode({ on: ['rpc'], flags: { home, pruning: 'nothing' } })
	expect((await run('export')).stderr).toBe(
		'Error: The running node does not give its state away.\nIt was started without --admin.\nStop it first, start it with --admin, or export on its Node screen in the app.\n',
	)
})
