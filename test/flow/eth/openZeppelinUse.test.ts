import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import {
	type Address,
	BaseError,
	ContractFunctionRevertedError,
	encodeFunctionData,
	getAddress,
	type Hex,
	hashMessage,
	parseAbi,
	parseEventLogs,
	parseSignature,
} from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Artifact, compile } from './compile.ts'
import { contractsOnChain } from './contractsOnChain.ts'
import { account } from './evmTools.ts'

const [alice, bob, carol] = [account(0), account(1), account(2)]
const nobody = '0x0000000000000000000000000000000000000000'
const [coin, card, meter, meterByTen] = ['Coin', 'Card', 'Meter', 'MeterByTen'].map((name) =>
	compile('OpenZeppelin', name),
) as [Artifact, Artifact, Artifact, Artifact]
const { url, tools, deploy, write, read } = contractsOnChain()

/** The error of a contract: its name and arguments, or its text. */
async function refusal(call: Promise<unknown>): Promise<readonly [string | undefined, unknown]> {
	const fault = await call.then(
		() => undefined,
		(error: unknown) => error,
	)
	const found =
		fault instanceof BaseError ? fault.walk((cause) => cause instanceof ContractFunctionRevertedError) : null
	if (!(found instanceof ContractFunctionRevertedError)) throw fault ?? new Error('nothing was refused')
	return found.data?.errorName === 'Error' ? ['Error', found.reason] : [found.data?.errorName, found.data?.args]
}

describe('an ERC-20 of OpenZeppelin', () => {
	let address: Address
	beforeAll(async () => {
		address = await deploy(coin, [1_000n])
	})

	test('tells of each transfer and approval', async () => {
		const { logs } = await write(coin, address, 'transfer', [bob.address, 40n])
		expect(parseEventLogs({ abi: coin.abi, logs })).toMatchObject([
			{ eventName: 'Transfer', args: { from: alice.address, to: bob.address, value: 40n } },
		])
		const approved = await write(coin, address, 'approve', [carol.address, 25n], bob)
		expect(parseEventLogs({ abi: coin.abi, logs: approved.logs })).toMatchObject([
			{ eventName: 'Approval', args: { owner: bob.address, spender: carol.address, value: 25n } },
		])
		await write(coin, address, 'transferFrom', [bob.address, alice.address, 10n], carol)
		expect(await read(coin, address, 'allowance', [bob.address, carol.address])).toBe(15n)
		expect(await read(coin, address, 'balanceOf', [bob.address])).toBe(30n)
		const past = await tools().reader.getContractEvents({
			address,
			abi: coin.abi,
			eventName: 'Transfer',
			args: { to: alice.address },
			fromBlock: 1n,
		})
		expect(past.map(({ args }) => (args as unknown as { value: bigint }).value)).toEqual([1_000n, 10n])
	})

	test('refuses with errors that clients decode', async () => {
		expect(await refusal(write(coin, address, 'transfer', [bob.address, 5_000n]))).toEqual([
			'ERC20InsufficientBalance',
			[alice.address, 970n, 5_000n],
		])
		expect(await refusal(write(coin, address, 'transferFrom', [bob.address, nobody, 20n], carol))).toEqual([
			'ERC20InsufficientAllowance',
			[carol.address, 15n, 20n],
		])
		expect(await refusal(write(coin, address, 'transfer', [nobody, 1n]))).toEqual(['ERC20InvalidReceiver', [nobody]])
	})

	test('takes a permit that its owner only signed, once', async () => {
		const message = { owner: bob.address, spender: carol.address, value: 7n, nonce: 0n, deadline: 2n ** 40n }
		const types = {
			Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map(
				(field) => {
					const [type = '', name = ''] = field.split(' ')
					return { name, type }
				},
			),
		}
		const domain = { name: 'Coin', version: '1', chainId: 2222, verifyingContract: address }
		const { v, r, s } = parseSignature(await bob.signTypedData({ domain, types, primaryType: 'Permit', message }))
		const args = [bob.address, carol.address, 7n, message.deadline, Number(v), r, s]
		await write(coin, address, 'permit', args, carol)
		expect(await read(coin, address, 'allowance', [bob.address, carol.address])).toBe(7n)
		expect((await refusal(write(coin, address, 'permit', args, carol)))[0]).toBe('ERC2612InvalidSigner')
	})

	test('does several things in one transaction, or none of them', async () => {
		const part = (functionName: string, args: readonly unknown[]): Hex =>
			encodeFunctionData({ abi: coin.abi, functionName, args })
		const before = (await read(coin, address, 'balanceOf', [carol.address])) as bigint
		const { logs } = await write(coin, address, 'multicall', [
			[part('transfer', [carol.address, 1n]), part('transfer', [carol.address, 2n])],
		])
		expect(logs).toHaveLength(2)
		expect(await read(coin, address, 'balanceOf', [carol.address])).toBe(before + 3n)
		const tooMuch = [part('transfer', [carol.address, 1n]), part('transfer', [carol.address, 10_000n])]
		expect((await refusal(write(coin, address, 'multicall', [tooMuch])))[0]).toBe('ERC20InsufficientBalance')
		expect(await read(coin, address, 'balanceOf', [carol.address])).toBe(before + 3n)
	})

	test('an ERC-20 of OpenZeppelin is used by ethers, which decodes its errors and its events', async () => {
		const provider = new JsonRpcProvider(url(), 2222, { cacheTimeout: -1, staticNetwork: true })
		const signer = new Wallet(`0x${Buffer.from(alice.getHdKey().privateKey!).toString('hex')}`, provider)
		const contract = new Contract(address, coin.abi as never, signer)
		const receipt = await (await contract.getFunction('transfer')(bob.address, 2n)).wait()
		expect(contract.interface.parseLog(receipt.logs[0])?.args.toArray()).toEqual([alice.address, bob.address, 2n])
		await expect(contract.getFunction('transfer').staticCall(bob.address, 10n ** 20n)).rejects.toMatchObject({
			revert: { name: 'ERC20InsufficientBalance' },
		})
		provider.destroy()
	})
})

