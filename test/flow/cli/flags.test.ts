import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandGroups } from '../../../src/cli/commandGroups.ts'
import { settingsOf } from '../../../src/cli/defineCommand.ts'
import { settings } from '../../../src/node/settings.ts'
import { cli } from './testCli.ts'

// A flag that is taken and does nothing misleads whoever gives it.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const commands = commandGroups.flatMap(({ path, commands: specs }) =>
	specs.map((spec) => ({ words: [...path, spec.name], spec })),
)

/** Flags of a command's own with the name of a setting. */
const ownNames = (flags: readonly { readonly flag: string }[] = []) =>
	flags.map(({ flag }) => flag.split(', ').at(-1)!.split(' ')[0])

describe('a setting of a node that a command does not use', () => {
	test.each(commands.map(({ words, spec }) => [words.join(' '), words, spec] as const))(
		'a setting of a node that a command does not use is refused as a flag of chain-tui %s',
		async (_name, words, spec) => {
			const own = ownNames(spec.flags)
			const idle = settings.filter(({ name, flag }) => {
				const long = flag.split(' ')[0]!
				return !settingsOf(spec).includes(name) && !own.includes(long)
			})
			// `start` takes every setting: `start` of a network is another command.
			expect(idle.length > 5, `${idle.length} settings that do nothing`).toBe(words.join(' ') !== 'start')
			const args = Array.from({ length: spec.count?.min ?? 0 }, () => 'x')
			for (const { flag } of idle) {
				const [long = '', value] = flag.split(' ')
				const line = ['--home', folder, ...words, ...args, long, ...(value === undefined ? [] : ['x'])]
				const { exit, stderr } = await cli(line)
				expect([long, exit, stderr]).toEqual([
					long,
					1,
					expect.stringContaining(`${long} does nothing for ${spec.name}`),
				])
			}
		},
	)

	test('a setting of a node that a command does not use is no flag of abci or testnet init that was taken and lost', () => {
		const taken = (name: string) => settingsOf(commands.find(({ words }) => words.join(' ') === name)!.spec)
		expect(taken('abci')).not.toEqual(expect.arrayContaining(['keepBlocks']))
		expect(taken('abci')).toEqual(expect.arrayContaining(['threads', 'pruning', 'minimumGasPrices']))
		expect(taken('testnet init')).toEqual(expect.arrayContaining(['pruning', 'minimumGasPrices']))
		expect(taken('testnet start')).not.toContain('pruning')
	})
})

describe('a flag of the whole program that a command does not look at', () => {
	const idle = (...args: string[]) => cli(['--home', folder, ...args])

	test('a flag of the whole program that a command does not look at is named once the command has ended', async () => {
		const { exit, stderr } = await idle(
			'completion',
			'bash',
			'--node',
			'http://127.0.0.1:1',
			'--accessible',
			'--denom',
			'x',
		)
		expect([exit, stderr]).toEqual([
			0,
			['--node', '--accessible', '--denom']
				.map((flag) => `${flag} did nothing for completion: leave it out.\n`)
				.join(''),
		])
		expect((await idle('completion', 'bash')).stderr).toBe('')
	})

	test('a flag of the whole program that a command uses, or has under the same name, is not named', async () => {
		const keys = ['--keyring-backend', 'test', '--keyring-dir', join(folder, 'keys')]
		expect((await idle('keys', 'list', ...keys)).stderr).not.toContain('did nothing')
		const node = ['--node', 'http://127.0.0.1:1']
		expect((await idle('status', ...node)).stderr).not.toContain('did nothing')
	})
})
