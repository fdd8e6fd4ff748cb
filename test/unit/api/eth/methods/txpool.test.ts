import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const [alice, bob] = ['11', '22'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`)) as [
	ReturnType<typeof privateKeyToAccount>,
	ReturnType<typeof privateKeyToAccount>,
]
const to = getAddress(`0x${'bb'.repeat(20)}`)
const price = 10n ** 10n

describe('the transactions that wait', () => {
	let chain: Awaited<ReturnType<typeof createEthBench>>
	const hashes: string[] = []

	beforeAll(async () => {
		chain = await createEthBench({
			funded: [alice, bob].map(({ address }) => [fromHex(address.slice(2))!, 1_000_000n]),
		})
		const common = { type: 'legacy', chainId: 2222, gas: 60_000n, gasPrice: price } as const
		const send = async (raw: string) => hashes.push(await chain.ask('eth_sendRawTransaction', raw))
		await send(await alice.signTransaction({ ...common, nonce: 0, to, value: 7n }))
		await send(await bob.signTransaction({ ...common, nonce: 0, data: '0x00' }))
		await send(await alice.signTransaction({ ...common, nonce: 1, to }))
		await send(await alice.signTransaction({ ...common, nonce: 3, to }))
		// Its amounts are absent, as only the framework's form of it can say.
		const data = parseRawTx(fromHex((await bob.signTransaction({ ...common, nonce: 9, to })).slice(2))!)
		const bare = { ...data, value: '', gasPrice: '' }
		const tx = ethTxOf(bare)
		const hash = ethTxHash(tx)
		hashes.push(`0x${toHex(hash)}`)
		chain.wait(frameworkTx({ data: bare, tx, hash, size: 100, evmDenom: 'achain' }))
	})

	test('transactions that wait are counted by whether they can be in the next block', async () => {
		expect(await chain.ask('txpool_status')).toEqual({ pending: '0x4', queued: '0x1' })
		const listed = await chain.ask('eth_pendingTransactions')
		expect(listed.map(({ hash }: { hash: string }) => hash)).toEqual([hashes[0], hashes[1], hashes[2], hashes[4]])
	})

	test('transactions that wait are told by sender and nonce in words', async () => {
		const { pending, queued } = await chain.ask('txpool_inspect')
		expect(pending[alice.address]).toEqual({
			0: `${to}: 7 wei + 60000 gas × ${price} wei`,
			1: `${to}: 0 wei + 60000 gas × ${price} wei`,
		})
		expect(pending[bob.address]).toEqual({ 0: `contract creation: 0 wei + 60000 gas × ${price} wei` })
		// The signer of what was changed is another one.
		const others = Object.entries(pending).filter(([sender]) => sender !== alice.address && sender !== bob.address)
		expect(others.map(([, texts]) => texts)).toEqual([{ 9: `${to}: 0 wei + 60000 gas × 0 wei` }])
		expect(queued).toEqual({ [alice.address]: { 3: `${to}: 0 wei + 60000 gas × ${price} wei` } })
	})

	test('transactions that wait are told whole, of all senders and of one', async () => {
		const { pending, queued } = await chain.ask('txpool_content')
		expect(pending[alice.address]).toMatchObject({ 0: { hash: hashes[0] }, 1: { hash: hashes[2] } })
		expect(queued).toMatchObject({ [alice.address]: { 3: { hash: hashes[3], blockHash: null } } })
		expect(await chain.ask('txpool_contentFrom', alice.address)).toEqual({
			pending: pending[alice.address],
			queued: queued[alice.address],
		})
		expect(await chain.ask('txpool_contentFrom', bob.address)).toEqual({ pending: pending[bob.address], queued: {} })
	})
})

test('the senders of what waits are told in lower case to suites that are written for anvil', async () => {
	const chain = await createEthBench({ keys: [], funded: [[fromHex(alice.address.slice(2))!, 1_000_000n]] })
	const tx = { type: 'legacy', chainId: 2222, gas: 60_000n, gasPrice: price, to } as const
	const hash = await chain.ask('eth_sendRawTransaction', await alice.signTransaction({ ...tx, nonce: 0 }))
	const { pending } = await chain.ask('txpool_content')
	expect(pending).toMatchObject({ [alice.address.toLowerCase()]: { 0: { hash } } })
	expect(await chain.ask('hardhat_dropTransaction', `0x${'00'.repeat(32)}`)).toBe(false)
	expect(await chain.ask('anvil_dropTransaction', `0x${'00'.repeat(32)}`)).toBeNull()
	expect(await chain.ask('anvil_dropTransaction', hash)).toBe(hash)
	const later = await chain.ask('eth_sendRawTransaction', await alice.signTransaction({ ...tx, nonce: 2 }))
	expect(await chain.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
	expect(await chain.ask('hardhat_dropTransaction', later)).toBe(true)
	expect(await chain.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
	await chain.ask('eth_sendRawTransaction', await alice.signTransaction({ ...tx, nonce: 0 }))
	await chain.mine(...chain.waiting())
	const inBlock = `transaction ${hash} is in a block already and cannot be dropped`
	expect(await chain.ask('hardhat_dropTransaction', hash)).toBe(inBlock)
	expect(await chain.ask('anvil_dropTransaction', hash)).toBeNull()
})

test('what waits of one sender is taken out, or all that waits', async () => {
	const chain = await createEthBench({
		keys: [],
		funded: [alice, bob].map(({ address }) => [fromHex(address.slice(2))!, 1_000_000n]),
	})
	const tx = { type: 'legacy', chainId: 2222, gas: 60_000n, gasPrice: price, to } as const
	const fill = async () => {
		for (const account of [alice, bob]) {
			for (const nonce of [0, 2])
				await chain.ask('eth_sendRawTransaction', await account.signTransaction({ ...tx, nonce }))
		}
		return chain.ask('txpool_status')
	}
	expect(await fill()).toEqual({ pending: '0x2', queued: '0x2' })
	expect(await chain.ask('anvil_removePoolTransactions', alice.address)).toBeNull()
	expect(await chain.ask('txpool_contentFrom', alice.address)).toEqual({ pending: {}, queued: {} })
	expect(await chain.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x1' })
	expect(await chain.ask('anvil_dropAllTransactions')).toBeNull()
	expect(await chain.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
})
