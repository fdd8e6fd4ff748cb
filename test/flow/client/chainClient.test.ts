import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient, ChainEvent, TxProgress } from '../../../src/client/ChainClient.ts'
import { checkSignatures } from '../../../src/client/checkSignatures.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { type ClientKind, connectTestClient, outcomeOf, startTestNode, stepsOf, until } from './testChain.ts'
import type { Keyring } from './testKeyring.ts'

describe.each<ClientKind>(['embedded', 'remote'])('a client of an %s node', (kind) => {
	let node: Node
	let client: ChainClient
	let keyring: Keyring
	let alice: string

	beforeAll(async () => {
		node = await startTestNode()
		const connected = await connectTestClient(kind, node)
		client = connected.client
		keyring = connected.keyring
		alice = (await keyring.create('alice')).key.address
		await client.admin?.faucet(alice)
	})
	afterAll(async () => {
		await client.close()
		await node.close()
	})

	test('tells how the node does', async () => {
		expect(await client.status()).toMatchObject({
			kind,
			state: 'live',
			chainId: 'chain-localnet',
			blockMode: 'instant',
			minimumGasPrices: '0.01uchain',
			mempoolSize: 0,
			listeners: { rpc: node.addresses.rpc },
			clockOffsetMs: 0,
			clockFrozen: false,
		})
	})

	test('tells how far the clock of the chain is moved', async () => {
		await client.admin?.advanceTime(3_600)
		expect(await client.status()).toMatchObject({ clockOffsetMs: 3_600_000, clockFrozen: false })
		await client.admin?.resetTime()
		expect(await client.status()).toMatchObject({ clockOffsetMs: 0, clockFrozen: false })
	})

	test('reads accounts and balances, and nothing where there is nothing', async () => {
		expect(await client.balances(alice)).toEqual([{ denom: 'uchain', amount: '1000000000' }])
		expect(await client.account(alice)).toMatchObject({ '@type': '/cosmos.auth.v1beta1.BaseAccount', address: alice })
		const stranger = (await keyring.create('stranger')).key.address
		expect(await client.balances(stranger)).toEqual([])
		expect(await client.account(stranger)).toBeUndefined()
		expect(await client.totalSupply()).toEqual([{ denom: 'uchain', amount: '1000000000000000' }])
		expect(await client.tx('AB'.repeat(32))).toBeUndefined()
		expect(await client.greeting('99999')).toBeUndefined()
		expect(await client.block(99_999)).toBeUndefined()
	})

	test('tells whether the node has the state of a height', async () => {
		const { height } = await client.status()
		expect(await client.hasState(height)).toBe(true)
		expect(await client.hasState(height + 1_000)).toBe(false)
	})

	test('lists the accounts of the chain and names those everybody knows', async () => {
		const names = await client.accountNames()
		expect([...names.values()]).toEqual(['fee collector', 'faucet'])
		const accounts = JSON.stringify(await client.accounts(100))
		for (const address of [alice, ...names.keys()]) expect(accounts).toContain(address)
		expect(await client.accounts(1)).toHaveLength(1)
		const [feeCollector = '', faucet = ''] = names.keys()
		expect(await client.account(feeCollector)).toMatchObject({ '@type': '/cosmos.auth.v1beta1.ModuleAccount' })
		expect(BigInt((await client.balances(faucet))[0]?.amount ?? 0)).toBeGreaterThan(0n)
	})

	test('takes a greeting from signing over the mempool into a block, and shows it everywhere', async () => {
		const before = await client.greetingCount()
		const steps = await stepsOf(client.createGreeting('alice', 'hello <&> \u2028 👋'))
		expect(steps.map((step) => step.state)).toEqual(['signing', 'in-mempool', 'committed'])
		const committed = steps[2] as Extract<TxProgress, { state: 'committed' }>
		expect(committed.gasUsed).toBeLessThanOrEqual(committed.gasWanted)
		expect(committed.fee).toMatch(/^\d+uchain$/)

		const id = String(before)
		expect(await client.greeting(id)).toEqual({ id, owner: alice, message: 'hello <&> \u2028 👋' })
		const tx = await client.tx(committed.hash)
		expect(tx).toMatchObject({
			hash: committed.hash,
			height: committed.height,
			code: 0,
			messageTypes: ['/chain.greet.v1beta1.MsgCreateGreet'],
			signers: [alice],
		})
		expect(tx?.json).toMatchObject({ body: { messages: [{ message: 'hello <&> \u2028 👋', owner: alice }] } })
		expect(tx?.events.find((event) => event.type === 'message')?.attributes[0]).toMatchObject({ value: alice })
		expect((await client.greetingTx(id))?.hash).toBe(committed.hash)
		expect((await client.block(committed.height))?.txs.map(({ hash }) => hash)).toEqual([committed.hash])
		const found = await client.searchTxs(`message.sender='${alice}'`, 1, 10)
		expect(found.txs[0]?.hash).toBe(committed.hash)
	})

	test('never meets a sequence mismatch with many at once', async () => {
		const before = await client.greetingCount()
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, (_, index) => outcomeOf(client.createGreeting('alice', `many ${index}`))),
		)
		expect(outcomes.map((outcome) => outcome.state)).toEqual(outcomes.map(() => 'committed'))
		expect(await client.greetingCount()).toBe(before + 20)
		const range = await client.greetingRange(before, before + 20)
		expect(range.map(({ message }) => message)).toEqual(outcomes.map((_, index) => `many ${index}`))
	})

	test('goes on when another program used the account in between', async () => {
		const second = await connectTestClient(kind, node, { keyring })
		for (let round = 0; round < 3; round++) {
			const [mine, other] = await Promise.all([
				outcomeOf(client.createGreeting('alice', `mine ${round}`)),
				outcomeOf(second.client.createGreeting('alice', `other ${round}`)),
			])
			expect([mine.state, other.state]).toEqual(['committed', 'committed'])
		}
		await second.client.close()
	})

	test('sends coins', async () => {
		const bob = (await keyring.create('bob')).key.address
		expect(await outcomeOf(client.send('alice', bob, [{ denom: 'uchain', amount: '1234567' }]))).toMatchObject({
			state: 'committed',
		})
		expect(await client.balances(bob)).toEqual([{ denom: 'uchain', amount: '1234567' }])
	})

	test('sends several messages in one transaction, paid as estimated', async () => {
		const value = (message: string) => ({
			typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
			value: { message, owner: alice },
		})
		const messages = [value('one'), value('two')]
		const { gas, fee } = await client.estimate('alice', messages)
		expect(fee).toBe(`${(gas + 99n) / 100n}uchain`)
		const outcome = await outcomeOf(client.sendTx('alice', messages, { memo: 'both' }))
		expect(outcome).toMatchObject({ state: 'committed', fee })
		const tx = await client.tx((outcome as { hash: string }).hash)
		expect(tx).toMatchObject({ memo: 'both', fee: [{ denom: 'uchain', amount: fee.replace('uchain', '') }] })
	})

	test.each([
		['a blank text', () => client.createGreeting('alice', ' \u0085\t'), { problem: 'must provide a greeting message' }],
		[
			'a fee below the minimum',
			() => client.createGreeting('alice', 'x', { gas: 120_000n, fee: '600uchain' }),
			{ code: 13, codespace: 'sdk', requiredFee: '1200uchain', problem: 'The fee is below what the node asks for.' },
		],
		[
			'too little gas',
			() => client.createGreeting('alice', 'x', { gas: 40_000n, fee: '600uchain' }),
			{ code: 11, problem: 'The transaction needs more gas than its limit.' },
		],
		[
			'more than there is',
			() => client.send('alice', alice, [{ denom: 'uchain', amount: '99999999999999' }]),
			{ problem: 'The account does not have enough coins for the amount and the fee.' },
		],
		[
			'an address of another chain',
			() => client.send('alice', 'cosmos1v8vqwu75l4prdlapph2gqg06yllc4762gtcgdd', [{ denom: 'uchain', amount: '1' }]),
			{ problem: 'An address is not valid on this chain.' },
		],
		['a passed timeout', () => client.createGreeting('alice', 'x', { timeoutHeight: 1 }), { problem: /too late/ }],
		['an unknown key', () => client.createGreeting('nobody', 'x'), { problem: 'There is no key named nobody.' }],
		[
			'a key that is not on the chain',
			() => client.createGreeting('stranger', 'x'),
			{ problem: 'This account is not on the chain yet.' },
		],
	])('refuses %s in plain words, and goes on after', async (_, send, expected) => {
		const outcome = await outcomeOf(send())
		expect(outcome).toMatchObject({ state: 'failed' })
		const { problem, ...rest } = expected as { problem: string | RegExp }
		const failed = outcome as Extract<TxProgress, { state: 'failed' }>
		if (typeof problem === 'string') expect(failed.problem).toBe(problem)
		else expect(failed.problem).toMatch(problem)
		expect(failed).toMatchObject(rest)
		expect(failed.next).not.toBe('')
		expect((await outcomeOf(client.createGreeting('alice', 'after'))).state).toBe('committed')
	})

	test('finds the transaction of every greeting, also of equal ones and of several in one', async () => {
		// Four equal ones in one block, so that neither text nor height tells them apart.
		await client.admin?.setBlockMode('manual')
		const equal = Promise.all([1, 2, 3, 4].map(() => outcomeOf(client.createGreeting('alice', 'after'))))
		await until(async () => (await client.status()).mempoolSize === 4)
		await client.admin?.mine()
		await equal
		await client.admin?.setBlockMode('instant')
		const count = await client.greetingCount()
		const greetings = await client.greetingRange(0, count)
		expect(greetings).toHaveLength(count)
		const hashes = new Map<string, number>()
		for (const { id, owner, message } of greetings) {
			const tx = await client.greetingTx(id)
			expect((await client.tx(tx?.hash ?? ''))?.json).toMatchObject({
				body: { messages: expect.arrayContaining([expect.objectContaining({ owner, message })]) },
			})
			hashes.set(tx?.hash ?? '', (hashes.get(tx?.hash ?? '') ?? 0) + 1)
		}
		expect([...hashes.values()].filter((uses) => uses > 1)).toEqual([2])
		expect(await client.greetingTx('99999')).toBeUndefined()
	})

	test('checks signatures without trusting the node', async () => {
		const { hash } = (await outcomeOf(client.createGreeting('alice', 'signed'))) as { hash: string }
		const tx = await until(() => client.tx(hash))
		expect(await checkSignatures(client, tx)).toEqual([{ signer: alice, ok: true, reason: '' }])
		const changed = tx.raw.slice()
		changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
		expect(await checkSignatures(client, { ...tx, raw: changed })).toMatchObject([{ signer: alice, ok: false }])
	})

	test('turns every refusal of the node into words for a person', async () => {
		await expect(client.searchTxs('not a query', 1, 10)).rejects.toThrow(UserError)
		await expect(client.searchTxs('tx.height>0', 99_999, 10)).rejects.toThrow(UserError)
		await expect(client.balances('nonsense')).rejects.toThrow(UserError)
		await expect(client.account('nonsense')).rejects.toThrow(UserError)
		await expect(client.admin?.revert('no such')).rejects.toThrow(UserError)
		await expect(client.admin?.setTime('yesterday', { freeze: true })).rejects.toThrow(UserError)
		await expect(client.estimate('stranger', [])).rejects.toThrow(UserError)
	})

	test('proves a greeting against the app hash of a header', async () => {
		await client.admin?.mine(2)
		expect(await client.verifyGreeting('0')).toMatchObject({ ok: true, reason: '' })
		expect(await client.verifyGreeting('77777')).toMatchObject({ ok: false })
	})

	test('announces blocks with their transactions, and the status', async () => {
		const events: ChainEvent[] = []
		const stop = client.subscribe((event) => events.push(event))
		await until(() => events.some((event) => event.type === 'status'))
		const outcome = await outcomeOf(client.createGreeting('alice', 'seen'))
		const { hash, height } = outcome as Extract<TxProgress, { state: 'committed' }>
		const block = await until(() => events.find((event) => event.type === 'block' && event.block.height === height))
		expect(block).toMatchObject({ block: { txCount: 1 }, txs: [{ hash }] })
		await until(() => events.some((event) => event.type === 'status' && event.status.height >= height))
		stop()
		const heights = events.flatMap((event) => (event.type === 'block' ? [event.block.height] : []))
		expect(heights).toEqual([...heights].sort((a, b) => a - b))
		const [first] = await client.blocks(height, height)
		expect(first).toEqual((block as Extract<ChainEvent, { type: 'block' }>).block)
	})

	test('waits for blocks that are made by hand, and survives a chain that goes back', async () => {
		const snapshot = await client.admin?.snapshot()
		await client.admin?.setBlockMode('manual')
		const count = await client.greetingCount()
		const steps: TxProgress[] = []
		const sending = (async () => {
			for await (const step of client.createGreeting('alice', 'by hand')) steps.push(step)
		})()
		await until(() => steps.at(-1)?.state === 'in-mempool')
		expect((await client.status()).mempoolSize).toBe(1)
		await client.admin?.mine()
		await sending
		expect(steps.at(-1)?.state).toBe('committed')
		await client.admin?.setBlockMode('instant')
		await client.admin?.revert(snapshot ?? '')
		expect(await client.greetingCount()).toBe(count)
		expect((await outcomeOf(client.createGreeting('alice', 'after the revert'))).state).toBe('committed')
	})
})