describe('an ERC-721 of OpenZeppelin', () => {
	test('goes to those who can take it, and to no other contract', async () => {
		const address = await deploy(card)
		const shelf = await deploy(compile('OpenZeppelin', 'Shelf'))
		const wallet = await deploy(compile('OpenZeppelin', 'Wallet'), [alice.address])
		const { logs } = await write(card, address, 'mint', [alice.address, 7n])
		expect(parseEventLogs({ abi: card.abi, logs })).toMatchObject([
			{ eventName: 'Transfer', args: { from: nobody, to: alice.address, tokenId: 7n } },
		])
		expect(await refusal(write(card, address, 'safeTransferFrom', [alice.address, wallet, 7n]))).toEqual([
			'ERC721InvalidReceiver',
			[getAddress(wallet)],
		])
		expect(await refusal(write(card, address, 'transferFrom', [alice.address, bob.address, 7n], bob))).toEqual([
			'ERC721InsufficientApproval',
			[bob.address, 7n],
		])
		await write(card, address, 'safeTransferFrom', [alice.address, shelf, 7n])
		expect(await read(card, address, 'ownerOf', [7n])).toBe(getAddress(shelf))
		expect(await refusal(write(card, address, 'mint', [wallet, 8n]))).toEqual([
			'ERC721InvalidReceiver',
			[getAddress(wallet)],
		])
	})
})

describe('proxies of OpenZeppelin', () => {
	const begin = encodeFunctionData({ abi: meter.abi, functionName: 'initialize', args: [alice.address] })

	test('a UUPS proxy is upgraded by its owner alone and keeps its state', async () => {
		const proxy = await deploy(compile('OpenZeppelin', 'MeterProxy'), [await deploy(meter), begin])
		await write(meter, proxy, 'add')
		await write(meter, proxy, 'add')
		expect(await refusal(write(meter, proxy, 'initialize', [bob.address]))).toEqual([
			'InvalidInitialization',
			undefined,
		])
		expect(await refusal(write(meter, proxy, 'take', [3n]))).toEqual(['Error', 'the meter has less'])
		const next = await deploy(meterByTen)
		expect(await refusal(write(meter, proxy, 'upgradeToAndCall', [next, '0x'], bob))).toEqual([
			'NotOwner',
			[bob.address],
		])
		const { logs } = await write(meter, proxy, 'upgradeToAndCall', [next, '0x'])
		const upgraded = parseAbi(['event Upgraded(address indexed implementation)'])
		expect(parseEventLogs({ abi: upgraded, logs })).toMatchObject([{ args: { implementation: getAddress(next) } }])
		await write(meterByTen, proxy, 'add')
		expect(await read(meterByTen, proxy, 'count')).toBe(12n)
		expect(await read(meterByTen, proxy, 'version')).toBe(2n)
		// The slot of ERC-1967 names the contract behind it.
		const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
		expect(await tools().reader.getStorageAt({ address: proxy, slot })).toBe(`0x${next.slice(2).padStart(64, '0')}`)
	})

	test('a transparent proxy is upgraded through its administrator', async () => {
		const proxy = await deploy(compile('OpenZeppelin', 'MeterFront'), [await deploy(meter), alice.address, begin])
		await write(meter, proxy, 'add')
		const slot = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'
		const administrator: Address = `0x${(await tools().reader.getStorageAt({ address: proxy, slot }))!.slice(-40)}`
		const abi = parseAbi([
			'function upgradeAndCall(address proxy, address implementation, bytes data) payable',
			'error OwnableUnauthorizedAccount(address account)',
		])
		const args = [proxy, await deploy(meterByTen), '0x']
		const admin: Artifact = { abi, bytecode: '0x' }
		expect(await refusal(write(admin, administrator, 'upgradeAndCall', args, bob))).toEqual([
			'OwnableUnauthorizedAccount',
			[bob.address],
		])
		await write(admin, administrator, 'upgradeAndCall', args)
		await write(meterByTen, proxy, 'add')
		expect(await read(meterByTen, proxy, 'count')).toBe(11n)
	})
})

test('a contract signs for its owner (ERC-1271)', async () => {
	const wallet = await deploy(compile('OpenZeppelin', 'Wallet'), [bob.address])
	const checker = compile('OpenZeppelin', 'Checker')
	const address = await deploy(checker)
	const hash = hashMessage('hello')
	const isSigned = (signer: Address, signature: Hex) => read(checker, address, 'isSigned', [signer, hash, signature])
	const [ofBob, ofCarol] = [await bob.signMessage({ message: 'hello' }), await carol.signMessage({ message: 'hello' })]
	expect(await isSigned(wallet, ofBob)).toBe(true)
	expect(await isSigned(wallet, ofCarol)).toBe(false)
	expect(await isSigned(carol.address, ofCarol)).toBe(true)
	expect(await tools().reader.verifyMessage({ address: wallet, message: 'hello', signature: ofBob })).toBe(true)
})
