import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { BroadcastTimeout, MempoolError, QueryError, QueryPanic } from '../../../src/chain/faults.ts'

import { PortCaller } from '../../../src/chain/port/PortCaller.ts'
import {
	createPortApplication,
	createPortPool,
	type PoolMethods,
	poolMethods,
} from '../../../src/chain/port/portSource.ts'
import { servePortCalls } from '../../../src/chain/port/servePortCalls.ts'
import { ChainError, PanicError } from '../../../src/errors/ChainError.ts'
import { BugError, UserError } from '../../../src/errors/UserError.ts'

const faults: readonly Error[] = [
	new UserError('what', { why: 'why', next: 'next' }),
	new ChainError('sdk', 5, 'insufficient funds'),
	new MempoolError(19, 'tx already exists in cache'),
	new BroadcastTimeout(),
	new QueryError('bad query'),
	new QueryPanic('worse query'),
	new PanicError('panic'),
	new BugError('ours'),
]

const methods = {
	twice: async (bytes: Uint8Array): Promise<Uint8Array> => Uint8Array.from([...bytes, ...bytes]),
	amount: async (gas: bigint): Promise<{ readonly gas: bigint }> => ({ gas: gas + 1n }),
	slow: async (ms: number): Promise<number> => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
	fail: async (which: number): Promise<never> => {
		throw faults[which]
	},
	throwText: async (text: string): Promise<never> => {
		throw text
	},
}

const ends: (() => void)[] = []
afterEach(() => {
	for (const end of ends.splice(0)) end()
})

function connect(): PortCaller<typeof methods> {
	const { port1, port2 } = new MessageChannel()
	ends.push(servePortCalls(port1, methods))
	const caller = new PortCaller<typeof methods>(port2)
	ends.push(() => caller.close())
	return caller
}

describe('calls over a port', () => {
	it('carry bytes and big numbers there and back', async () => {
		const caller = connect()
		expect(await caller.call('twice', Uint8Array.of(1, 2))).toEqual(Uint8Array.of(1, 2, 1, 2))
		expect(await caller.call('amount', 2n ** 70n)).toEqual({ gas: 2n ** 70n + 1n })
	})

	it('run side by side, and each gets its own answer', async () => {
		const caller = connect()
		const order: number[] = []
		await Promise.all([30, 1, 15].map(async (ms) => order.push(await caller.call('slow', ms))))
		expect(order).toEqual([1, 15, 30])
	})

	it('bring back each error as it was thrown', async () => {
		const caller = connect()
		for (const [index, fault] of faults.entries()) {
			const error = await caller.call('fail', index).catch((reason: unknown) => reason)
			expect(error).toBeInstanceOf(fault.constructor)
			const { stack: _stack, ...members } = { ...fault, message: fault.message }
			expect(error).toMatchObject(members)
			// Where a fault of the program happened is told by the other thread.
			if (fault instanceof BugError) expect((error as Error).stack).toBe(fault.stack)
		}
		const text = await caller.call('throwText', 'no error').catch((reason: unknown) => reason)
		expect(text).toEqual(new BugError('no error'))
	})

	it('calls over a port that are made together go in one message, and so do their answers', async () => {
		const { port1, port2 } = new MessageChannel()
		const sizes: string[] = []
		port1.on('message', (calls: readonly unknown[]) => sizes.push(`${calls.length} calls`))
		port2.on('message', (answers: readonly unknown[]) => sizes.push(`${answers.length} answers`))
		ends.push(servePortCalls(port1, methods))
		const caller = new PortCaller<typeof methods>(port2)
		ends.push(() => caller.close())
		const ask = async (...numbers: readonly bigint[]) =>
			Promise.all(numbers.map(async (number) => (await caller.call('amount', number)).gas))
		expect(await ask(1n, 2n, 3n)).toEqual([2n, 3n, 4n])
		expect(await ask(4n, 5n)).toEqual([5n, 6n])
		expect(sizes).toEqual(['3 calls', '3 answers', '2 calls', '2 answers'])
	})

	it('calls over a port of what is not served are refused, even where every object has it', async () => {
		const caller = connect()
		for (const name of ['absent', 'toString']) {
			await expect(caller.call(name as 'amount', 1n)).rejects.toThrow(`no method ${name} is served to other threads`)
		}
	})

	it('calls over a port are rejected when the other side is gone, before and after', async () => {
		const { port1, port2 } = new MessageChannel()
		const end = servePortCalls(port1, methods)
		const caller = new PortCaller<typeof methods>(port2)
		const waiting = caller.call('slow', 10_000)
		end()
		await expect(waiting).rejects.toThrow('gone')
		await expect(caller.call('amount', 1n)).rejects.toThrow('gone')
	})

	it('calls over a port that its own side closes are rejected at once', async () => {
		const { port1, port2 } = new MessageChannel()
		servePortCalls(port1, methods)
		const caller = new PortCaller<typeof methods>(port2)
		const ended: string[] = []
		port2.on('close', () => ended.push('the port'))
		const waiting = caller.call('slow', 10_000).catch((fault: Error) => ended.push(fault.message))
		const otherClosed = once(port1, 'close')
		caller.close()
		await Promise.all([waiting, otherClosed])
		expect(ended[0]).toBe('the thread that was asked is gone')
		await expect(caller.call('amount', 1n)).rejects.toThrow('gone')
	})
})

