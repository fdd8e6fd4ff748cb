import { encodeEventTopics, encodeFunctionData, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { connectEvm } from '../../../../src/client/evm/connectEvm.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { bech32OfAny } from '../../../../src/codec/address/anyAddress.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'
import { type Answers, providerOf, Reply } from '../places/provider.ts'

const jar = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
	'function put(uint256 amount) returns (bool done)',
	'function pair() view returns (uint256 left, string right)',
	'event Put(address indexed by, uint256 amount)',
])
const put = encodeFunctionData({ abi, functionName: 'put', args: [7n] })
const topics = encodeEventTopics({ abi, eventName: 'Put', args: { by: bob } }) as Hex[]
const word = (value: bigint): Hex => toHex(value, { size: 32 })
const frame = { type: 'CALL', from: bob, to: jar, gas: '0x64', gasUsed: '0x32', input: put, output: word(1n) }

/** A client of a JSON-RPC that answers like this, with the ABI of a contract, and what it asked. */
async function clientOf(answers: Answers, parts: { readonly agent?: string; readonly key?: string } = {}) {
	const { url, asked } = await providerOf(answers)
	const abis = new AbiBook(undefined)
	abis.add('Jar', abi, jar)
	const client = connectEvm({
		url,
		abis,
		keyring: await openKeyring({ folder: undefined, settings: defaultChainSettings }),
		settings: defaultChainSettings,
		chainHashOf: async () => '',
		ethHashOf: async (hash) => (hash === 'AB' ? '0xabab' : ''),
		...(parts.agent === undefined ? {} : { agent: parts.agent }),
		...(parts.key === undefined ? {} : { apiKey: async () => parts.key }),
	})
	return { client, url, asked: () => asked.map(({ text }) => text), headers: () => asked.map(({ headers }) => headers) }
}

describe('an account of the EVM', () => {
	const answers = { eth_getBalance: '0x12c', eth_getTransactionCount: '0x7', eth_getCode: '0x6001600255' }

	test('an account is told with coins, nonce and code, of the newest state or of a height', async () => {
		const { client, asked } = await clientOf(answers)
		const account = { address: jar, bech32: bech32OfAny(jar, 'chain'), balance: 300n, nonce: 7 }
		const code = { size: 5, hash: keccak256('0x6001600255') }
		expect(await client.account(jar.toLowerCase())).toEqual({ ...account, code })
		expect(asked().sort()).toEqual([
			`eth_getBalance ["${jar}","latest"]`,
			`eth_getCode ["${jar}","latest"]`,
			`eth_getTransactionCount ["${jar}","latest"]`,
		])
		expect(await client.account(account.bech32, 5)).toEqual({ ...account, code })
		expect(asked().filter((text) => text.includes('"0x5"'))).toHaveLength(3)
		const plain = await clientOf({ ...answers, eth_getCode: '0x' })
		expect(await plain.client.account('jar')).toEqual(account)
	})

	test('code and slots are read as they are, of the newest state or of a height', async () => {
		const { client, asked } = await clientOf({ ...answers, eth_getStorageAt: word(5n) })
		expect([await client.code(jar), await client.code(jar, 5)]).toEqual(['0x6001600255', '0x6001600255'])
		expect([await client.storage(jar, 17n), await client.storage(jar, 17n, 5)]).toEqual([word(5n), word(5n)])
		expect(asked()).toEqual([
			`eth_getCode ["${jar}","latest"]`,
			`eth_getCode ["${jar}","0x5"]`,
			`eth_getStorageAt ["${jar}","0x11","latest"]`,
			`eth_getStorageAt ["${jar}","0x11","0x5"]`,
		])
		const none = await clientOf({ eth_getCode: '0x', eth_getStorageAt: '0x' })
		expect([await none.client.code(jar), await none.client.storage(jar, 0n)]).toEqual(['0x', '0x'])
	})

	test.each<[string, string, object]>([
		[
			'of another chain',
			'kava1xyz',
			{ message: 'This is not an address of this chain.', next: 'An address starts with chain1 or 0x.' },
		],
		[
			'of 32 bytes',
			addressToText(new Uint8Array(32), 'chain'),
			{ message: 'This address has no 0x form.', why: 'It is not 20 bytes long.' },
		],
	])('an address %s is refused before anything is asked', async (_name, text, fault) => {
		const { client, asked } = await clientOf(answers)
		await expect(client.account(text)).rejects.toMatchObject({ ...fault, name: 'UserError' })
		expect(asked()).toEqual([])
	})

	test('questions carry the name of the app and the key, and are sent to no other address', async () => {
		const { client, headers } = await clientOf({ eth_chainId: '0x8ae' }, { agent: 'test agent', key: 'secret' })
		expect(await client.chainId()).toBe(2222)
		expect(headers()[0]).toMatchObject({
			'user-agent': 'test agent',
			'x-api-key': 'secret',
			'content-type': 'application/json',
		})
		const bare = await clientOf({ eth_chainId: '0x8ae' })
		await bare.client.chainId()
		expect(bare.headers()[0]).not.toHaveProperty('x-api-key')
		expect(bare.headers()[0]?.['user-agent']).not.toContain('test agent')
		const elsewhere = await clientOf({ eth_chainId: new Reply(307, '', { location: bare.url }) }, { key: 'secret' })
		await expect(elsewhere.client.chainId()).rejects.toThrow(`The EVM's JSON-RPC at ${elsewhere.url} does not answer.`)
		expect(bare.headers()).toHaveLength(1)
	})
})

