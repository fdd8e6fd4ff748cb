import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
