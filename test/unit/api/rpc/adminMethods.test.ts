import { beforeEach, expect, test } from 'vitest'
import { wholeNumber } from '../../../../src/api/rpc/methods/adminMethods.ts'
import { createRpcHandler, type RpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { ActAsList } from '../../../../src/node/home/ActAsList.ts'
import { identity } from '../../../flow/rpc/rpcServer.ts'
import { alice, testKey } from '../../app/testChain.ts'
import { handClock, testEngine } from '../../engine/testEngine.ts'

const start = Date.parse('2026-05-01T12:00:00Z')
let clock: ReturnType<typeof handClock>
let handler: RpcHandler

beforeEach(async () => {
	clock = handClock(start)
	const engine = await testEngine({ clock })
	const actAs = new ActAsList(undefined, 'chain')
	const faucet = async (address: string, amount: { denom: string; amount: string } | undefined) =>
		`${address} ${amount === undefined ? 'default' : amount.amount + amount.denom}`
	handler = createRpcHandler(sourceOf(engine), {
		identity,
		admin: { control: engine, faucet, actAs, exportGenesis: async (height) => `at ${height}` },
	})
})

/** The result, or the text of the refusal. */
async function admin(method: string, params: unknown = {}): Promise<unknown> {
	const outcome = await handler.call(`admin_${method}`, parseJson(JSON.stringify(params)))
	return 'result' in outcome ? JSON.parse(JSON.stringify(outcome.result)) : outcome.error.data
}

test('time moves forward by seconds with three decimals, as numbers or texts, and back to the clock', async () => {
	const offset = async (method: string, params?: object) =>
		((await admin(method, params)) as { offsetMs: number }).offsetMs
	expect(await offset('advanceTime', { seconds: 1.5 })).toBe(1_500)
	expect(await offset('advanceTime', { seconds: '0.001' })).toBe(1_501)
	expect(await offset('advanceTime', { seconds: '2' })).toBe(3_501)
	expect(await offset('advanceTime', { seconds: 0 })).toBe(3_501)
	expect(await offset('resetTime')).toBe(0)
	for (const seconds of [undefined, null, true, '', '-1', '1.0001', '1e3', [1]]) {
		expect(await admin('advanceTime', { seconds }), String(seconds)).toContain('Time can only be moved forward.')
	}
	expect(await admin('setTime', { time: '2026-05-01T12:00:01.001Z' })).toMatchObject({ offsetMs: 1_001, frozen: false })
	expect(await admin('setTime', { time: '2026-05-01T12:00:01.001Z', freeze: 'true' })).toMatchObject({ frozen: false })
	clock.ms += 1_000
	expect(await admin('setTime', { time: '2026-05-01T12:00:03Z', freeze: true })).toMatchObject({
		time: '2026-05-01T12:00:03Z',
		frozen: true,
	})
	clock.ms += 1_000
	expect(await admin('pause')).toMatchObject({ time: '2026-05-01T12:00:03Z', paused: true })
})

test('snapshots have names, are listed, gone back to and deleted', async () => {
	await admin('mine', { blocks: 2 })
	expect(await admin('snapshot', { name: 'two' })).toEqual({ id: 'two' })
	expect(await admin('snapshot', { name: null })).toEqual({ id: expect.stringMatching(/^\d+$/) })
	await admin('advanceTime', { seconds: 60 })
	expect(await admin('mine', { blocks: '1' })).toEqual({ height: 3 })
	expect(await admin('snapshot', { name: 'three' })).toEqual({ id: 'three' })
	const { snapshots } = (await admin('snapshots')) as { snapshots: readonly { name: string }[] }
	expect(snapshots.find(({ name }) => name === 'three')).toMatchObject({ height: 3, offsetMs: 60_000, frozen: false })
	expect(await admin('deleteSnapshot', { id: 'three' })).toEqual({ id: 'three' })
	expect(await admin('revert', { id: 'three' })).toContain('three')
	expect(await admin('revert', { id: 'two' })).toEqual({ height: 2 })
	expect(await admin('rewind', { height: '1' })).toEqual({ height: 1 })
	expect(await admin('rewind', {})).toContain('height must be a whole number.')
})

test('numbers, coins and heights of admin methods are refused when they are none', async () => {
	expect(await admin('mine', { blocks: 10_001 })).toContain('Between 1 and 10000 blocks can be made at once.')
	expect(await admin('mine', { blocks: '0' })).toContain('Between 1 and 10000 blocks can be made at once.')
	expect(await admin('mine', { blocks: 1 })).toEqual({ height: 1 })
	for (const mode of ['interval', 'instant', 'manual'])
		expect(await admin('setBlockMode', { mode })).toMatchObject({ mode })
	for (const mode of ['other', undefined])
		expect(await admin('setBlockMode', { mode })).toBe(
			`There is no block mode ${mode}.\nGive interval, instant or manual.`,
		)
	expect(await admin('faucet', { address: 'me' })).toEqual({ hash: 'me default' })
	expect(await admin('faucet', { address: 'me', amount: null })).toEqual({ hash: 'me default' })
	expect(await admin('faucet', { address: 'me', amount: { denom: 'a', amount: '5' } })).toEqual({ hash: 'me 5a' })
	for (const amount of [{ denom: 'a', amount: 5 }, { amount: '5' }, 'a', {}]) {
		expect(await admin('faucet', { address: 'me', amount })).toContain(
			'amount must be an object with the texts denom and amount.',
		)
	}
	expect(await admin('exportGenesis')).toEqual({ genesis: 'at undefined' })
	expect(await admin('exportGenesis', { height: '7' })).toEqual({ genesis: 'at 7' })
	expect(await admin('exportGenesis', { height: 'x' })).toContain('height must be a whole number.')
	for (const right of [0, -3, '12', '9007199254740991']) expect(wholeNumber(right, 'n')).toBe(Number(right))
	for (const wrong of ['', '1.5', 1.5, null, undefined, true, 2 ** 53, Number.NaN, [1]]) {
		expect(() => wholeNumber(wrong, 'n'), String(wrong)).toThrow('n must be a whole number.')
	}
})

test('accounts that need no signature are added and removed by lists, either of which may be left out', async () => {
	const bob = testKey('bob')
	expect(await admin('actAs')).toEqual({ addresses: [] })
	expect(await admin('actAs', { add: [alice.text, bob.text] })).toEqual({ addresses: [alice.text, bob.text] })
	expect(await admin('actAs', { add: null, remove: [alice.text] })).toEqual({ addresses: [bob.text] })
	expect(await admin('actAs', { add: [alice.text], remove: null })).toEqual({ addresses: [bob.text, alice.text] })
	for (const [name, value] of [
		['add', alice.text],
		['remove', {}],
	] as const)
		expect(await admin('actAs', { [name]: value })).toBe(`${name} must be a list of addresses.`)
	expect(await admin('actAs', { remove: ['x'] })).toContain('x is no address of this chain.')
})
