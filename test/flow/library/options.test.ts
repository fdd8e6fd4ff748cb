import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SigningStargateClient as Stargate33 } from 'cosmjs-stargate-033'
import { SigningStargateClient as Stargate39 } from 'cosmjs-stargate-039'
import { describe, expect, test } from 'vitest'
import { type ChainOptions, startChain, UserError } from '../../../src/library/index.ts'
import { freePorts } from '../../reference/goProgram.ts'

const developerWords = 'test test test test test test test test test test test junk'

describe('an option of startChain that cannot be used is refused by its name', () => {
	const wrong: readonly (readonly [string, unknown, string])[] = [
		['accounts', -1, '-1'],
		['accounts', '2', '"2"'],
		['accounts', 1_001, '1001'],
		['mnemonic', 'test test test', 'what was given (string)'],
		['balance', 5, '5'],
		['balance', -1n, '-1n'],
		['blockMode', 'fast', '"fast"'],
		['blockIntervalMs', 0, '0'],
		['chainId', '', '""'],
		['evmChainId', 0, '0'],
		['evmChainId', 31337n, '31337n'],
		['prefix', 'Chain', '"Chain"'],
		['denom', 'u', '"u"'],
		['coinType', 2 ** 31, '2147483648'],
		['aminoBrand', 'other', '"other"'],
		['minimumGasPrices', 'cheap', '"cheap"'],
		['pruning', 'all', '"all"'],
		['genesis', '{', 'what was given (string)'],
		['state', 7, 'what was given (number)'],
		['throwOnTransactionFailures', 'yes', '"yes"'],
		['ports', { rpc: 70_000 }, '{ rpc: 70000 }'],
		['ports', { http: 1 }, '{ http: 1 }'],
		['legacy8', 1, '1'],
		['endpoints', 'yes', '"yes"'],
		['onLog', 'print', '"print"'],
	]
	test.each(wrong.map(([name, value, shown]) => ({ name, value, shown })))(
		'the option $name of startChain cannot be $shown',
		async ({ name, value, shown }) => {
			const fault = await startChain({ [name]: value } as ChainOptions).catch((error: unknown) => error)
			expect(fault).toBeInstanceOf(UserError)
			expect((fault as UserError).message).toBe(`The option ${name} of startChain cannot be ${shown}.`)
			expect((fault as UserError).next).not.toBe('')
		},
	)

	test('an option that startChain does not know is named with those it knows', async () => {
		const unknown = { acounts: 1 } as ChainOptions
		await expect(startChain(unknown)).rejects.toMatchObject({
			message: 'startChain has no option "acounts".',
			next: expect.stringContaining('accounts, mnemonic, balance'),
		})
		await expect(startChain({ chainID: 'a' } as ChainOptions)).rejects.toMatchObject({ next: 'Write chainId.' })
		await expect(startChain(3 as ChainOptions)).rejects.toThrow('startChain takes an object of options.')
	})

	test('a refused mnemonic is not repeated', async () => {
		const words = 'legal winner thank year wave sausage worth useful legal winner thank thank'
		const fault = await startChain({ mnemonic: words }).catch((error: unknown) => error)
		expect((fault as UserError).text).toContain('mnemonic')
		expect((fault as UserError).text).not.toContain('sausage')
	})
})

describe('what the options of startChain do', () => {
	test('accounts of a given mnemonic are those that every Ethereum tool derives', async () => {
		await using chain = await startChain({ mnemonic: developerWords, coinType: 60, accounts: 2, evmChainId: 31_337 })
		expect(chain.accounts.map(({ ethAddress }) => ethAddress)).toEqual([
			'0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
			'0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
		])
	})

	test('servers listen on the ports that were asked for', async () => {
		const [rpc, rest] = await freePorts(2)
		await using chain = await startChain({ ports: { rpc: rpc!, rest: rest! } })
		expect([chain.rpcUrl, chain.restUrl]).toEqual([`http://127.0.0.1:${rpc}`, `http://127.0.0.1:${rest}`])
		expect((await fetch(`${chain.restUrl}/node_info`)).status).toBe(200)
		await expect(startChain({ ports: { rpc: rpc! } })).rejects.toThrow(String(rpc))
	})

	test('the REST of generation 8 answers for the same account', async () => {
		await using chain = await startChain({ legacy8: true })
		const reply = await fetch(`${chain.legacy8Url}/auth/accounts/${chain.accounts[0]!.address}`)
		expect(await reply.json()).toMatchObject({ result: { type: expect.stringContaining('Account') } })
		await using other = await startChain()
		expect(other.legacy8Url).toBeUndefined()
	})

	test('a genesis document starts the chain as an object too', async () => {
		await using first = await startChain({ chainId: 'taken-1' })
		const { result } = (await (await fetch(`${first.rpcUrl}/genesis`)).json()) as {
			readonly result: { readonly genesis: { readonly chain_id: string } }
		}
		await using chain = await startChain({ genesis: { ...result.genesis, chain_id: 'given-1' } })
		expect(chain.chainId).toBe('given-1')
	})

	test('accounts and contracts of a state file are there, in the form of anvil_dumpState and of --dump-state', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-state-'))
		try {
			const dumped = await dumpOfAChain()
			writeFileSync(join(folder, 'hex'), dumped)
			const address = '0x00000000000000000000000000000000000000aa'
			const plain = { accounts: { [address]: { nonce: 3, balance: '0xde0b6b3a7640000', code: '0x6001', storage: {} } } }
			writeFileSync(join(folder, 'plain.json'), JSON.stringify(plain))
			for (const [state, code] of [
				[join(folder, 'hex'), '0x60ff'],
				[dumped, '0x60ff'],
				[join(folder, 'plain.json'), '0x6001'],
				[JSON.stringify(plain), '0x6001'],
			] as const) {
				await using chain = await startChain({ evmChainId: 31_337, state })
				expect(await ethCall(chain.ethUrl!, 'eth_getCode', [address, 'latest'])).toBe(code)
			}
		} finally {
			rmSync(folder, { recursive: true })
		}
	})

	test('a state is refused where it cannot be loaded', async () => {
		await expect(startChain({ state: '{"accounts":{}}' })).rejects.toThrow('needs a chain with an EVM')
		await expect(startChain({ evmChainId: 31_337, state: '/nowhere/at/all' })).rejects.toThrow('cannot be read')
		await expect(startChain({ evmChainId: 31_337, state: '0x1234' })).rejects.toThrow('cannot be loaded')
	})
})

