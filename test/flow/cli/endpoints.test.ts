import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startService, type TestService } from '../endpoints/support/service.ts'
import { type CliSurroundings, cli } from './testCli.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-endpoints-'))
let service: TestService
beforeAll(async () => {
	service = await startService()
})
afterAll(async () => {
	await service.close()
	rmSync(home, { recursive: true, force: true })
})

const run = (line: string, around: CliSurroundings = {}) =>
	cli(['endpoints', ...line.split(' '), '--home', home, '-o', 'json'], around)

test('passwords of an account are typed unseen, a new one twice', async () => {
	const unseen = { hidden: true }
	/** What is asked of somebody who types these answers. */
	const asked = async (line: string, ...answers: readonly string[]) => {
		const prompts: unknown[] = []
		const around = { answers, onPrompt: (...prompt: unknown[]) => prompts.push(prompt) }
		const { exit, stderr } = await run(`${line} --url ${service.endpoints.url}`, around)
		expect(exit, stderr).toBe(0)
		return prompts
	}
	const fresh = [
		['New password: ', unseen],
		['The same again: ', unseen],
	]
	expect(await asked('sign-up typed@example.com', 'correct horse', 'correct horse')).toEqual(fresh)
	expect(await asked('password', 'correct horse', 'another horse', 'another horse')).toEqual([
		['Present password: ', unseen],
		...fresh,
	])
	expect(await asked('login typed@example.com', 'another horse')).toEqual([['Password: ', unseen]])
})

test('the settings of the endpoint service are told for programs: whether they can be used, and which there are', async () => {
	writeFileSync(join(home, 'endpoints.json'), JSON.stringify({ evmChainId: 7 }))
	expect(JSON.parse((await run('config --check')).stdout)).toEqual({ home, usable: true })
	expect(JSON.parse((await run('config')).stdout)).toMatchObject({ evmChainId: 7, identityProviders: [] })
	writeFileSync(join(home, 'endpoints.json'), '{}')
	expect(JSON.parse((await run('config')).stdout)).not.toHaveProperty('evmChainId')
	expect((await run('config --schema')).stdout).toMatch(/^\{\n {2}"\S/)
})

test('projects and applications are named where that is clear, and told with dates to people', async () => {
	const at = ` --url ${service.endpoints.url}`
	const json = async (line: string, around?: CliSurroundings) => JSON.parse((await run(line + at, around)).stdout)
	const refused = async (line: string, around?: CliSurroundings) => {
		const { exit, stdout, stderr } = await run(line + at, around)
		expect([exit, stdout]).toEqual([1, ''])
		return stderr
	}
	await run(`sign-up named@example.com${at}`, { stdin: 'correct horse battery\n' })
	const twins = [await json('projects create Twin'), await json('projects create Twin')]
	const one = await json('projects create One')
	const ids = /^Error: 2 projects are named Twin\.\nSay which by its id: (\w+), (\w+)\.\n$/.exec(
		await refused('apps list Twin'),
	)
	expect(ids?.slice(1).sort()).toEqual(twins.map(({ id }) => id).sort())
	expect(await refused('apps list None')).toBe(
		'Error: There is no project named None.\nSee those there are with `chain-tui endpoints projects list`.\n',
	)
	expect(await refused('apps show None')).toBe(
		'Error: There is no application named None.\nSee those there are with `chain-tui endpoints apps list PROJECT`.\n',
	)
	expect(await refused('invitations accept None')).toBe(
		'Error: There is no invitation named None.\nSee those there are with `chain-tui endpoints invitations list`.\n',
	)
	for (const name of ['One', one.id]) expect(await json(`apps list ${name}`)).toEqual([])
	expect(await refused('invitations accept inv_none')).not.toContain('named')
	const { key } = await json('apps create One web')
	// Times are numbers for programs, dates for people. A time that is not set, and other numbers, stay as they are.
	const made = await json('apps edit web --rate-limit 7')
	const [created] = await json('keys list web')
	expect([made.rateLimit, created.expiresAt]).toEqual([7, null])
	const text = async (line: string) =>
		parse((await cli(['endpoints', ...`${line} --home ${home}${at}`.split(' ')])).stdout)
	const dated = (reply: { readonly createdAt: number }) => ({
		...reply,
		createdAt: new Date(reply.createdAt).toISOString(),
	})
	expect(await text('apps show web')).toEqual(dated(made))
	expect(await text('keys list web')).toEqual([dated(created)])

	const call = 'apps call web eth_blockNumber'
	for (const params of ['{}', '[1']) {
		expect(await refused(`${call} ${params}`)).toBe(
			'Error: The parameters of a call are a JSON array.\nWrite them as \'["0x…", "latest"]\'.\n',
		)
	}
	expect(await refused(call)).toMatch(
		/^Error: The endpoint answered with status 401\.\n.+\nSet the environment variable API_KEY to a key of the application\.\n$/,
	)
	expect(await json(call, { env: { API_KEY: key.key } })).toMatchObject({ result: expect.stringMatching(/^0x/) })
	expect((await run(`${call} [] --curl${at}`)).stdout).toContain('"x-api-key: $API_KEY"')
	expect(await refused('apps statistics web --to 2026-01-01')).toBe(
		'Error: --to goes with --from only\nGive the start of the time too. See chain-tui endpoints apps statistics --help.\n',
	)
})
