import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-validate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { document } = greeterGenesis(resolveNodeConfig({ home: folder }, {}), 1, '2026-01-01T00:00:00Z')
const good = JSON.stringify(document)
const check = (text: string, ...flags: string[]) =>
	cli(['--home', join(folder, 'home'), 'validate-genesis', '-', ...flags], { stdin: text })

/** The document with a part of its app_state replaced. */
function withState(module: string, state: object): string {
	const parsed = JSON.parse(good) as { readonly app_state: Readonly<Record<string, object>> }
	return JSON.stringify({
		...parsed,
		app_state: { ...parsed.app_state, [module]: { ...parsed.app_state[module], ...state } },
	})
}

test('a genesis that a chain can begin with is valid', async () => {
	const { exit, stdout } = await check(good, '--output', 'json')
	expect(exit).toBe(0)
	expect(JSON.parse(stdout)).toEqual({
		valid: true,
		generation: 9,
		chain_id: 'chain-localnet',
		initial_height: 1,
		evm: false,
		module_versions: { auth: 2, bank: 2, vesting: 1, params: 1, greet: 1 },
	})
})

test('greetings in a genesis are said to be ignored', async () => {
	const { exit, stdout, stderr } = await check(
		withState('greet', { greetings: [{ id: '0' }, { id: '1' }] }),
		'-o',
		'json',
	)
	expect([exit, stderr]).toEqual([
		0,
		'Note: app_state.greet.greetings (2 entries) is ignored: greetings come into a chain by transactions alone.\n',
	])
	expect(JSON.parse(stdout).ignored).toHaveLength(1)
})

test.each([
	[
		'that is no JSON',
		'hello',
		"The genesis document is not JSON.\ninvalid character 'h' looking for beginning of value\nGive the file",
	],
	['that ends too early', '{"a": 1,', 'The genesis document is not JSON.\nunexpected end of JSON input\n'],
	['without a chain id', good.replace('"chain_id":"chain-localnet"', '"chain_id":""'), 'chain_id'],
	[
		'whose parameters a module refuses',
		withState('auth', { params: { max_memo_characters: '0' } }),
		'The genesis state of auth is not valid.\ninvalid tx signature limit: 0\nMend app_state.auth in the file.',
	],
	[
		'whose supply is not that of its balances',
		withState('bank', { supply: [{ denom: 'uchain', amount: '1' }] }),
		'genesis supply is incorrect',
	],
	['with an account that cannot be read', withState('auth', { accounts: [{ '@type': '/none' }] }), '/none'],
])('a genesis %s is refused, and the fault named', async (_, text, said) => {
	const { exit, stderr } = await check(text)
	expect(exit).toBe(1)
	expect(stderr).toContain(said)
})

test('a genesis of generation 8 is migrated in memory and checked with its own prefix', async () => {
	const { exit, stdout } = await cli([
		'--home',
		join(folder, 'home'),
		'validate-genesis',
		'examples/genesis/generation-8.json',
		'--output',
		'json',
	])
	expect(exit).toBe(0)
	expect(JSON.parse(stdout)).toMatchObject({ valid: true, generation: 8, chain_id: 'kava-2' })
})

test('a genesis that is too large for the memory is checked from the disk as any other, and leaves nothing there', async () => {
	const [file, old, aside] = ['large.json', 'large-8.json', 'aside'].map((name) => join(folder, name)) as [
		...[string, string, string],
	]
	const blank = ' '.repeat(33 * 2 ** 20)
	writeFileSync(file, `${good}${blank}`)
	writeFileSync(old, `${readFileSync('examples/genesis/generation-8.json', 'utf8')}${blank}`)
	mkdirSync(aside)
	const { TMPDIR } = process.env
	process.env.TMPDIR = aside
	try {
		const validate = (path: string, around = {}) =>
			cli(['--home', join(folder, 'home'), 'validate-genesis', path, '-o', 'json'], around)
		expect(await validate(file, { onTerminal: true })).toEqual({
			...(await check(good, '-o', 'json')),
			stderr: expect.stringMatching(/^(\r\u001b\[K[^\r]+)+\r\u001b\[K$/),
		})
		expect(await validate('-', { stdin: `${good}${blank}` })).toEqual(await check(good, '-o', 'json'))
		expect(JSON.parse((await validate(old)).stdout)).toMatchObject({ valid: true, generation: 8, chain_id: 'kava-2' })
		expect(await validate(file, { stopped: AbortSignal.abort() })).toEqual({
			...{ exit: 1, stdout: '', stderr: 'Error: The check was stopped.\n' },
		})
		expect(readdirSync(aside)).toEqual([])
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR
		else process.env.TMPDIR = TMPDIR
	}
})
