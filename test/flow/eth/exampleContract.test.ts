import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { checkSignatures } from '../../../src/client/checkSignatures.ts'
import { AbiBook } from '../../../src/client/evm/AbiBook.ts'
import type { Artifact, EvmClient, EvmProgress, EvmReceipt } from '../../../src/client/evm/EvmClient.ts'
import type { TestNode } from '../../support/startNode.ts'
import { connectTestClient, startTestNode } from '../client/testChain.ts'
import { compile } from './compile.ts'

const folder = new URL('../../../examples/contracts/', import.meta.url)
const words = 'test test test test test test test test test test test junk'
const dev = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let node: TestNode
let client: ChainClient
let evm: EvmClient
let wall: string

async function finished(progress: AsyncIterable<EvmProgress>): Promise<EvmProgress> {
	let last: EvmProgress | undefined
	for await (const step of progress) last = step
	return last!
}

async function committed(progress: AsyncIterable<EvmProgress>): Promise<EvmReceipt & { chainHash: string }> {
	const last = await finished(progress)
	if (last.state !== 'committed') throw new TypeError(`it ended as ${JSON.stringify(last)}`)
	return { ...last.receipt, chainHash: last.hash }
}

beforeAll(async () => {
	node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
	const connected = await connectTestClient('embedded', node)
	client = connected.client
	await connected.keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
	await connected.keyring.create('own')
	await client.status()
	evm = client.evm!
})

afterAll(async () => {
	await client.close()
	await node.close()
})

// After a change of the contract: npx vitest run test/flow/eth/exampleContract.test.ts -u
test('the committed artifact is what the compiler makes of the source', async () => {
	const { abi, bytecode } = compile('Wall', 'Wall', folder)
	const artifact = { contractName: 'Wall', sourceName: 'examples/contracts/Wall.sol', abi, bytecode }
	await expect(`${JSON.stringify(artifact, null, '\t')}\n`).toMatchFileSnapshot(new URL('Wall.json', folder).pathname)
})

