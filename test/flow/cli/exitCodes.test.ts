import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandGroups } from '../../../src/cli/commandGroups.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { quickKeyring } from './quickKeyring.ts'
import { type CliResult, cli } from './testCli.ts'

// A script knows what a command did by its exit code alone. Every command is run where nobody can be asked.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-exit-'))
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stopped = AbortSignal.abort()
const run = (home: string, args: readonly string[]): Promise<CliResult> =>
	cli(['--home', home, '--keyring-backend', 'file', ...args], { env, stopped })

const commands = commandGroups.flatMap(({ path, commands: specs }) =>
	specs.map((spec) => ({ name: [...path, spec.name].join(' '), path, spec })),
)

/** The words of an example, as a shell splits them. */
function words(example: string): string[] {
	return [...example.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
		([, single, double, plain]) => single ?? double ?? plain ?? '',
	)
}

/** What each does without a node, a chain, keys or files; all others cannot. */
const ableAlone = new Map([
	['completion', 'prints a script'],
	['doctor', 'looks around'],
	['tx decode', 'decodes what it is given'],
	['config', 'prints settings'],
	['init', 'makes a chain'],
	['keys add', 'makes a key'],
	['keys list', 'prints that there is none'],
	['label set', 'writes the label'],
	['label list', 'prints that there is none'],
	['endpoints logout', 'nobody is signed in, as asked'],
	['endpoints config', 'without a file the defaults can be used'],
	['rpc add', 'keeps the place, whether it answers now or not'],
	['rpc list', 'prints the own chain alone'],
	['eth abi list', 'prints that there is none'],
])

/** Those that run until they are stopped, and one whose example makes files in the present folder. */
const serving = ['start', 'abci', 'testnet init', 'logs']

describe('without a node, a chain, keys and files', () => {
	test.each(commands.filter(({ name }) => !serving.includes(name)).map((command) => [command.name, command] as const))(
		'chain-tui %s exits with 0 only if it can do what it was asked',
		async (name, { spec }) => {
			const [example = ''] = spec.examples
			const home = join(folder, name.replaceAll(' ', '-'))
			if (name !== 'init') await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
			const { exit, stderr } = await run(home, words(example))
			if (ableAlone.has(name)) expect([exit, stderr]).toEqual([0, expect.not.stringContaining('Error')])
			else {
				expect(exit).not.toBe(0)
				expect(stderr).not.toContain('a fault of its own')
				expect(stderr.length).toBeGreaterThan(0)
			}
		},
	)
})

describe('where nobody can be asked, a command that asks', () => {
	const home = join(folder, 'home')
	const contract = join(folder, 'contract.json')
	let node: TestNode

	beforeAll(async () => {
		await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
		await run(home, ['keys', 'add', 'alice'])
		await run(home, ['keys', 'add', 'dev', '--algo', 'eth_secp256k1'])
		node = await startNode({ on: ['rpc', 'eth'], flags: { home, chainId: 'chain_2222-1' } })
		writeFileSync(contract, JSON.stringify({ contractName: 'One', abi: [], bytecode: '0x6000' }))
		for (const name of ['alice', 'dev']) {
			const shown = await run(home, ['keys', 'show', name, '-o', 'json'])
			await node.call('admin_faucet', { address: JSON.parse(shown.stdout).address })
		}
		await node.call('admin_snapshot', { name: 'before' })
	})
	afterAll(() => node.close())

	const asking = new Map<string, readonly string[]>([
		['tx greet create-greeting', ['hi', '--from', 'alice']],
		['tx bank send', ['alice', 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q', '1uchain']],
		['eth send', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '--value', '1CHAIN', '--from', 'dev']],
		['eth deploy', [contract, '--from', 'dev']],
		['keys delete', ['alice']],
		['snapshot restore', ['before']],
		['rewind', ['1']],
		['reset', []],
		['node reset', []],
		['node leave', []],
	])

	test('stands in this list', () => {
		const found = commands.filter(({ spec }) => spec.flags?.some(({ flag }) => /--yes/.test(flag)) === true)
		// A greeting is never asked about; it takes the flag all the same.
		expect(found.map(({ name }) => name).sort()).toEqual(['greet', ...asking.keys()].sort())
	})

	test.each([...asking])('chain-tui %s changes nothing and exits with 1', async (name, args) => {
		const before = [node.engine.height, (await node.engine.mempoolSize()).count]
		const { exit, stdout, stderr } = await run(home, [...name.split(' '), ...args])
		expect([exit, stdout]).toEqual([1, ''])
		expect(stderr).not.toBe('')
		expect([node.engine.height, (await node.engine.mempoolSize()).count]).toEqual(before)
		expect((await run(home, ['keys', 'list'])).stdout).toContain('alice')
	})
})
