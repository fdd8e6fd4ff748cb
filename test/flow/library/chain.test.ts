import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { type Chain, startChain, UserError } from '../../../src/library/index.ts'
import { freePorts } from '../../reference/goProgram.ts'

const logged: string[] = []
let chain: Chain
beforeAll(async () => {
	chain = await startChain({ blockMode: 'manual', chainId: 'chain_2222-1', onLog: (line) => logged.push(line) })
})
afterAll(() => chain.stop())

/** JSON of a path of a chain's REST server. */
async function rest<T>(path: string, of = chain): Promise<T> {
	return (await (await fetch(`${of.restUrl}${path}`)).json()) as T
}

async function post(url: string, method: string, params: unknown): Promise<Record<string, unknown>> {
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Record<string, unknown>
}

async function timeOfBlock(of: Chain): Promise<string> {
	return (await rest<{ block: { header: { time: string } } }>('/blocks/latest', of)).block.header.time
}

describe('the calls of a chain in a test', () => {
	test('a chain in a test makes one block unless it is told how many, and says the new height', async () => {
		const height = await chain.height()
		expect(await chain.mine()).toBe(height + 1)
		expect(await chain.mine(3)).toBe(height + 4)
		expect(await chain.height()).toBe(height + 4)
	})

	test('the clock of a chain in a test takes a text or a date, stands still or runs on, and moves forward', async () => {
		await using own = await startChain({ blockMode: 'manual' })
		await own.setTime('2030-01-01T00:00:00Z', { freeze: true })
		await own.mine()
		expect(await timeOfBlock(own)).toBe('2030-01-01T00:00:00Z')
		await own.advanceTime(3_600)
		await own.mine()
		expect(await timeOfBlock(own)).toBe('2030-01-01T01:00:00Z')
		await own.setTime(new Date('2031-01-01T00:00:00Z'))
		await own.mine()
		const first = await timeOfBlock(own)
		expect(first).toMatch(/^2031-01-01T00:0/)
		// Where the clock stands still, each block is a millisecond later than the one before it.
		let blocks = 0
		const beyond = async () => {
			await own.mine()
			return Date.parse(await timeOfBlock(own)) - Date.parse(first) - ++blocks
		}
		await expect.poll(beyond).toBeGreaterThan(20)
	})

	test('a snapshot of a chain in a test has the name that was given, or one of its own', async () => {
		expect(await chain.snapshot('before-it')).toBe('before-it')
		const height = await chain.height()
		const own = await chain.snapshot()
		expect(own).not.toBe('before-it')
		await chain.mine(2)
		expect(await chain.revert(own)).toBe(height)
		await chain.mine()
		expect(await chain.revert('before-it')).toBe(height)
	})

	test('the faucet of a chain in a test gives a thousand coins, or what is asked for', async () => {
		const balance = async (address: string) =>
			(await rest<{ balances: unknown }>(`/cosmos/bank/v1beta1/balances/${address}`)).balances
		const [first, second] = [addressToText(new Uint8Array(20).fill(1), 'chain'), `0x${'02'.repeat(20)}`]
		const given = Promise.all([chain.faucet(first), chain.faucet(second, { denom: 'uchain', amount: '7' })])
		let done = false
		void given.finally(() => {
			done = true
		})
		await expect.poll(() => chain.mine().then(() => done)).toBe(true)
		for (const { hash } of await given) expect(hash).toMatch(/^[0-9A-F]{64}$/)
		expect(await balance(first)).toEqual([{ denom: 'uchain', amount: '1000000000' }])
		expect(await balance(addressToText(new Uint8Array(20).fill(2), 'chain'))).toEqual([
			{ denom: 'uchain', amount: '7' },
		])
	})

	test.each<[string, (at: Chain) => Promise<unknown>, string, string]>([
		[
			'a name of a snapshot that is none',
			(at) => at.snapshot('a b'),
			'A snapshot cannot be called "a b".',
			'Use up to 64 letters, digits, points, dashes and underscores.',
		],
		['a snapshot that is not there', (at) => at.revert('none'), 'There is no snapshot none.', expect.any(String)],
		['no blocks', (at) => at.mine(0), 'Between 1 and 10000 blocks can be made at once.', ''],
		['half a block', (at) => at.mine(1.5), 'blocks must be a whole number.', ''],
		['a text that is no time', (at) => at.setTime('soon'), 'soon is no time.', 'Give one as 2026-01-31T12:00:00Z.'],
		['time that goes back', (at) => at.advanceTime(-1), 'Time can only be moved forward.', 'Give a number of seconds.'],
		['a faucet for nobody', (at) => at.faucet('nobody'), 'decoding bech32 failed: invalid bech32 string length 6', ''],
	])('a chain in a test refuses %s in words for whoever calls it', async (_what, act, message, next) => {
		const refused = await act(chain).catch((error: unknown) => error)
		expect(refused).toBeInstanceOf(UserError)
		expect(refused).toMatchObject({ message, next })
	})

	test('powers over a chain in a test belong to its process: its servers do not have them', async () => {
		const height = await chain.height()
		expect(await post(chain.rpcUrl, 'admin_mine', { blocks: 1 })).toMatchObject({ error: { code: -32601 } })
		expect(await chain.height()).toBe(height)
	})

	test('the log of a chain in a test has lines with the part that speaks', () => {
		for (const name of ['rpc', 'rest', 'grpc', 'eth']) {
			const url = { rpc: chain.rpcUrl, rest: chain.restUrl, grpc: chain.grpcUrl, eth: chain.ethUrl! }[name]!
			expect(logged).toContain(`${name}: listening on ${url.replace('http://', '')}`)
		}
	})

	test('messages of a chain in a test are those that CosmJS lacks, and their amino names those of the brand', async () => {
		expect(chain.types.map(([typeUrl]) => typeUrl)).toEqual(['/chain.greet.v1beta1.MsgCreateGreet'])
		await using cosmos = await startChain({ aminoBrand: 'cosmos' })
		const names = [chain, cosmos].map(({ aminoConverters }) =>
			Object.entries(aminoConverters).map(([typeUrl, { aminoType }]) => [typeUrl, aminoType]),
		)
		expect(names).toEqual(
			['chain-sdk', 'cosmos-sdk'].map((brand) => [
				['/cosmos.bank.v1beta1.MsgSend', `${brand}/MsgSend`],
				['/cosmos.bank.v1beta1.MsgMultiSend', `${brand}/MsgMultiSend`],
				['/chain.greet.v1beta1.MsgCreateGreet', 'greet/CreateGreet'],
			]),
		)
	})

	test('an account of a chain with an EVM owns its balance under both of its addresses, and without one under one', async () => {
		const [alice] = chain.accounts
		const eth = addressToText(Uint8Array.from(Buffer.from(alice!.ethAddress.slice(2), 'hex')), 'chain')
		const own = { balances: [{ denom: 'uchain', amount: '1000000000' }] }
		for (const address of [alice!.address, eth]) {
			expect(await rest(`/cosmos/bank/v1beta1/balances/${address}`)).toMatchObject(own)
		}
		expect(await post(chain.ethUrl!, 'eth_chainId', [])).toMatchObject({ result: '0x8ae' })
		await using plain = await startChain()
		expect(plain.ethUrl).toBeUndefined()
		expect(await rest(`/cosmos/bank/v1beta1/balances/${alice!.address}`, plain)).toMatchObject(own)
		expect(await rest(`/cosmos/bank/v1beta1/balances/${eth}`, plain)).toMatchObject({ balances: [] })
	})
})

