import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cli } from './testCli.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-old-'))
	file = join(folder, 'old.json')
	const recorded = gunzipSync(readFileSync('test/golden/migrate/random.jsonl.gz')).toString().trim().split('\n')
	const { input } = recorded.map((line) => JSON.parse(line)).find(({ name }) => name.startsWith('seed 5,'))
	writeFileSync(file, JSON.stringify({ ...input, chain_id: 'chain-8' }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a node with the genesis and ends it once it is ready. */
async function start(answers?: readonly string[]) {
	const stop = new AbortController()
	const off = ['grpc', 'rest', 'endpoints'].flatMap((name) => [`--${name}`, 'off'])
	const line = ['start', '--home', join(folder, 'home'), '--genesis', file, '--rpc', '127.0.0.1:0', ...off]
	return cli(line, {
		...(answers === undefined ? {} : { answers }),
		stopped: stop.signal,
		onStdout: (text) => {
			if (text.startsWith('ready ')) stop.abort()
		},
	})
}

describe('a start with a genesis of generation 8', () => {
	const target = (): string => join(folder, 'old.generation-9.json')

	test.each([[''], ['y'], [' YES ']])('the answer %j migrates it and starts with what came of it', async (answer) => {
		const { exit, stdout, stderr } = await start([answer])
		expect(stderr).toContain(`The genesis file ${file} is of generation 8.\nThis program runs generation 9.\n`)
		expect(stderr).toContain(`Enter migrates it to ${target()} and starts with that, n leaves: `)
		expect(stderr).toMatch(/chain-8: 40 accounts/)
		expect([exit, stdout.startsWith('ready ')]).toEqual([0, true])
		expect(JSON.parse(readFileSync(target(), 'utf8')).app_state.bank.balances.length).toBeGreaterThan(0)
	})

	test.each([['n'], ['later']])('the answer %j leaves everything as it is and says how to migrate', async (answer) => {
		const { exit, stdout, stderr } = await start([answer])
		expect([exit, stdout]).toEqual([1, ''])
		expect(stderr).toContain(`Migrate it: chain-tui migrate ${file} --output-document ${target()}`)
		expect([existsSync(target()), existsSync(join(folder, 'home', 'data'))]).toEqual([false, false])
	})

	test('nobody is asked where there is no terminal', async () => {
		const { exit, stderr } = await start()
		expect(exit).toBe(1)
		expect(stderr).not.toContain('Enter migrates it')
		expect(existsSync(target())).toBe(false)
	})

	test('a chain whose id carries a number is refused without the state of its EVM, with the way out', async () => {
		writeFileSync(file, readFileSync(file, 'utf8').replace('"chain-8"', '"chain_2222-8"'))
		const { exit, stderr } = await start([''])
		expect(exit).toBe(1)
		expect(stderr).toContain('The genesis has no state of evm and feemarket.\nThe id chain_2222-8 carries a number')
		const checked = await cli(['validate-genesis', target()])
		expect([checked.exit, checked.stderr]).toEqual([1, expect.stringContaining('no state of evm and feemarket')])
		const out = join(folder, 'without.json')
		await cli(['migrate', file, '--chain-id', 'chain-9', '--output-document', out])
		file = out
		expect((await start()).stdout).toContain('ready ')
	})
})
