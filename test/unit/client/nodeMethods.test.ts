import { describe, expect, test } from 'vitest'
import { adminClient } from '../../../src/client/adminClient.ts'
import { createRequestsClient } from '../../../src/client/RequestsClient.ts'
import type { RpcConnection } from '../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { toUserError, userCall } from '../../../src/client/withUserErrors.ts'
import { sdkErrors } from '../../../src/errors/ChainError.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { connectionOf, gone } from './connectionOf.ts'

/** A connection that answers like this, and what it was called with. */
function recording(answer: unknown) {
	const calls: unknown[][] = []
	const call = async (...args: unknown[]) => {
		calls.push(args)
		return answer
	}
	const connection = { ...connectionOf({}), call: call as RpcConnection['call'] }
	return { connection, calls }
}

describe('the methods of a node that its client calls', () => {
	type Admin = ReturnType<typeof adminClient>
	test.each<readonly [string, object, (admin: Admin) => Promise<unknown>, unknown, unknown]>([
		['setBlockMode', { mode: 'instant' }, (admin) => admin.setBlockMode('instant'), {}, undefined],
		['setBlockMode', { mode: 'interval', intervalMs: 5 }, (admin) => admin.setBlockMode('interval', 5), {}, undefined],
		['mine', { blocks: 1 }, (admin) => admin.mine(), {}, undefined],
		['mine', { blocks: 3 }, (admin) => admin.mine(3), {}, undefined],
		['setTime', { time: 't', freeze: true }, (admin) => admin.setTime('t', { freeze: true }), {}, undefined],
		['advanceTime', { seconds: 5 }, (admin) => admin.advanceTime(5), {}, undefined],
		['snapshot', {}, (admin) => admin.snapshot(), { id: '1' }, '1'],
		['snapshot', { name: 'x' }, (admin) => admin.snapshot('x'), { id: 'x' }, 'x'],
		['deleteSnapshot', { id: 'x' }, (admin) => admin.deleteSnapshot('x'), {}, undefined],
		['rewind', { height: 7 }, (admin) => admin.rewind(7), {}, undefined],
		['revert', { id: 'x' }, (admin) => admin.revert('x'), {}, undefined],
		['faucet', { address: 'a' }, (admin) => admin.faucet('a'), { hash: 'AB' }, 'AB'],
		[
			'faucet',
			{ address: 'a', amount: { denom: 'u', amount: '5' } },
			(admin) => admin.faucet('a', { denom: 'u', amount: '5' }),
			{ hash: 'AB' },
			'AB',
		],
		['exportGenesis', {}, (admin) => admin.exportGenesis(), { genesis: '{}' }, '{}'],
		['actAs', { add: ['a'] }, (admin) => admin.actAs({ add: ['a'] }), { addresses: ['a'] }, ['a']],
		['setListener', { name: 'rest', on: false }, (admin) => admin.setListener('rest', false), {}, undefined],
	])('the admin method %s is called with %j', async (name, params, run, answer, expected) => {
		const { connection, calls } = recording(answer)
		expect(await run(adminClient(connection))).toEqual(expected)
		expect(calls).toEqual([[`admin_${name}`, params]])
	})

	test('the admin methods without parameters are called by their names', async () => {
		const { connection, calls } = recording({ snapshots: ['s'], exists: true })
		const admin = adminClient(connection)
		for (const run of [admin.pause, admin.resume, admin.resetTime, admin.reset]) expect(await run()).toBeUndefined()
		expect([await admin.snapshots(), await admin.hasFaucet()]).toEqual([['s'], true])
		const names = ['pause', 'resume', 'resetTime', 'reset', 'snapshots', 'hasFaucet']
		expect(calls).toEqual(names.map((name) => [`admin_${name}`]))
	})

	test('the journal of requests is asked with what is given alone', async () => {
		const { connection, calls } = recording('answer')
		const requests = createRequestsClient(connection)
		expect([await requests.set(true), await requests.clear()]).toEqual([undefined, undefined])
		const asked = [
			requests.list(5),
			requests.list(5, 100),
			requests.get(7),
			requests.replay(7),
			requests.served(),
			requests.served('/x'),
		]
		expect(new Set(await Promise.all<unknown>(asked))).toEqual(new Set(['answer']))
		expect(calls).toEqual([
			['requests_set', { on: true }],
			['requests_clear'],
			['requests_list', { after: 5 }],
			['requests_list', { after: 5, waitMs: 100 }],
			['requests_get', { id: 7 }],
			['requests_replay', { id: 7 }],
			['requests_served', {}],
			['requests_served', { path: '/x' }],
		])
	})
})

test('a refusal of a node reaches the user in its own words, with what to do in the lines below', async () => {
	const fault = new TypeError('a fault')
	expect([toUserError(fault), toUserError(gone)]).toEqual([fault, gone])
	const chain = toUserError(sdkErrors.insufficientFunds.wrap('5u is smaller than 6u')) as UserError
	expect(chain).toBeInstanceOf(UserError)
	expect(chain).toMatchObject({
		message: 'The account does not have enough coins for the amount and the fee.',
		why: '5u is smaller than 6u: insufficient funds',
		next: 'Send less, or top the account up from the faucet or another account.',
	})
	const told = new RpcError(-32603, 'Internal error', 'no such snapshot\nName another.\nOr none.')
	expect(toUserError(told)).toMatchObject({ message: 'no such snapshot', next: 'Name another.\nOr none.', cause: told })
	expect(toUserError(new RpcError(-32601, 'Method not found', ''))).toMatchObject({
		name: 'UserError',
		message: 'Method not found',
		next: '',
	})
	await expect(userCall(connectionOf({ status: told }))('status')).rejects.toMatchObject({
		message: 'no such snapshot',
	})
	expect(await userCall(connectionOf({ health: 5 }))('health')).toBe(5)
})