test('a chain without funded accounts still acts as any account', async () => {
	await using empty = await startChain({ accounts: 0, minimumGasPrices: '' })
	const nobody = addressToText(new Uint8Array(20).fill(7), empty.prefix)
	await empty.faucet(nobody)
	expect(empty.gasPrice).toBe('')
	const client = await empty.stargate({ signer: await empty.actAs(nobody) })
	const sent = await client.sendTokens(nobody, nobody, [{ denom: 'uchain', amount: '1' }], {
		amount: [],
		gas: '200000',
	})
	expect(sent.code).toBe(0)
})

test('a chain whose node takes several denominations pays its first one', async () => {
	await using chain = await startChain({ minimumGasPrices: '0.02uatom,0.01uchain', denom: 'uatom' })
	const [alice] = chain.accounts
	const client = await chain.stargate()
	const { transactionHash } = await client.sendTokens(
		alice!.address,
		alice!.address,
		[{ denom: 'uatom', amount: '1' }],
		'auto',
	)
	const { tx } = await rest<{ tx: { auth_info: { fee: { amount: readonly { denom: string }[] } } } }>(
		`/cosmos/tx/v1beta1/txs/${transactionHash}`,
		chain,
	)
	expect(tx.auth_info.fee.amount.map(({ denom }) => denom)).toEqual(['uatom'])
})

test('a chain that cannot load its state leaves no port behind', async () => {
	const [rpc] = await freePorts(1)
	const started = startChain({ evmChainId: 31_337, state: '0x1234', ports: { rpc: rpc! } })
	await expect(started).rejects.toMatchObject({ message: 'The option state of startChain cannot be loaded.' })
	const refused = new Promise((resolve) => {
		connect(rpc!, '127.0.0.1')
			.on('error', (error) => resolve((error as NodeJS.ErrnoException).code))
			.on('connect', () => resolve('connected'))
	})
	expect(await refused).toBe('ECONNREFUSED')
})

test('the end of a chain ends the clients that it connected', async () => {
	const chain = await startChain()
	const client = await chain.stargate()
	expect(await client.getHeight()).toBe(1)
	await chain.stop()
	await expect(client.getHeight()).rejects.toThrow()
})
