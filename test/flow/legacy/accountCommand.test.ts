import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { golden, type LegacyNode, startLegacyNode } from '../../wire/legacy/legacyNode.ts'
import { cli } from '../cli/testCli.ts'

const carol = 'chain1n2cmcda5d4dzcj2hq0nkycq79d58ll7mkup9ny'
const periodic = 'chain1mu0yhru74a66mqyyw54l9kkx5cxqz8u7g0rlxt'

let legacy: LegacyNode
let url9: string
let url8: string

beforeAll(async () => {
	legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	await legacy.mineTo(3)
	url9 = `http://127.0.0.1:${legacy.port9}`
	url8 = `http://127.0.0.1:${legacy.port8}`
})

afterAll(() => legacy.close())

describe('chain-tui account', () => {
	test('sees the same account in both forms, whichever generation it is asked from', async () => {
		const direct8 = await (await fetch(`${url8}/auth/accounts/${periodic}`)).text()
		const direct9 = await (await fetch(`${url9}/auth/accounts/${periodic}`)).text()
		for (const url of [url8, url9]) {
			const eight = await cli(['account', periodic, '--rest-url', url, '--generation', '8'])
			const nine = await cli(['account', periodic, '--rest-url', url, '--generation', '9'])
			expect([eight.exit, eight.stdout]).toEqual([0, `${direct8}\n`])
			expect([nine.exit, nine.stdout]).toEqual([0, `${direct9}\n`])
		}
	})

	test('explains the differences', async () => {
		const { exit, stdout } = await cli(['account', carol, '--rest-url', url9])
		expect(exit).toBe(0)
		expect(stdout).toContain(
			'coins: other query\n  8  .result.value.coins = [{"denom":"uchain","amount":"1000000000"}]\n',
		)
		expect(stdout).toContain(`GET /bank/balances/${carol}`)
	})

	test('gives the comparison as JSON and as Markdown', async () => {
		const json = await cli(['account', carol, '--rest-url', url9, '-o', 'json'])
		const { differences, generation8 } = JSON.parse(json.stdout)
		expect(generation8.result.type).toBe('cosmos-sdk/Account')
		expect(differences.map((row: { meaning: string }) => row.meaning)).toContain('sequence')
		const markdown = await cli(['account', carol, '--rest-url', url9, '--markdown'])
		expect(markdown.stdout).toContain('| sequence | `.result.value.sequence` | `"0"` |')
	})

	test('reads a pasted reply', async () => {
		const body = await (await fetch(`${url9}/auth/accounts/${carol}`)).text()
		const { exit, stdout, stderr } = await cli(['account', '--file', '-', '--generation', '8'], { stdin: body })
		expect(exit).toBe(0)
		expect(stdout).toContain('"coins":[]')
		expect(stderr).toContain('--balances FILE')
	})

	test('reads an older height', async () => {
		const { stdout } = await cli(['account', carol, '--rest-url', url9, '--height', '1', '--generation', '8'])
		expect(stdout).toMatch(/^\{"height":"1",.*"coins":\[\{/)
	})

	test('says what a server refuses', async () => {
		const { exit, stderr } = await cli(['account', 'nobody', '--rest-url', url9])
		expect(exit).toBe(1)
		expect(stderr).toContain('decoding bech32 failed: invalid bech32 string length 6')
	})

	test('shows the error a client of generation 8 would get, whichever generation it is asked from', async () => {
		const wrong = [
			`${carol.slice(0, -1)}x`,
			carol.toUpperCase().replace('C', 'c'),
			carol.replace('chain1', 'cosmos1'),
			'nobody',
			'chain1',
			'x'.repeat(100),
		]
		for (const address of wrong) {
			const { error } = (await (await fetch(`${url8}/auth/accounts/${address}`)).json()) as { error: string }
			for (const url of [url8, url9]) {
				const { exit, stderr } = await cli(['account', address, '--rest-url', url, '--generation', '8'])
				expect(exit).toBe(1)
				expect(stderr).toContain(error)
			}
		}
	})

	test('account in the form of generation 8 asks the listener of the home’s node, and no other where one is named', async () => {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-account-'))
		const eight = (...flags: string[]) => cli(['account', periodic, '--generation', '8', '--home', home, ...flags])
		const stdout = `${await (await fetch(`${url8}/auth/accounts/${periodic}`)).text()}\n`
		const node = { pid: process.pid, chainId: 'chain-localnet' }
		try {
			writeRunningNode(home, { ...node, legacy8: url8 })
			expect(await eight()).toEqual({ exit: 0, stdout, stderr: '' })
			writeRunningNode(home, { ...node, rest: url9 })
			expect(await eight()).toEqual({ exit: 0, stdout, stderr: '' })
			writeRunningNode(home, { ...node, legacy8: 'http://127.0.0.1:9' })
			expect(await eight('--rest-url', url9)).toEqual({ exit: 0, stdout, stderr: '' })
		} finally {
			rmSync(home, { recursive: true, force: true })
		}
	})

	test('checks the paths of a client', async () => {
		const { exit, stdout } = await cli(['account', '--check', '-'], { stdin: '[".result.value.sequence"]' })
		expect(exit).toBe(1)
		expect(stdout).toContain('moved to .result.value.base_vesting_account.base_account.sequence')
		const known = await cli(['account', '--check', 'launchpad-0.27.1', '-o', 'json'])
		expect(JSON.parse(known.stdout)).toMatchObject({ client: '@cosmjs/launchpad', version: '0.27.1' })
	})
})
