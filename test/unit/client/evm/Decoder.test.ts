import {
	type Abi,
	encodeErrorResult,
	encodeEventTopics,
	encodeFunctionData,
	erc20Abi,
	erc721Abi,
	type Hex,
	numberToHex,
	pad,
	parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { callText, Decoder } from '../../../../src/client/evm/Decoder.ts'

const a = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const b = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const decoder = new Decoder(new AbiBook(undefined))

describe('what nobody added an ABI for', () => {
	test('data that nobody added an ABI for is read where it is of a common interface', () => {
		const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [b, 5n] })
		const decoded = decoder.call(data)
		expect(decoded).toMatchObject({ signature: 'transfer(address,uint256)', source: 'common' })
		expect(callText(decoded!.name, decoded!.args)).toBe(`transfer(to: ${b}, amount: 5)`)
		expect(decoder.call('0xdeadbeef')).toBeUndefined()
		expect(decoder.call('0xa9059cbb00')).toBeUndefined()
	})

	test('events of ERC-20 and ERC-721 have one name and are told apart', () => {
		const topics = (abi: Abi, args: object) =>
			encodeEventTopics({ abi, eventName: 'Transfer', args: args as never }) as readonly Hex[]
		const coin = decoder.log(topics(erc20Abi, { from: a, to: b }), pad(numberToHex(7), { size: 32 }))
		expect(coin?.args.map(({ text }) => text)).toEqual([a, b, '7'])
		const token = decoder.log(topics(erc721Abi, { from: a, to: b, tokenId: 7n }), '0x')
		expect(token?.args.map(({ text }) => text)).toEqual([a, b, '7'])
	})

	test('refusals are told: texts, panics and OpenZeppelin’s errors', () => {
		const error = parseAbi([
			'error Error(string)',
			'error Panic(uint256)',
			'error OwnableUnauthorizedAccount(address account)',
		])
		const refusal = (errorName: string, arg: unknown) =>
			decoder.refusal(encodeErrorResult({ abi: error, errorName, args: [arg] } as never))
		expect(refusal('Error', 'not today')).toBe('not today')
		expect(refusal('Panic', 17n)).toBe('panic 0x11: a number is too large or below zero')
		expect(refusal('OwnableUnauthorizedAccount', a)).toBe(`OwnableUnauthorizedAccount(account: ${a})`)
		expect(decoder.refusal('0x')).toBeUndefined()
		expect(decoder.refusal('0x12345678')).toBeUndefined()
	})
})

test('calls in the arguments of a multicall are read, those inside them too, and bytes that are none are left', () => {
	const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [b, 5n] })
	const multicall = parseAbi([
		'function multicall(bytes[] data)',
		'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
	])
	const inside = encodeFunctionData({ abi: multicall, functionName: 'multicall', args: [[transfer, '0xdeadbeef']] })
	const book = new AbiBook(undefined)
	book.add('Coin', parseAbi(['function transfer(address receiver, uint256 tokens)']), a)
	const data = encodeFunctionData({
		abi: multicall,
		functionName: 'aggregate3',
		args: [
			[
				{ target: a, allowFailure: false, callData: transfer },
				{ target: b, allowFailure: true, callData: inside },
			],
		],
	})
	const decoded = new Decoder(book).call(data)
	expect(decoded?.inner).toMatchObject([
		{ signature: 'transfer(address,uint256)', source: 'Coin', args: [{ name: 'receiver' }, { text: '5' }] },
		{ signature: 'multicall(bytes[])', inner: [{ signature: 'transfer(address,uint256)' }] },
	])
	expect(decoder.call(transfer)).not.toHaveProperty('inner')
})

test('a call that carries itself many times over is read to a depth and a number', () => {
	const multicall = parseAbi(['function multicall(bytes[] data)'])
	const pack = (calls: readonly Hex[]): Hex =>
		encodeFunctionData({ abi: multicall, functionName: 'multicall', args: [calls] })
	let data = pack([])
	for (let depth = 0; depth < 6; depth++) data = pack([data])
	const depthOf = (call: ReturnType<Decoder['call']> | { inner?: readonly unknown[] }): number =>
		call?.inner === undefined ? 0 : 1 + depthOf(call.inner[0] as never)
	expect(depthOf(decoder.call(data))).toBe(3)
	expect(decoder.call(pack(Array.from({ length: 80 }, () => pack([]))))?.inner).toHaveLength(50)
})

test('the ABI of the contract goes before that of others and the common ones', () => {
	const book = new AbiBook(undefined)
	book.add('Other', parseAbi(['function transfer(address wrong, uint256 words)']))
	book.add('Mine', parseAbi(['function transfer(address receiver, uint256 tokens)']), a)
	const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [b, 5n] })
	const mine = new Decoder(book)
	expect(mine.call(data, a.toLowerCase())?.args[0]?.name).toBe('receiver')
	expect(mine.call(data, a)?.source).toBe('Mine')
})