test('a node that is busy is asked once', async () => {
	const { client, asked } = await clientOf({ eth_chainId: new Reply(503, '') })
	await expect(client.chainId()).rejects.toThrow('does not answer')
	expect(asked()).toHaveLength(1)
})

describe('a call of a contract that is not sent', () => {
	test('a call is asked with its sender, coins and height where they are given, and read by its outputs', async () => {
		const { client, asked } = await clientOf({ eth_call: word(1n) })
		expect(await client.call({ to: 'Jar', fn: 'put', args: ['7'] })).toMatchObject({
			data: word(1n),
			values: [{ name: 'done', text: 'true' }],
		})
		const whole = { to: jar, fn: 'put(uint256)', args: ['7'], from: bech32OfAny(bob, 'chain'), value: 5n, height: 9 }
		await client.call(whole)
		expect(asked()).toEqual([
			`eth_call [{"to":"${jar}","data":"${put}"},"latest"]`,
			`eth_call [{"to":"${jar}","data":"${put}","from":"${bob}","value":"0x5"},"0x9"]`,
		])
	})

	test.each<[string, string, Answers, Partial<UserError>]>([
		[
			'from no contract',
			'f()(uint256)',
			{ eth_call: '0x', eth_getCode: '0x' },
			{ message: 'There is no contract at this address.', next: 'Check the address, and the chain.' },
		],
		[
			'from a contract',
			'pair',
			{ eth_call: '0x', eth_getCode: '0x60' },
			{
				message: 'The contract gave nothing.',
				why: 'It may have no such function.',
				next: 'Check the signature.',
			},
		],
		[
			'of another form',
			'pair',
			{ eth_call: '0x01' },
			{
				message: 'The contract gave something else than its signature says.',
				why: 'It gave 0x01.',
				next: 'Check the types behind the arguments.',
			},
		],
	])('nothing, or something %s, is no answer to a call', async (_name, fn, answers, fault) => {
		const { client } = await clientOf(answers)
		await expect(client.call({ to: jar, fn, args: [] })).rejects.toMatchObject(fault)
	})

	test('a call that promises nothing may give nothing', async () => {
		const { client, asked } = await clientOf({ eth_call: '0x' })
		expect(await client.call({ to: bob, fn: 'f()', args: [] })).toEqual({ data: '0x', values: [] })
		expect(asked()).toHaveLength(1)
	})

	test('the calls of a call that was not sent are told of the newest state or of a height', async () => {
		const { client, asked } = await clientOf({ debug_traceCall: frame })
		const call = { to: jar, fn: 'put', args: ['7'] }
		expect(await client.traceCall(call)).toMatchObject({ contract: 'Jar', call: 'put(amount: 7)', result: 'true' })
		await client.traceCall({ ...call, height: 9 })
		const params = `{"to":"${jar}","data":"${put}"}`
		expect(asked()).toEqual([
			`debug_traceCall [${params},"latest",{"tracer":"callTracer"}]`,
			`debug_traceCall [${params},"0x9",{"tracer":"callTracer"}]`,
		])
	})

	test('call data is decoded by the contract it is for, otherwise by any', async () => {
		const { client } = await clientOf({})
		const other = parseAbi(['function put(uint256 apples)'])
		expect((await client.decodeCall(put, jar))?.args[0]?.name).toBe('amount')
		expect((await client.decodeCall(put))?.args[0]?.name).toBe('amount')
		expect(await client.decodeCall('0x01020304', jar)).toBeUndefined()
		await expect(client.decodeCall(put, 'kava1xyz')).rejects.toThrow('This is not an address of this chain.')
		expect(await client.readArtifacts(JSON.stringify(other), 'Apples')).toMatchObject([{ name: 'Apples' }])
	})
})

describe('events and transactions of the EVM', () => {
	test('events are asked for by contracts, signature and heights, and told decoded', async () => {
		const log = { address: jar.toLowerCase(), topics, data: word(5n), blockNumber: '0x9', logIndex: '0x2' }
		const { client, asked } = await clientOf({ eth_getLogs: [{ ...log, transactionHash: '0xabab' }] })
		const event = 'Put(address indexed,uint256)'
		expect(await client.logs({ addresses: ['Jar', bob], event, from: 1, to: 17 })).toMatchObject([
			{
				...{ address: jar, topics, data: word(5n), height: 9, txHash: '0xabab', index: 2 },
				decoded: { name: 'Put', source: 'Jar', args: [{ text: bob }, { text: '5' }] },
			},
		])
		await client.logs({})
		expect(asked()).toEqual([
			`eth_getLogs [{"address":["${jar}","${bob}"],"topics":["${topics[0]}"],"fromBlock":"0x1","toBlock":"0x11"}]`,
			'eth_getLogs [{}]',
		])
	})

	test('the calls of a transaction are told by the hash of Ethereum, or of the chain', async () => {
		const { client, asked } = await clientOf({ debug_traceTransaction: frame })
		for (const hash of ['0xCDCD', 'AB']) expect(await client.trace(hash)).toMatchObject({ from: bob, gasUsed: 50n })
		expect(asked()).toEqual(
			['0xCDCD', '0xabab'].map((hash) => `debug_traceTransaction ["${hash}",{"tracer":"callTracer"}]`),
		)
		await expect(client.trace('CD')).rejects.toEqual(
			new UserError('This transaction made no calls in the EVM.', {
				why: 'It is not an Ethereum transaction, or the node does not know it.',
				next: 'Give the hash of a transaction of Ethereum, 0x and 64 digits.',
			}),
		)
		expect(asked()).toHaveLength(2)
	})
})
