import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { golden } from '../../wire/legacy/legacyNode.ts'
import { cli } from '../cli/testCli.ts'

interface Row {
	readonly name?: string
	readonly request: { readonly body?: string }
	readonly response: { readonly body: string }
}

const rows = JSON.parse(golden('legacy/rest-txs-post.json')) as readonly Row[]
const row = (name: string): Row => rows.find((candidate) => candidate.name === name)!

let node: TestNode
let flags: readonly string[]

beforeAll(async () => {
	node = await startNode({
		on: ['rpc'],
		flags: {
			genesis: 'test/golden/localnet-genesis.json',
			aminoBrand: 'cosmos',
			blockMode: 'manual',
			pruning: 'nothing',
		},
	})
	await node.engine.mine()
	flags = ['--node', node.addresses.rpc ?? '', '--amino-brand', 'cosmos', '--home', '/nonexistent/home']
})

afterAll(() => node.close())

describe('chain-tui convert', () => {
	test('shows what POST /txs would broadcast', async () => {
		const { exit, stdout } = await cli(['convert', '-o', 'json', ...flags], {
			stdin: row('sync accepted').request.body!,
		})
		expect(exit).toBe(0)
		const result = JSON.parse(stdout)
		expect(result.txhash).toBe(JSON.parse(row('sync accepted').response.body).txhash)
		expect(result.signers[0]).toMatchObject({ verdict: 'valid', sequence: '0' })
	})

	test('finds the sequence a signature was made for', async () => {
		const { exit, stdout } = await cli(['convert', '-', ...flags], {
			stdin: row('sync second of the same account in one block').request.body!,
		})
		expect(exit).toBe(1)
		expect(stdout).toContain('signed with sequence 1 instead of 0. Refused with code 4.')
	})

	test('goes back from bytes', async () => {
		const forward = await cli(['convert', '-o', 'json', ...flags], { stdin: row('sync accepted').request.body! })
		const { exit, stdout } = await cli(['convert', ...flags], { stdin: `${JSON.parse(forward.stdout).tx_bytes}\n` })
		expect(exit).toBe(0)
		const { tx } = JSON.parse(row('sync accepted').request.body!)
		expect(JSON.parse(stdout)).toEqual({ timeout_height: '0', ...tx })
	})

	test('says where a text is wrong', async () => {
		const { exit, stderr } = await cli(['convert', '--offline', ...flags], {
			stdin: row('error: bare gas').request.body!,
		})
		expect(exit).toBe(1)
		expect(stderr).toContain('.tx.fee.gas cannot be read')
	})
})
