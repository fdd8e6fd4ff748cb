import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-migrate-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = 'examples/genesis/generation-8.json'
const old = readFileSync(file, 'utf8')
const migrate = (...args: string[]) => cli(['--home', join(folder, 'home'), 'migrate', ...args])

test('migrate writes the new genesis to a file and says what it found', async () => {
	const target = join(folder, 'new.json')
	const { exit, stdout, stderr } = await migrate(file, '--output', target, '--chain-id', 'kava-9')
	expect(stdout).toBe('')
	expect(exit).toBe(0)
	expect(stderr).toContain('kava-9: 173 accounts')
	expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ chain_id: 'kava-9', initial_height: '1' })
})

test('migrate without --output prints the new genesis, from a file and from standard input alike', async () => {
	const printed = await migrate(file)
	const piped = await cli(['--home', join(folder, 'home'), 'migrate', '-'], { stdin: old })
	expect(JSON.parse(printed.stdout)).toHaveProperty(['app_state', 'bank', 'balances', 0, 'address'])
	expect(piped.stdout).toBe(printed.stdout)
})

test('migrate --known-modules leaves out what this program does not run, and names the coins that stay behind', async () => {
	const { stdout, stderr } = await migrate(file, '--known-modules')
	expect(Object.keys(JSON.parse(stdout).app_state)).toEqual(['auth', 'bank'])
	expect(stderr).toContain('Left out: crisis, distribution, genutil, gov, mint, slashing, staking.')
	expect(stderr).toContain('The module account bonded_tokens_pool holds 1150000000ukava')
})

test('migrate --genesis-time and --initial-height change the document and nothing else', async () => {
	const [plain, changed] = await Promise.all([
		migrate(file),
		migrate(file, '--genesis-time', '2026-01-01T02:00:00.50+02:00', '--initial-height', '77'),
	])
	const { genesis_time, initial_height, ...rest } = JSON.parse(changed.stdout)
	expect({ genesis_time, initial_height }).toEqual({ genesis_time: '2026-01-01T00:00:00.5Z', initial_height: '77' })
	expect(JSON.parse(plain.stdout)).toMatchObject(rest)
})

test('migrate refuses a faulty genesis with the place, and leaves no file behind', async () => {
	const faulty = join(folder, 'faulty.json')
	writeFileSync(faulty, old.replace('"sequence":"1"', '"sequence":1'))
	const before = readdirSync(folder)
	const { exit, stdout, stderr } = await migrate(faulty, '--output', join(folder, 'never.json'))
	expect(exit).toBe(1)
	expect(stdout).toBe('')
	expect(stderr).toMatch(/app_state\.auth\.accounts\[\d+\]\.value\.sequence must be a number within quotes: "1"/)
	expect(readdirSync(folder)).toEqual(before)
})

test.each([
	['--genesis-time', 'yesterday', 'yesterday is no time'],
	['--initial-height', '-3', '--initial-height must be a whole number from 1'],
])('migrate refuses %s %s', async (flag, value, said) => {
	const { exit, stderr } = await migrate(file, flag, value)
	expect(exit).not.toBe(0)
	expect(stderr).toContain(said)
})

test('a migration that is stopped leaves neither its new file nor a piece of it', async () => {
	const before = readdirSync(folder)
	const stopped = AbortSignal.abort()
	expect(
		await cli(['migrate', file, '--output', join(folder, 'never.json')], { stopped, onTerminal: true }),
	).toMatchObject({
		...{ exit: 1, stdout: '' },
		stderr: expect.stringMatching(/\r\u001b\[KError: The migration was stopped\.\nNothing was written\.\n$/),
	})
	expect(readdirSync(folder)).toEqual(before)
})

test('migrate -o json tells what it found: on standard output beside a file, else on standard error', async () => {
	const target = join(folder, 'told.json')
	const beside = await migrate(file, '-o', 'json', '--output-document', target)
	const printed = await migrate(file, '-o', 'json')
	expect(printed.stdout).toBe(readFileSync(target, 'utf8'))
	expect([beside.stdout, beside.stderr]).toEqual([printed.stderr, ''])
	const { supply, ...report } = JSON.parse(beside.stdout)
	expect(report).toMatchObject({
		...{ chain_id: 'kava-2', prefix: 'kava', left_out: [] },
		accounts: { PeriodicVestingAccount: 76 },
	})
	const [{ denom, balances }] = supply
	expect([supply.length, denom, balances]).toEqual([1, 'ukava', expect.stringMatching(/^[1-9]\d+$/)])
	/** What is found where the genesis tells this supply. */
	const found = async (amount: string) => {
		const other = join(folder, 'other.json')
		const told = `"supply":{"supply":[{"denom":"ukava","amount":"${amount}"}]}`
		writeFileSync(other, old.replace('"supply":{"supply":[]}', told))
		const [json, words] = [await migrate(other, '-o', 'json'), await migrate(other)]
		return { supply: JSON.parse(json.stderr).supply, words: words.stderr }
	}
	expect(await found('5')).toEqual({
		supply: [{ denom, balances, supply: '5', equal: false }],
		words: expect.stringContaining(`The supply of ukava is 5, but all balances are ${balances}.\n`),
	})
	expect(await found(balances)).toEqual({
		supply: [{ denom, balances, supply: balances, equal: true }],
		words: expect.not.stringContaining('but all balances'),
	})
})