describe('a CosmJS client of a chain', () => {
	test('twenty sends on an instant chain take seconds, each with a greeting of the chain in between', async () => {
		await using chain = await startChain()
		const [alice, bob] = chain.accounts
		const client = await chain.stargate(alice)
		const from = performance.now()
		for (let send = 0; send < 20; send++) {
			const value = { message: `number ${send}`, owner: alice!.address }
			const messages = [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value }]
			expect((await client.signAndBroadcast(alice!.address, messages, 1.5)).code).toBe(0)
		}
		expect(performance.now() - from).toBeLessThan(15_000)
		await client.sendTokens(alice!.address, bob!.address, [{ denom: chain.denom, amount: '7' }], 'auto')
		expect((await client.getBalance(bob!.address, chain.denom)).amount).toBe('1000000007')
	})

	test('signers of the chain fit the oldest and the newest release of CosmJS that is tried', async () => {
		await using chain = await startChain()
		const [alice, bob] = chain.accounts
		for (const Client of [Stargate33, Stargate39]) {
			const client = await Client.connectWithSigner(chain.rpcUrl, alice!.signer, { broadcastPollIntervalMs: 20 })
			const fee = { amount: [{ denom: chain.denom, amount: '2000' }], gas: '200000' }
			const sent = await client.sendTokens(alice!.address, bob!.address, [{ denom: chain.denom, amount: '1' }], fee)
			expect(sent.code).toBe(0)
			client.disconnect()
		}
	})

	test('a chain without accounts says that there is none to sign with', async () => {
		await using chain = await startChain({ accounts: 0 })
		await expect(chain.stargate()).rejects.toThrow('This chain has no account to sign with.')
	})
})

test('after its end every call of a chain says so', async () => {
	const chain = await startChain({ endpoints: true })
	await chain.stop()
	const calls: Readonly<Record<string, () => Promise<unknown>>> = {
		stargate: () => chain.stargate(),
		height: () => chain.height(),
		faucet: () => chain.faucet(chain.accounts[0]!.address),
		mine: () => chain.mine(),
		setTime: () => chain.setTime(new Date()),
		advanceTime: () => chain.advanceTime(1),
		snapshot: () => chain.snapshot(),
		revert: () => chain.revert('x'),
		actAs: () => chain.actAs(chain.accounts[0]!.address),
		stopActingAs: () => chain.stopActingAs(chain.accounts[0]!.address),
		createEndpoint: () => chain.createEndpoint(),
	}
	const methods = Object.entries(chain).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
	expect(methods.filter((name) => name !== 'stop').sort()).toEqual(Object.keys(calls).sort())
	for (const [name, call] of Object.entries(calls)) {
		await expect(call(), name).rejects.toMatchObject({ name: 'UserError', message: 'This chain was stopped.' })
	}
	await chain.stop()
})

async function dumpOfAChain(): Promise<string> {
	await using chain = await startChain({ evmChainId: 31_337 })
	await ethCall(chain.ethUrl!, 'anvil_setCode', ['0x00000000000000000000000000000000000000aa', '0x60ff'])
	return (await ethCall(chain.ethUrl!, 'anvil_dumpState', [])) as string
}

async function ethCall(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
	const { result, error } = (await reply.json()) as { readonly result?: unknown; readonly error?: unknown }
	expect(error).toBeUndefined()
	return result
}
