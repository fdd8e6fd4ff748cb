import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/runCli.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
const homes: string[] = []
let home: string

beforeAll(async () => {
	service = await startService()
})
beforeEach(() => {
	home = newHome()
})
afterAll(async () => {
	await service.close()
	for (const folder of homes) rmSync(folder, { recursive: true, force: true })
})

function newHome(): string {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-account-'))
	homes.push(folder)
	return folder
}

interface Around {
	readonly stdin?: string
	/** Somebody sits there and types these. */
	readonly typed?: readonly string[]
	readonly home?: string
	readonly output?: 'text'
}

/** Runs `chain-tui endpoints …` and gives what it printed. */
async function run(line: string, around: Around = {}) {
	const printed = { code: 0, out: '', err: '' }
	const typed = [...(around.typed ?? [])]
	const args = ['endpoints', ...line.split(' '), '--home', around.home ?? home, '--output', around.output ?? 'json']
	printed.code = await runCli([...args, '--url', service.endpoints.url], {
		stdout: (text) => {
			printed.out += text
		},
		stderr: (text) => {
			printed.err += text
		},
		readStdin: async () => around.stdin ?? '',
		interactive: around.typed !== undefined,
		prompt: async () => typed.shift() ?? '',
		env: {},
		stopped: new AbortController().signal,
	})
	return printed
}

async function json(line: string, around?: Around) {
	const { code, out, err } = await run(line, around)
	expect(code, err).toBe(0)
	return out === '' ? undefined : JSON.parse(out)
}

describe('an account from the shell', () => {
	test('an account from the shell is opened by a password typed twice, and told by name', async () => {
		const differ = await run('sign-up typed@example.com', { typed: ['correct horse', 'correct house'] })
		expect(differ).toMatchObject({ code: 1, err: expect.stringContaining('The two passwords differ.') })
		await json('sign-up typed@example.com', { typed: ['correct horse', 'correct horse'] })
		expect(JSON.stringify(await json('account'))).toContain('typed@example.com')
	})

	test('an account from the shell is left and entered again, with the right password only', async () => {
		await json('sign-up again@example.com', { stdin: 'correct horse\n' })
		await json('logout')
		expect((await run('account')).err).toContain('not logged in')
		const wrong = await run('login again@example.com', { stdin: 'wrong horse\n' })
		expect(wrong.code).toBe(1)
		expect(wrong.err).not.toContain('wrong horse')
		await json('login again@example.com', { stdin: 'correct horse\n' })
		expect(JSON.stringify(await json('account'))).toContain('again@example.com')
		expect(await run('login')).toMatchObject({ code: 1, err: expect.stringContaining('needs an e-mail or --provider') })
	})

	test('an account from the shell has its password changed, which ends the sessions elsewhere', async () => {
		await json('sign-up change@example.com', { stdin: 'correct horse\n' })
		const elsewhere = newHome()
		await json('login change@example.com', { stdin: 'correct horse\n', home: elsewhere })
		expect(await json('sessions')).toHaveLength(2)
		expect((await run('password', { stdin: 'wrong horse\nbattery staple\n' })).code).toBe(1)
		await json('password', { stdin: 'correct horse\nbattery staple\n' })
		expect((await run('account', { home: elsewhere })).code).toBe(1)
		await json('login change@example.com', { typed: ['battery staple'], home: elsewhere })
	})

	test('an account from the shell sees times as dates, programs as milliseconds', async () => {
		await run('sign-up dates@example.com', { typed: ['a long password', 'a long password'] })
		const [session] = (await json('sessions')) as { createdAt: number }[]
		const { out } = await run('sessions', { output: 'text' })
		expect(out).toContain(`createdAt: "${new Date(session!.createdAt).toISOString()}"`)
		expect(out).not.toMatch(/At: \d/)
	})

	test('ends a session elsewhere by its name', async () => {
		await json('sign-up ends@example.com', { stdin: 'correct horse\n' })
		const [mine] = (await json('sessions')) as { id: string }[]
		const elsewhere = newHome()
		await json('login ends@example.com', { stdin: 'correct horse\n', home: elsewhere })
		const other = ((await json('sessions')) as { id: string }[]).find(({ id }) => id !== mine?.id)
		await json(`revoke-session ${other?.id}`)
		expect((await run('account', { home: elsewhere })).code).toBe(1)
		expect(await json('sessions')).toHaveLength(1)
	})

	test('an account from the shell has a cap, a bill and a record of its changes', async () => {
		await json('sign-up bill@example.com', { stdin: 'correct horse\n' })
		expect(await json('cap 20000000')).toMatchObject({ cap: 20_000_000 })
		expect(await json('cap none')).toMatchObject({ cap: null })
		expect(await run('cap many')).toMatchObject({
			code: 1,
			err: expect.stringContaining('A cap is a whole number, not "many".'),
		})
		expect(await json('statement')).toMatchObject({ relays: 0 })
		expect(await json('statement 2020-01')).toMatchObject({ relays: 0 })
		expect((await run('statement January')).code).toBe(1)
		const changes = (await json('audit --limit 2')) as unknown[]
		expect(changes).toHaveLength(2)
		await json('projects create Wallet')
		expect(((await json('audit Wallet')) as unknown[]).length).toBeGreaterThan(0)
	})

	test('an account from the shell is put on a plan only by who runs the service, and only on one that there is', async () => {
		await json('sign-up plan@example.com', { stdin: 'correct horse\n' })
		expect((await run('plan plan@example.com enterprise')).code).toBe(1)
		await json('plan plan@example.com enterprise', { home: service.home })
		expect(JSON.stringify(await json('account'))).toContain('enterprise')
		expect(await run('plan plan@example.com gold', { home: service.home })).toMatchObject({
			code: 1,
			err: expect.stringContaining('The plan is payg or enterprise.'),
		})
	})

	test('tells the ways in, and that a wallet is none yet', async () => {
		expect(JSON.stringify(await json('login-methods'))).toContain('password')
		expect((await run('login --provider wallet')).code).toBe(1)
		expect((await run('login --provider nobody')).code).toBe(1)
	})
})
