import { describe, expect, test } from 'vitest'
import { Web3 } from 'web3'
import { compile } from './compile.ts'
import { contractsOnChain } from './contractsOnChain.ts'
import { account } from './evmTools.ts'

const [alice, bob] = [account(0), account(1)]
const { url, deploy, write, read } = contractsOnChain()

describe('contracts of OpenZeppelin', () => {
	test('an ERC-20 moves, and allows others to move', async () => {
		const coin = compile('OpenZeppelin', 'Coin')
		const address = await deploy(coin, [1_000n])
		const receipt = await write(coin, address, 'transfer', [bob!.address, 40n])
		expect(receipt.logs).toHaveLength(1)
		expect(await read(coin, address, 'balanceOf', [bob!.address])).toBe(40n)
		await write(coin, address, 'approve', [bob!.address, 5n])
		expect(await read(coin, address, 'allowance', [alice!.address, bob!.address])).toBe(5n)
		await expect(write(coin, address, 'transfer', [bob!.address, 5_000n])).rejects.toThrow(/ERC20InsufficientBalance/)
	})

	test('an ERC-721 is minted and handed on', async () => {
		const card = compile('OpenZeppelin', 'Card')
		const address = await deploy(card)
		await write(card, address, 'mint', [alice!.address, 7n])
		await write(card, address, 'transferFrom', [alice!.address, bob!.address, 7n])
		expect(await read(card, address, 'ownerOf', [7n])).toBe(bob!.address)
		expect(await read(card, address, 'supportsInterface', ['0x80ac58cd'])).toBe(true)
	})

	test('a proxy keeps its own state behind another contract', async () => {
		const counter = compile('OpenZeppelin', 'Counter')
		const target = await deploy(counter)
		const proxy = await deploy(compile('OpenZeppelin', 'CounterProxy'), [target])
		await write(counter, proxy, 'add')
		await write(counter, proxy, 'add')
		expect(await read(counter, proxy, 'count')).toBe(2n)
		expect(await read(counter, target, 'count')).toBe(0n)
	})

	test('web3.js deploys and calls', async () => {
		const coin = compile('OpenZeppelin', 'Coin')
		const web3 = new Web3(url())
		const account = web3.eth.accounts.privateKeyToAccount(
			'0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
		)
		web3.eth.accounts.wallet.add(account)
		const contract = new web3.eth.Contract(coin.abi as never)
		const deployed = await contract
			.deploy({ data: coin.bytecode, arguments: [9n] as never })
			.send({ from: account.address })
		expect(
			await (deployed.methods as unknown as { totalSupply(): { call(): Promise<bigint> } }).totalSupply().call(),
		).toBe(9n)
	})
})
