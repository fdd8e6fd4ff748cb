import { afterEach, describe, expect, test } from 'vitest'
import type { GasBreakdown } from '../../../src/client/actions/gasTrace.ts'
import type { ChainClient, TxProgress } from '../../../src/client/ChainClient.ts'
import { checkSignatures } from '../../../src/client/checkSignatures.ts'
import type { Node } from '../../../src/node/createNode.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { cli } from '../cli/testCli.ts'
import { connectTestClient, outcomeOf, startTestNode, until } from '../client/testChain.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

interface Chain {
	readonly node: Node
	readonly client: ChainClient
	/** Address of the second of two keys with coins. */
	readonly bob: string
}

/** A node with two funded keys, and a client of it by its address. */
async function chainWith(flags: SettingValues = {}): Promise<Chain> {
	const node = await startTestNode(flags)
	closing.push(() => node.close())
	const { client, keyring } = await connectTestClient('remote', node)
	closing.push(() => client.close())
	const alice = (await keyring.create('alice')).key.address
	const bob = (await keyring.create('bob')).key.address
	for (const address of [alice, bob]) await client.admin?.faucet(address)
	return { node, client, bob }
}

function hashOf(progress: TxProgress): string {
	if (progress.state === 'committed' || (progress.state === 'failed' && progress.hash !== '')) return progress.hash
	throw new TypeError(`no transaction came of it: ${JSON.stringify(progress)}`)
}

function sumOf(trace: GasBreakdown): bigint {
	for (const { gas, operations } of trace.phases) {
		expect(operations.reduce((sum, operation) => sum + operation.gas, 0n)).toBe(gas)
	}
	return trace.phases.reduce((sum, { gas }) => sum + gas, 0n)
}

describe('the gas of a committed transaction', () => {
	test('adds up to what the block says: greeting, transfer, failure, first and later of a block', async () => {
		const { node, client, bob } = await chainWith()
		const tooMuch = [{ denom: 'uchain', amount: '999999999999' }]
		const hashes = [
			hashOf(await outcomeOf(client.createGreeting('alice', 'hello'))),
			hashOf(await outcomeOf(client.send('alice', bob, [{ denom: 'uchain', amount: '5' }]))),
			hashOf(await outcomeOf(client.send('alice', bob, tooMuch, { gas: 100_000n, fee: '1000uchain' }))),
		]
		await client.admin?.setBlockMode('manual')
		const many = Array.from({ length: 6 }, (_, index) =>
			outcomeOf(client.createGreeting(index % 2 === 0 ? 'alice' : 'bob', `in one block ${index}`)),
		)
		await until(async () => (await node.engine.mempoolSize()).count === 6)
		await client.admin?.mine()
		hashes.push(...(await Promise.all(many)).map(hashOf))
		await client.admin?.mine(5)

		const codes: number[] = []
		const places: number[] = []
		for (const hash of hashes) {
			const tx = await client.tx(hash)
			const trace = await client.gasTrace(hash)
			expect(sumOf(trace)).toBe(tx?.gasUsed)
			expect(trace).toMatchObject({ hash, height: tx?.height, index: tx?.index, gasWanted: tx?.gasWanted })
			expect(await checkSignatures(client, tx!)).toEqual([{ signer: tx?.signers[0], ok: true, reason: '' }])
			codes.push(tx!.code)
			places.push(tx!.index)
		}
		expect(codes).toEqual([0, 0, 5, 0, 0, 0, 0, 0, 0])
		expect(places.slice(3).sort()).toEqual([0, 1, 2, 3, 4, 5])

		const { phases } = await client.gasTrace(hashes[0]!)
		const message = phases.find(({ name }) => name === 'message 0 /chain.greet.v1beta1.MsgCreateGreet')
		expect(message?.operations.map(({ name, store, times }) => `${name} ${store} ${times}`)).toEqual([
			'read greet 1',
			'write greet 2',
		])
	})

	test('the gas of a committed transaction is told by a node without admin methods, also to a web page', async () => {
		const node = await startTestNode({ admin: 'off' })
		closing.push(() => node.close())
		const { client } = await connectTestClient('remote', node)
		closing.push(() => client.close())
		const answer = async (method: string): Promise<string> => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { hash: 'AB'.repeat(32) } })
			const reply = await fetch(node.addresses.rpc!, {
				method: 'POST',
				body,
				headers: { origin: 'http://page.example' },
			})
			return reply.text()
		}
		expect(await answer('chain_traceGas')).toContain(`tx (${'AB'.repeat(32)}) not found`)
		expect(await answer('admin_status')).toContain('Method not found')
		await expect(client.gasTrace('AB'.repeat(32))).rejects.toMatchObject({
			message: expect.stringContaining('not found'),
		})
		await expect(client.gasTrace('xyz')).rejects.toMatchObject({ next: expect.stringContaining('64 hexadecimal') })
	})

	test('cannot be told once the state before its block is pruned', async () => {
		const { client } = await chainWith({ pruning: 'everything' })
		const hash = hashOf(await outcomeOf(client.createGreeting('alice', 'to be pruned')))
		const tx = await client.tx(hash)
		expect(sumOf(await client.gasTrace(hash))).toBe(tx?.gasUsed)
		await client.admin?.mine(20)
		const kept =
			/^The state before block \d+ is pruned; the earliest version kept is \d+\.\nRun a node with --pruning nothing/
		await expect(client.gasTrace(hash)).rejects.toMatchObject({
			message: 'The gas use of this transaction is not available.',
			next: expect.stringMatching(kept),
		})
	})

	test('the gas of a committed transaction is printed by the command line, as YAML and as JSON', async () => {
		const { node, client } = await chainWith()
		const hash = hashOf(await outcomeOf(client.createGreeting('alice', 'printed')))
		const line = ['q', 'tx', hash, '--gas', '--node', node.addresses.rpc!]
		const yaml = await cli(line)
		expect(yaml).toMatchObject({ exit: 0, stderr: '' })
		expect(yaml.stdout).toContain('phase: message 0 /chain.greet.v1beta1.MsgCreateGreet')
		const json = JSON.parse((await cli([...line, '-o', 'json'])).stdout)
		const sum = json.phases.reduce((total: number, { gas }: { gas: string }) => total + Number(gas), 0)
		expect(String(sum)).toBe(json.gas_used)
		expect(json).toMatchObject({ txhash: hash, gas_used: String((await client.tx(hash))?.gasUsed) })
		const unknown = await cli(['q', 'tx', 'CD'.repeat(32), '--gas', '--node', node.addresses.rpc!])
		expect(unknown).toMatchObject({ exit: 1, stderr: expect.stringContaining('not found') })
	})
})