it('calls over a port reach the pool and the application of the other thread, which reads nothing for this one', async () => {
	const told: unknown[] = []
	/** Notes the method and what it was given, and answers with its name. */
	const noting = (side: string): never =>
		new Proxy(
			{},
			{
				get:
					(_, name) =>
					async (...given: readonly unknown[]) => {
						told.push([side, name, ...given])
						return `${side} ${String(name)}`
					},
			},
		) as never
	const { port1, port2 } = new MessageChannel()
	ends.push(servePortCalls(port1, poolMethods(noting('pool'), noting('application'))))
	const caller = new PortCaller<PoolMethods>(port2)
	ends.push(() => caller.close())
	const pool = createPortPool(caller)
	// A part of a larger buffer, of which the other thread gets no more.
	const tx = Uint8Array.of(0, 1, 2, 3).subarray(1, 3)
	const own = Uint8Array.of(1, 2)
	for (const name of ['checkTx', 'broadcastTxSync', 'broadcastTxSettled', 'broadcastTxAsync'] as const) {
		expect(await pool[name](tx)).toBe(`pool ${name}`)
		expect(told.pop()).toEqual(['pool', name, own])
	}
	expect(await pool.broadcastTxCommit(tx, 5)).toBe('pool broadcastTxCommit')
	expect([await pool.takeBack!(['ab']), await pool.mempoolSize(), await pool.mempoolTxs(7)]).toEqual([
		'pool takeBack',
		'pool mempoolSize',
		'pool mempoolTxs',
	])
	expect(told.splice(0)).toEqual([
		['pool', 'broadcastTxCommit', own, 5],
		['pool', 'takeBack', ['ab']],
		['pool', 'mempoolSize'],
		['pool', 'mempoolTxs', 7],
	])
	const application = createPortApplication(caller, noting('here'))
	expect([await application.info(), await application.simulate(tx)]).toEqual(['here info', 'application simulate'])
	const query = async (path: string) => application.query({ path, data: tx, height: 0n, prove: false })
	for (const path of ['/app/simulate', 'app/simulate', '/app/simulate/x']) {
		expect(await query(path)).toBe('application query')
		expect(told.pop()).toMatchObject(['application', 'query', { path, data: own }])
	}
	for (const path of ['/app/simulated', '/x/app/simulate', '/app/version', ''])
		expect(await query(path)).toBe('here query')
})

it('calls over a port take nothing back where the pool of the other thread cannot', async () => {
	expect(await poolMethods({} as never, {} as never).takeBack(['ab'])).toBe(0)
})
