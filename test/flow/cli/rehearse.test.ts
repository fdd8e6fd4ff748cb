import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { cli } from './testCli.ts'

// The genesis of a real network: 173 accounts, 76 with vesting periods, six of modules.
const network = 'examples/genesis/generation-8.json'
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rehearse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const run = (...args: readonly string[]) => cli(['--home', join(folder, 'home'), 'rehearse', ...args])

interface Report {
	readonly passed: boolean
	readonly checks: readonly { readonly kind: string; readonly text: string }[]
	readonly posts: readonly { readonly kind: string; readonly generation: number; readonly code: number }[]
	readonly silent: readonly unknown[]
	readonly reads: {
		readonly clients: readonly string[]
		readonly accounts: readonly unknown[]
		readonly totals: object
	}
}

describe('rehearsing the upgrade of a real network', () => {
	test('a rehearsal reads all accounts as each client does, posts as three of them, and says that reads break', async () => {
		const output = join(folder, 'report.md')
		const { exit, stderr } = await run(network, '--clients', 'kava-sdk-4.0.0,launchpad-0.27', '--output', output)
		expect(stderr).toMatch(/173 accounts: \d+ reads, \d+ work, \d+ change, \d+ break; 3 of 3 legacy transactions taken/)
		expect(exit).toBe(1)
		const report = readFileSync(output, 'utf8')
		expect(report).toContain('# Rehearsal of the upgrade of kava-2')
		expect(report).toMatch(/- ✓ 173 accounts read: .*76 PeriodicVestingAccount/)
		expect(report).toContain('bonded_tokens_pool holds 1150000000ukava')
		expect(report).toMatch(/- ✓ generation 9, as \w+ kava1\w+: in a block/)
		expect(report).toMatch(/- ✓ generation 8, as \w+ kava1\w+: in a block/)
		expect(report).toMatch(/\| account \| kind \| kava-sdk-4\.0\.0 \| launchpad-0\.27\.1 \|/)
		expect(report.match(/^\| kava1/gm)).toHaveLength(173)
		expect(readdirSync(folder).filter((name) => name !== 'report.md')).toEqual([])
	})

	test('a rehearsal as JSON has the same findings, and posts as accounts of three kinds', async () => {
		const { stdout } = await run(network, '--clients', 'kava-sdk-4.0.0', '--output', 'json')
		const report = JSON.parse(stdout) as Report
		expect(report).toMatchObject({ passed: false, silent: [] })
		expect(new Set(report.posts.map(({ kind }) => kind))).toEqual(
			new Set(['Account', 'ModuleAccount', 'PeriodicVestingAccount']),
		)
		expect(report.posts.map(({ code }) => code)).toEqual([0, 0, 0])
		expect(report.reads.accounts).toHaveLength(173)
	})

	test('a rehearsal passes with exit code 0 where no read of the client breaks', async () => {
		const paths = join(folder, 'paths.json')
		writeFileSync(paths, '[".height"]')
		const { exit, stdout } = await run(network, '--clients', paths)
		expect(stdout).toContain('**Passed.**')
		expect(exit).toBe(0)
	})

	test('a rehearsal writes the form that the end of its file names, and one that is stopped writes none', async () => {
		const recorded = gunzipSync(readFileSync('test/golden/migrate/random.jsonl.gz')).toString().trim().split('\n')
		const { input } = recorded.map((line) => JSON.parse(line)).find(({ name }) => name.startsWith('seed 5,'))
		const [small, paths] = [join(folder, 'small.json'), join(folder, 'height.json')]
		writeFileSync(small, JSON.stringify({ ...input, chain_id: 'chain-8' }))
		writeFileSync(paths, '[".height"]')
		const rehearse = async (name: string, ...flags: readonly string[]) => {
			const target = join(folder, name)
			const result = await run(small, '--clients', paths, '--output-document', target, ...flags)
			return { ...result, text: readFileSync(target, 'utf8') }
		}
		const json = await rehearse('small-report.json')
		expect(JSON.parse(json.text).reads.accounts).toHaveLength(40)
		expect(json.stderr).toContain('40 accounts: ')
		const csv = await rehearse('small-report.csv', '-o', 'json')
		expect(csv.text.split('\r\n')).toHaveLength(42)
		expect(csv.text).toMatch(/^address,name,kind,/)
		expect((await rehearse('small-report')).text).toMatch(/^# Rehearsal of the upgrade of chain-8\n/)
		const before = readdirSync(folder)
		const stopped = await cli(['rehearse', small, '--output-document', join(folder, 'never.md')], {
			...{ stopped: AbortSignal.abort(), onTerminal: true },
		})
		expect([stopped.exit, stopped.stdout]).toEqual([1, ''])
		expect(stopped.stderr).toMatch(/Error: The rehearsal was stopped\.\nNo report was written\.\n$/)
		expect(readdirSync(folder)).toEqual(before)
	})

	test('a rehearsal of a genesis with faults names them, and starts nothing', async () => {
		const damaged = join(folder, 'damaged.json')
		writeFileSync(damaged, readFileSync(network, 'utf8').replace(/"sequence": ?"\d+"/, '"sequence": "x"'))
		const { exit, stderr } = await run(damaged)
		expect(exit).toBe(1)
		expect(stderr).toMatch(/app_state\.auth\.accounts\[\d+\]\.value\.sequence must be a whole number/)
	})

	test('a rehearsal of a genesis of generation 9 says what to do with it', async () => {
		const { exit, stderr } = await run('test/golden/localnet-genesis.json')
		expect(exit).toBe(1)
		expect(stderr).toContain('is of generation 9 already')
	})
})
