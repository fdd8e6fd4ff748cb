import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { golden } from '../../wire/legacy/legacyNode.ts'
import { cli } from '../cli/testCli.ts'

interface Row {
	readonly name?: string
	readonly request: { readonly body?: string }
	readonly response: { readonly body: string }
}

const rows = JSON.parse(golden('legacy/rest-txs-post.json')) as readonly Row[]
const row = (name: string): Row => rows.find((candidate) => candidate.name === name)!
const off = { on: false } as const

let node: Node
let flags: readonly string[]

beforeAll(async () => {
	node = await createNode(
		{
			home: undefined,
			genesis: golden('localnet-genesis.json'),
			chainId: 'chain-localnet',
			chainIdAsked: false,
			settings: { prefix: 'chain', denom: 'uchain', coinType: 118, aminoBrand: 'cosmos' },
			minimumGasPrices: '0.01uchain',
			blockMode: 'manual',
			blockIntervalMs: 1000,
			pruning: 'nothing',
			listeners: {
				rpc: { on: true, host: '127.0.0.1', port: 0, asked: true },
				grpc: off,
				rest: off,
				legacy8: off,
				endpoints: off,
			},
			admin: false,
		},
		{ log: silentLog },
	)
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
