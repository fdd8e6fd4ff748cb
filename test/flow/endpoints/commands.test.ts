import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/runCli.ts'
import { chainAt, person, startService, type TestService } from './support/service.ts'

let service: TestService
let home: string

beforeAll(async () => {
	service = await startService({ upstream: { ...chainAt(5_000), states: () => ({ earliest: 4_001, kept: 1_000 }) } })
	home = mkdtempSync(join(tmpdir(), 'chain-tui-commands-'))
})

afterAll(async () => {
	await service.close()
	rmSync(home, { recursive: true, force: true })
})

/** Runs `chain-tui endpoints …` and gives what it printed. */
async function run(args: readonly string[], stdin = '', env: Readonly<Record<string, string>> = {}) {
	const printed = { code: 0, out: '', err: '' }
	printed.code = await runCli(
		['endpoints', ...args, '--home', home, '--url', service.endpoints.url, '--output', 'json'],
		{
			stdout: (text) => {
				printed.out += text
			},
			stderr: (text) => {
				printed.err += text
			},
			readStdin: async () => stdin,
			interactive: false,
			prompt: async () => '',
			env,
			stopped: new AbortController().signal,
		},
	)
	return printed
}

async function json(...args: Parameters<typeof run>) {
	const { code, out, err } = await run(...args)
	expect([code, code === 0 ? '' : err]).toEqual([0, ''])
	return out === '' ? undefined : JSON.parse(out)
}

it('the shell makes an endpoint, calls it, protects it, and shows what it cost', async () => {
	await json(['sign-up', 'me@example.com'], 'correct horse battery\n')
	expect(statSync(join(home, 'endpoints-session.token')).mode & 0o777).toBe(0o600)
	const project = await json(['projects', 'create', 'Wallet'])
	const { application, key } = await json(['apps', 'create', project.id, 'web', '--network', 'archival'])
	const reply = await json(['apps', 'call', application.id, 'eth_blockNumber'], '', { API_KEY: key.key })
	expect(reply).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1388' })

	// Names do as well as ids, as long as they are clear.
	expect(await json(['apps', 'show', 'web'])).toMatchObject({ id: application.id })
	expect(await json(['apps', 'list', 'Wallet'])).toHaveLength(1)
	const unknown = await run(['apps', 'show', 'nowhere'])
	expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no application named nowhere.')])

	const { out: curl } = await run(['apps', 'call', application.id, 'eth_blockNumber', '--curl'])
	const env = { ...process.env, API_KEY: key.key }
	// The shell only reads the line here: waiting for curl would stop the server, which is this process.
	expect(curl).toContain('"x-api-key: $API_KEY"')
	expect(execFileSync('bash', ['-n', '-c', curl], { env }).toString()).toBe('')

	const open = await run(['apps', 'key-required', application.id, 'off'])
	expect(open.err).toContain('Nothing protects this endpoint')
	await json(['apps', 'allow', application.id, '--ips', '10.0.0.0/8, 192.0.2.1'])
	expect(await json(['apps', 'show', application.id])).toMatchObject({ ips: ['10.0.0.0/8', '192.0.2.1'] })
	const refused = await run(['apps', 'call', application.id, 'eth_blockNumber'])
	expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('not on the allowlist')])

	const rotated = await json(['keys', 'rotate', application.id, key.id, '--overlap-hours', '0'])
	expect((await json(['keys', 'list', application.id])).map((one: { id: string }) => one.id)).toContain(rotated.id)
	expect(await json(['statement'])).toMatchObject({ relays: 1, usd: '0.000000000' })
	const { out: csv } = await run(['apps', 'statistics', application.id, '--csv'])
	expect(csv).toMatch(/^hour,method,outcome,calls,[^\n]*\r\n[^,]*,eth_blockNumber,ok,1,/)
	expect((await json(['audit', project.id])).length).toBeGreaterThan(4)
	expect(await json(['cap', '1000'])).toMatchObject({ cap: 1_000 })
	await json(['logout'])
	expect(await run(['account'])).toMatchObject({ code: 1, err: expect.stringContaining('not logged in') })
})

it('a command warns when an archival application gets a node that prunes', async () => {
	await json(['sign-up', 'other@example.com'], 'correct horse battery\n')
	await json(['projects', 'create', 'Archive'])
	const archival = await run(['apps', 'create', 'Archive', 'all', '--network', 'archival'])
	expect(archival.err).toContain('Warning: The node keeps the state of the newest 1,000 heights only')
	expect(archival.err).toContain('--pruning nothing')
	expect((await run(['apps', 'create', 'Archive', 'new', '--network', 'pruning'])).err).toBe(
		'The key is shown only this once: save it now.\n',
	)
	await json(['logout'])
})

it('invites, answers and hands over, each with the consent of the other', async () => {
	const other = await person(service, 'guest@example.com')
	await json(['sign-up', 'host@example.com'], 'correct horse battery\n')
	await json(['projects', 'create', 'Shared'])
	const sent = await json(['members', 'invite', 'Shared', 'guest@example.com', 'viewer'])
	expect(await json(['members', 'list', 'Shared'])).toHaveLength(1)
	await json(['invitations', 'withdraw', 'Shared', sent.id])
	await json(['members', 'invite', 'Shared', 'guest@example.com', 'viewer'])
	expect((await json(['invitations', 'list', 'Shared'])).map(({ state }: { state: string }) => state)).toContain(
		'withdrawn',
	)
	const theirs = await other.createProject({ name: 'Theirs' })
	await other.inviteMember(theirs.id, { email: 'host@example.com', role: 'developer' })
	expect(await json(['invitations', 'list'])).toMatchObject([{ projectName: 'Theirs', invitedBy: 'guest@example.com' }])
	expect(await json(['invitations', 'accept', 'Theirs'])).toMatchObject({ role: 'developer' })
	const { id } = await json(['account'])
	await other.transferProject(theirs.id, { accountId: id })
	await json(['invitations', 'decline', 'Theirs'])
	await json(['projects', 'leave', 'Theirs'])
	expect((await other.members(theirs.id)).map(({ role }) => role)).toEqual(['owner'])
	await json(['logout'])
})

it.each([
	[['login', '--provider', 'wallet'], 'not yet available'],
	[['members', 'invite', 'prj_1', 'a@example.com', 'king'], 'Error: The role is admin, developer or viewer.\nSee '],
	[['apps', 'key-required', 'app_1', 'maybe'], 'Error: Say on or off.\nSee '],
	[['apps', 'call', 'app_1'], 'accepts between 2 and 3 arg(s), received 1'],
	[['apps', 'statistics', 'app_1', '--to', '2026-01-01'], '--to goes with --from only'],
])('%j is refused with the reason', async (args, why) => {
	const { code, err } = await run(args)
	expect([code, err]).toEqual([1, expect.stringContaining(why)])
})

it('a cap that is no number is refused without a pointer to the help page, which names no other', async () => {
	const { code, err } = await run(['cap', 'many'])
	expect([code, err]).toEqual([1, 'Error: A cap is a whole number, not "many".\n'])
})
