import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliSurroundings, cli } from '../cli/testCli.ts'
import { startOidcProvider, type TestProvider } from './support/identityProviders.ts'
import { chainAt, person, startService, type TestService } from './support/service.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-applications-'))
let service: TestService
let provider: TestProvider

/** Runs a line of `chain-tui endpoints`; a word in single quotes is one argument. */
function run(line: string, around: CliSurroundings = {}) {
	const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
	return cli(['endpoints', ...words, '--home', home, '--url', `${service.endpoints.url}/`], around)
}
async function json(line: string, around: CliSurroundings = {}) {
	const { exit, stdout, stderr } = await run(`${line} --output json`, around)
	expect(exit, stderr).toBe(0)
	return stdout === '' ? undefined : JSON.parse(stdout)
}

beforeAll(async () => {
	provider = await startOidcProvider('user-1', 'oidc@example.com')
	const { issuer } = provider
	const company = {
		name: 'company',
		label: 'company',
		kind: 'oidc',
		issuer,
		clientId: 'chain-tui',
		clientSecret: undefined,
	} as const
	service = await startService({
		upstream: chainAt(5_000),
		config: { identityProviders: [{ ...company, apiUrl: issuer }] },
	})
	await json('sign-up me@example.com', { stdin: 'correct horse battery\n' })
	await json('projects create Wallet')
	await json("apps create Wallet reader --description 'for tests'")
})
afterAll(async () => {
	await service.close()
	await provider.close()
	rmSync(home, { recursive: true, force: true })
})

describe('an application from the shell', () => {
	test('an application from the shell is edited field by field', async () => {
		expect(await json('apps show reader')).toMatchObject({
			network: 'pruning',
			description: 'for tests',
		})
		expect(await json('apps edit reader --rate-limit 50')).toMatchObject({ rateLimit: 50, description: 'for tests' })
		expect(await json("apps edit reader --rate-limit none --description 'other'")).toMatchObject({
			rateLimit: null,
			description: 'other',
		})
		expect(await json('apps edit reader --name writer')).toMatchObject({ name: 'writer', rateLimit: null })
		expect(await json('apps edit writer --name reader')).toMatchObject({ name: 'reader' })
	})

	test('an application from the shell has lists of who may call it, which an empty list opens again', async () => {
		expect(
			await json("apps allow reader --origins 'https://a.example.com, *.example.org' --ips 192.0.2.1"),
		).toMatchObject({
			origins: ['*.example.org', 'https://a.example.com'],
			ips: ['192.0.2.1'],
		})
		expect(await json("apps allow reader --origins ''")).toMatchObject({ origins: [], ips: ['192.0.2.1'] })
		expect(await json("apps allow reader --ips ''")).toMatchObject({ origins: [], ips: [] })
	})

	test('an application from the shell is called with parameters, with a key or without', async () => {
		const balance = `apps call reader eth_getBalance '["0x0000000000000000000000000000000000000001","latest"]'`
		const withoutKey = await run(balance)
		expect(withoutKey).toMatchObject({
			exit: 1,
			stderr: expect.stringMatching(
				/^Error: The endpoint answered with status 401\.\n\{.*\}\nSet the .* API_KEY .*\n$/,
			),
		})
		const { key } = await json('keys create reader --label ci --expires 2099-01-01')
		expect(await json(balance, { env: { API_KEY: key } })).toMatchObject({ jsonrpc: '2.0', result: '0x0' })
		expect((await run(`${balance} --curl`)).stdout).toContain('"x-api-key: $API_KEY"')
		expect(await json('apps key-required reader off')).toMatchObject({
			keyRequired: false,
			warnings: [expect.anything()],
		})
		expect((await run(`${balance} --curl`)).stdout).not.toContain('API_KEY')
		expect(await json(balance)).toMatchObject({ result: '0x0' })
		const required = await run('apps key-required reader on')
		expect([required.exit, required.stderr]).toEqual([0, ''])
		expect(required.stdout).toContain('keyRequired: true')
	})

	test('an application from the shell has keys that end, are followed by others, and are revoked', async () => {
		const soon = await json('keys create reader --expires 2099-01-01')
		expect(soon.expiresAt).toBe(Date.parse('2099-01-01'))
		expect(await json('keys create reader')).toMatchObject({ label: '', expiresAt: null })
		const second = await json(`keys rotate reader ${soon.id}`)
		expect(second).toMatchObject({ expiresAt: soon.expiresAt })
		const third = await json(`keys rotate reader ${second.id} --expires never`)
		expect(third).toMatchObject({ expiresAt: null })
		expect(await json(`keys rotate reader ${third.id} --expires 2098-01-01T10:00:00Z --overlap-hours 1`)).toMatchObject(
			{
				expiresAt: Date.parse('2098-01-01T10:00:00Z'),
			},
		)
		await json(`keys revoke reader ${soon.id}`)
		const listed = (await json('keys list reader')) as { id: string; revokedAt: number | null }[]
		expect(listed.find(({ id }) => id === soon.id)?.revokedAt).toEqual(expect.any(Number))
	})

	test('an application from the shell has statistics of a day, a month or any range', async () => {
		const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
		for (const range of ['', '--range month', `--from ${yesterday}`, `--from ${yesterday} --to ${tomorrow}`]) {
			const { stdout, stderr } = await run(`apps statistics reader --csv ${range}`)
			expect(stdout, stderr).toContain(',eth_getBalance,ok,2,')
		}
		expect((await run('apps statistics reader --csv --from 2020-01-01 --to 2020-02-01')).stdout).not.toContain(
			'eth_getBalance',
		)
		const day = await json('apps statistics reader')
		expect(JSON.stringify(day)).toContain('eth_getBalance')
		// Statistics are by the hour, so that a day may reach into 25 of them.
		expect([24, 25].map((hours) => hours * 3_600_000)).toContain(day.to - day.from)
		const month = await json('apps statistics reader --range month')
		const end = new Date(month.to - 1)
		expect(month.from).toBe(Date.UTC(end.getUTCFullYear(), end.getUTCMonth()))
		const { stdout: text } = await run('apps statistics reader')
		expect(text).toMatch(/^from: "\d{4}-\d\d-\d\dT[\d:.]+Z"$/m)
		expect(text).toMatch(/^to: "\d{4}-\d\d-\d\dT[\d:.]+Z"$/m)
	})

	test('an application from the shell is found by its name only where one has it', async () => {
		await json('projects create Second')
		const { application } = await json('apps create Second reader')
		const { exit, stderr } = await run('apps show reader')
		expect([exit, stderr]).toEqual([
			1,
			expect.stringContaining(`2 applications are named reader.\nSay which by its id: `),
		])
		expect(stderr).toContain(application.id)
		await json(`apps delete ${application.id}`)
		expect(await json('apps show reader')).toMatchObject({ name: 'reader' })
	})

	test.each([
		['apps allow reader', 'allow needs --origins or --ips.'],
		['apps key-required reader maybe', 'Say on or off.'],
		['apps edit reader --rate-limit fast', '--rate-limit is a whole number, not "fast".'],
		['apps call reader eth_blockNumber nonsense', 'The parameters of a call are a JSON array.'],
		[`apps call reader eth_blockNumber '{"a":1}'`, 'The parameters of a call are a JSON array.'],
		['apps statistics reader --from yesterday', '--from cannot be "yesterday".'],
		['apps statistics reader --to soon', '--to cannot be "soon".'],
		['keys create reader --expires soon', '--expires cannot be "soon".'],
		['keys rotate reader key_1 --overlap-hours long', '--overlap-hours is a whole number, not "long".'],
		['audit --limit all', '--limit is a whole number, not "all".'],
		['apps show nothing', 'There is no application named nothing.'],
		['projects rename nothing x', 'There is no project named nothing.'],
		['invitations accept nothing', 'There is no invitation named nothing.'],
	])('%s is refused with the reason', async (line, message) => {
		const { exit, stdout, stderr } = await run(line)
		expect([exit, stdout, stderr.split('\n')[0]]).toEqual([1, '', `Error: ${message}`])
	})
})