describe('the example contract, through the client of screens and commands', () => {
	let artifact: Artifact

	test('the example contract is read and deployed, and its code and balance are told', async () => {
		const found = await evm.readArtifacts(await readFile(new URL('Wall.json', folder), 'utf8'))
		expect(found).toHaveLength(1)
		artifact = found[0]!
		const receipt = await committed(evm.deploy('dev', { artifact, args: ['Our wall'] }))
		wall = receipt.contractAddress!
		evm.abis.add('Wall', artifact.abi, wall)
		const account = await evm.account(wall)
		expect(account.code?.size).toBeGreaterThan(500)
		expect(account.bech32).toMatch(/^chain1/)
		expect((await evm.account(account.bech32)).address).toBe(wall)
		// The transaction is found by the chain's hash and by Ethereum's.
		expect(receipt.chainHash).toMatch(/^[0-9A-F]{64}$/)
		expect((await client.tx(receipt.hash))?.hash).toBe(receipt.chainHash)
	})

	test('the example contract is called by signature and by its ABI, also by its bech32 address', async () => {
		expect((await evm.call({ to: wall, fn: 'title()(string)', args: [] })).values).toEqual([
			{ name: '', type: 'string', text: 'Our wall' },
		])
		const receipt = await committed(evm.send('dev', { to: wall, fn: 'greet(string)', args: ['hello'], value: 5n }))
		expect(receipt.logs[0]?.decoded).toMatchObject({
			signature: 'Greeted(uint256,address,string,uint256)',
			source: 'Wall',
			args: [{ text: '0' }, { name: 'author' }, { text: 'hello' }, { text: '5' }],
		})
		const fn = artifact.abi.find((item) => item.type === 'function' && item.name === 'greeting')
		const result = await evm.call({ to: (await evm.account(wall)).bech32, fn: fn as never, args: ['0'] })
		expect(result.values[0]?.type).toBe('(address,uint64,string)')
		expect(result.values[0]?.text).toMatch(/^\(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, \d+, "hello"\)$/)
	})

	test('tells its events over a range, of one kind too', async () => {
		const all = await evm.logs({ addresses: [wall], from: 1 })
		expect(all.map(({ decoded }) => decoded?.name)).toEqual(['Greeted'])
		const event = 'Greeted(uint256 indexed,address indexed,string,uint256)'
		expect(await evm.logs({ addresses: [wall], event, from: 1 })).toEqual(all)
		expect(await evm.logs({ addresses: [wall], event: 'Cleaned(uint256)', from: 1 })).toEqual([])
	})

	test('gives its reasons, of an error of its own with the values', async () => {
		const refused = finished(evm.send('dev', { to: wall, fn: 'greet(string)', args: [''] }))
		expect(await refused).toMatchObject({
			state: 'failed',
			problem: 'The contract refused the call: EmptyGreeting()',
		})
		await expect(evm.call({ to: wall, fn: 'greeting(uint256)', args: ['7'] })).rejects.toThrow(
			'The contract refused the call: NoSuchGreeting(id: 7, count: 1)',
		)
		await expect(evm.call({ to: wall, fn: 'clean()', args: [], from: bob })).rejects.toThrow(
			`NotThePainter(caller: ${bob})`,
		)
	})

	test('one sent with a gas limit fails in its block, with the reason', async () => {
		const outcome = await finished(evm.send('dev', { to: wall, fn: 'greet(string)', args: [''], gas: 200_000n }))
		expect(outcome).toMatchObject({ state: 'failed', problem: expect.stringContaining('EmptyGreeting()') })
	})

	test('the example contract is traced as a tree with gas per frame', async () => {
		const receipt = await committed(evm.send('dev', { to: wall, fn: 'clean()', args: [] }))
		for (const hash of [receipt.hash, receipt.chainHash]) {
			const tree = await evm.trace(hash)
			expect(tree).toMatchObject({ kind: 'CALL', contract: 'Wall', call: 'clean()', failed: false, value: 0n })
			expect(tree.calls).toMatchObject([{ kind: 'CALL', call: 'coins only', value: 5n, from: wall }])
			expect(tree.gasOwn).toBe(tree.gasUsed - tree.calls[0]!.gasUsed)
		}
		const failed = await evm.traceCall({ to: wall, fn: 'greeting(uint256)', args: ['3'] })
		expect(failed).toMatchObject({ failed: true, result: expect.stringContaining('NoSuchGreeting(id: 3, count: 0)') })
	})

	test('transactions of a contract are told in words out of the chain’s own: call, arguments, reply, events, reason', async () => {
		const read = async (hash: string) => {
			const tx = (await client.tx(hash))!
			const found = await client.ethereumTxs(tx)
			expect(found).toHaveLength(1)
			return { tx, ethereum: found[0]! }
		}
		const sent = await committed(evm.send('dev', { to: wall, fn: 'greet(string)', args: ['told'], value: 7n }))
		const good = await read(sent.hash)
		expect(good.ethereum).toMatchObject({
			hash: sent.hash,
			from: dev,
			to: wall,
			contract: 'Wall',
			value: 7n,
			call: { signature: 'greet(string)', source: 'Wall', args: [{ name: 'text', text: 'told' }] },
			gasUsed: sent.gasUsed,
			fault: '',
			logs: [{ address: wall, decoded: { name: 'Greeted' } }],
		})
		expect(good.tx).toMatchObject({ code: 0, signers: [dev], evmFault: undefined })
		expect(await checkSignatures(client, good.tx)).toEqual([{ signer: dev, ok: true, reason: '' }])

		await finished(evm.send('dev', { to: wall, fn: 'greet(string)', args: [''], gas: 200_000n }))
		const [newest] = (await client.listTxs('tx.height > 0', 1, 1)).txs
		expect(newest).toMatchObject({ code: 0, signers: [dev], evmFault: 'execution reverted' })
		const bad = await read(newest!.hash)
		expect(bad.tx.evmFault).toBe('execution reverted')
		expect(bad.ethereum).toMatchObject({ fault: 'execution reverted: EmptyGreeting()', logs: [], gave: [] })

		const made = await committed(evm.deploy('dev', { artifact, args: ['Another'] }))
		expect((await read(made.hash)).ethereum).toMatchObject({ created: made.contractAddress, to: undefined })
		expect(await client.ethereumTxs((await client.tx(made.chainHash))!)).toHaveLength(1)
	})

	test('a contract nobody added an ABI for is read by common interfaces, what it gave too', async () => {
		const token = await committed(
			evm.deploy('dev', { artifact: { name: 'Token', ...compile('Token') }, args: ['1000'] }),
		)
		const to = token.contractAddress!
		const sent = await committed(evm.send('dev', { to, fn: 'transfer(address,uint256)', args: [bob, '5'] }))
		const [read] = await client.ethereumTxs((await client.tx(sent.hash))!)
		expect(read).toMatchObject({
			contract: '',
			call: {
				signature: 'transfer(address,uint256)',
				source: 'common',
				args: [{ name: 'to', text: bob }, { text: '5' }],
			},
			gave: [{ type: 'bool', text: 'true' }],
			logs: [{ decoded: { signature: 'Transfer(address,address,uint256)', source: 'common' } }],
		})
		const raw = await committed(evm.send('dev', { to: bob, data: '0xdeadbeef' }))
		const [unknown] = await client.ethereumTxs((await client.tx(raw.hash))!)
		expect(unknown?.call).toBeUndefined()
		expect(unknown?.data).toBe('0xdeadbeef')
	})

	test('coins go to a bech32 address from the EVM, each unit by itself', async () => {
		const { bech32 } = await evm.account('0x00000000000000000000000000000000000000bb')
		const value = 1_500_000_000_000_000_001n
		await committed(evm.send('dev', { to: bech32, value }))
		expect((await evm.account(bech32)).balance).toBe(value)
		expect(await client.balances(bech32)).toEqual([{ denom: 'uchain', amount: '1500000' }])
	})

	test('a key of the chain cannot sign for it, and says what can', async () => {
		const outcome = await finished(evm.send('own', { to: wall, fn: 'clean()', args: [] }))
		expect(outcome).toMatchObject({ state: 'failed', problem: expect.stringContaining('own is no Ethereum key.') })
	})

	test('a wrong argument is named', async () => {
		await expect(evm.call({ to: wall, fn: 'greeting(uint256)', args: ['x'] })).rejects.toThrow(
			'The argument id (uint256) is not right: "x" is no whole number.',
		)
		await expect(evm.call({ to: wall, fn: 'greeting(uint256)', args: [] })).rejects.toThrow(
			'greeting takes 1 arguments, not 0.',
		)
		await expect(evm.call({ to: bob, fn: 'title()(string)', args: [] })).rejects.toThrow(
			'There is no contract at this address.',
		)
	})
})

test('ABIs are kept in their folder, and an address belongs to one contract', () => {
	const at = mkdtempSync(join(tmpdir(), 'abis-'))
	const book = new AbiBook(at)
	book.add('A', [], bob)
	book.add('B', [], bob.toLowerCase())
	book.add('B', [], `0x${'11'.repeat(20)}`)
	const again = new AbiBook(at)
	expect(again.list().map(({ name, addresses }) => [name, addresses.length])).toEqual([
		['A', 0],
		['B', 2],
	])
	expect(again.at(bob)?.name).toBe('B')
	expect(() => again.add('../x', [])).toThrow('This is no name for a contract.')
	again.remove('B')
	expect(new AbiBook(at).at(bob)).toBeUndefined()
})
