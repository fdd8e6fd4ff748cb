import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'
import { type CliResult, cli } from './testCli.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-watch-'))
const receiver = 'chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5'
let node: TestNode
beforeAll(async () => {
	node = await startNode({ on: ['rpc'], flags: { chainId: 'watched-1' } })
	await node.engine.mine(3)
})
afterAll(async () => {
	await node.close()
	rmSync(home, { recursive: true, force: true })
})

/** A command that watches: what it has said so far, and its end. */
function watching(line: string, onTerminal = false) {
	const stop = new AbortController()
	const seen = { said: '' }
	const ended = cli([...line.split(' '), '--home', home, '--node', node.addresses.rpc!], {
		...{ stopped: stop.signal, onTerminal, env: { NO_COLOR: '1' } },
		onStdout: (text) => {
			seen.said += text
		},
	})
	return {
		seen,
		end: async (): Promise<CliResult> => {
			stop.abort()
			return ended
		},
	}
}

const values = (text: string) =>
	text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { readonly type: string; readonly height: number })

describe('what happens on the chain, as it happens', () => {
	test('watch on a terminal begins with where it is, has empty blocks in one line, and ends below it', async () => {
		const { height } = node.engine
		const { seen, end } = watching('watch --last 0', true)
		await until(() => seen.said.includes('Ctrl-C ends\n'))
		// Until the feed tells of them, blocks are made.
		await until(async () => {
			await node.engine.mine()
			return /[23] empty blocks/.test(seen.said)
		})
		await node.call('admin_faucet', { address: receiver })
		await until(() => seen.said.includes(`to ${receiver}`))
		await node.engine.mine()
		await until(() => seen.said.endsWith('  empty'))
		const { exit, stdout } = await end()
		expect(exit).toBe(0)
		const clock = '\\d\\d:\\d\\d:\\d\\d'
		expect(stdout).toMatch(new RegExp(`^watching watched-1 at block ${height}; Ctrl-C ends\\n`))
		expect(stdout).toMatch(
			new RegExp(`\\r\\u001b\\[K +\\d+  ${clock}  empty\\r\\u001b\\[K +\\d+  ${clock}  2 empty blocks`),
		)
		expect(stdout).toMatch(
			new RegExp(
				`\\r\\u001b\\[K +\\d+  ${clock}  1 transaction, [\\d,]+ gas\\n {11}✓ send {6}faucet {7}1,000 CHAIN to ${receiver}\\n\\r\\u001b\\[K +\\d+  ${clock}  empty\\n$`,
			),
		)
	})

	test('piped, watch has no empty blocks, and begins with the transactions that were there', async () => {
		await node.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '1' } })
		await node.call('admin_faucet', { address: receiver, amount: { denom: 'uchain', amount: '2' } })
		const before = node.engine.height
		await node.engine.mine()
		const { seen, end } = watching('watch --last 2')
		await until(() => seen.said.split('\n').length > 2)
		await node.engine.mine()
		const { height } = await node.call('admin_faucet', { address: receiver }).then(() => node.engine)
		await until(() => seen.said.includes(`"height":${height}`) && seen.said.split('\n').length > 4)
		expect(values((await end()).stdout).map(({ type, height }) => [type, height])).toEqual([
			['transaction', before - 1],
			['transaction', before],
			['block', height],
			['transaction', height],
		])
	})

	test('watch blocks has every block and no transactions, the newest of the past first', async () => {
		const { height } = node.engine
		const { seen, end } = watching('watch block --last 3')
		await until(() => seen.said.split('\n').length > 3)
		await node.engine.mine(2)
		await until(() => seen.said.includes(`"height":${height + 2},`))
		expect(values((await end()).stdout).map(({ type, height: at }) => [type, at - height])).toEqual([
			['block', -2],
			['block', -1],
			['block', 0],
			['block', 1],
			['block', 2],
		])
	})

	test('watch transactions has no blocks and misses none, and --output json is piped output on a terminal', async () => {
		await node.call('admin_faucet', { address: receiver })
		const { seen, end } = watching('watch transactions --last 1 -o json', true)
		await until(() => seen.said.split('\n').length > 1)
		const { height } = node.engine
		// The first blocks may come before the feed is open.
		for (let sent = 0; sent < 3; sent++) await node.call('admin_faucet', { address: receiver })
		await until(() => seen.said.split('\n').length > 4)
		expect(values((await end()).stdout).map(({ type, height: at }) => [type, at - height])).toEqual([
			['transaction', 0],
			['transaction', 1],
			['transaction', 2],
			['transaction', 3],
		])
	})

	test('watch begins with at most a hundred of what was there', async () => {
		await node.engine.mine(101)
		const { height } = node.engine
		const { seen, end } = watching('watch blocks --last 1000')
		await until(() => seen.said.includes(`"height":${height},`))
		const heights = values((await end()).stdout).map(({ height }) => height)
		expect(heights.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, at) => height - 99 + at))
	})

	test('watch of something else is refused with what there is', async () => {
		expect(await cli(['watch', 'coins', '--home', home, '--node', node.addresses.rpc!])).toEqual({
			...{ exit: 1, stdout: '' },
			stderr: 'Error: There is nothing called coins to watch.\nName one of: all, blocks, transactions, greetings.\n',
		})
	})
})
