import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { type ClientKind, connectTestClient, startTestNode, stepsOf } from './testChain.ts'

const golden = (name: string): string => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')

const rows = JSON.parse(golden('legacy/rest-txs-post.json')) as readonly {
	readonly name: string
	readonly request?: { readonly body?: string }
}[]
const body = rows.find(({ name }) => name === 'sync accepted')?.request?.body ?? ''
const vesting = 'chain1mu0yhru74a66mqyyw54l9kkx5cxqz8u7g0rlxt'

describe.each<ClientKind>(['embedded', 'remote'])('a legacy transaction through a client of an %s node', (kind) => {
	let node: Node
	let client: ChainClient

	beforeAll(async () => {
		node = await startTestNode({ aminoBrand: 'cosmos', genesis: 'test/golden/localnet-genesis.json' })
		client = (await connectTestClient(kind, node)).client
	})
	afterAll(async () => {
		await client.close()
		await node.close()
	})

	test('a legacy transaction is checked, simulated and sent; the hash is the one the reference node gave it', async () => {
		const analysis = await client.analyzeLegacyTx(body)
		expect(analysis.checks.filter(({ state }) => state === 'problem')).toEqual([])
		expect(analysis.signers[0]).toMatchObject({ verdict: 'valid', accountNumber: 11n, sequence: 0n })
		const { bytes, hash } = analysis.converted!
		expect(hash).toBe('09EA94696E948DB8A0E00348ED67685F14684D0A987B72CFBEEB5510E17AF1B9')
		expect(await client.simulateTx(bytes)).toEqual({ gasUsed: expect.any(BigInt) })
		const steps = await stepsOf(client.broadcastTx(bytes))
		expect(steps.map(({ state }) => state)).toEqual(['in-mempool', 'committed'])
		expect(steps.at(-1)).toMatchObject({ hash, fee: '3000uchain' })
	})

	test('signed for a sequence that has passed is told to be so, and refused', async () => {
		const analysis = await client.analyzeLegacyTx(body)
		expect(analysis.signers[0]).toMatchObject({ verdict: 'wrongSequence', sequence: 1n })
		const steps = await stepsOf(client.broadcastTx(analysis.converted!.bytes))
		expect(steps).toHaveLength(1)
		expect(steps[0]).toMatchObject({ state: 'failed', codespace: 'sdk', code: 4 })
	})

	test('whose message the chain refuses says why in simulation', async () => {
		const blank = body.replace('"message":"sync"', '"message":" "')
		const { converted } = await client.analyzeLegacyTx(blank)
		expect(await client.simulateTx(converted!.bytes)).toEqual({ log: expect.stringContaining('greeting message') })
	})

	test('a legacy transaction is read in both forms from the REST server of any node, and at older heights', async () => {
		const forms = await client.remoteAccount(node.addresses.rest ?? '', vesting)
		expect(forms.generation).toBe(9)
		expect(JSON.parse(forms.body8)).toMatchObject({
			result: { value: { sequence: '0', coins: [{ denom: 'uchain' }] } },
		})
		const payer = 'chain1zra0spkxg6e92llufe27vlfauandlsmd9zv7ru'
		const paid = async (height?: number): Promise<bigint> =>
			BigInt((await client.balances(payer, height))[0]?.amount ?? 0)
		expect((await paid(1)) - (await paid())).toBe(3_000n)
	})
})