describe('a project from the shell', () => {
	test('a project from the shell is renamed, listed and deleted', async () => {
		await json('projects create Draft')
		await json('projects rename Draft Final')
		const names = async () => ((await json('projects list')) as { name: string }[]).map(({ name }) => name)
		expect(await names()).toContain('Final')
		await json('projects delete Final')
		expect(await names()).not.toContain('Final')
		expect((await run('projects delete Wallet')).exit).toBe(1)
	})

	test('a project from the shell has members whose role changes, and who are taken out or given the project', async () => {
		const other = await person(service, 'guest@example.com')
		await json('members invite Wallet guest@example.com viewer')
		const [invitation] = await other.invitations()
		await other.acceptInvitation(invitation!.id)
		const { id } = await other.account()
		await json(`members role Wallet ${id} admin`)
		expect(await json('members list Wallet')).toContainEqual(expect.objectContaining({ role: 'admin' }))
		expect((await run(`members role Wallet ${id} king`)).stderr).toContain('The role is admin, developer or viewer.')
		await json(`projects transfer Wallet ${id}`)
		expect(await other.invitations()).toMatchObject([{ projectName: 'Wallet' }])
		await json(`members remove Wallet ${id}`)
		expect(await json('members list Wallet')).toHaveLength(1)
	})
})

describe('a login at a provider from the shell', () => {
	const elsewhere = join(home, 'elsewhere')
	const at = (line: string, around: CliSurroundings = {}) =>
		cli(['endpoints', ...line.split(' '), '--home', elsewhere, '--url', service.endpoints.url, '-o', 'json'], around)

	test('says where to go and ends when the person has agreed', async () => {
		const { exit, stdout, stderr } = await at('login --provider company', {
			onStderr: (text) => void provider.agree(/enter the code (\S+)/.exec(text)?.[1] ?? ''),
		})
		expect([exit, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ email: 'oidc@example.com' })])
		expect(stderr).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/\S+ and enter the code \S+\n$/)
	})

	test('a login at a provider from the shell is stopped by Ctrl-C', async () => {
		const stop = new AbortController()
		const { exit, stderr } = await at('login --provider company --link', {
			stopped: stop.signal,
			onStderr: () => stop.abort(),
		})
		expect([exit, stderr.split('\n')[1]]).toEqual([1, 'Error: The login was stopped.'])
	})
})
