import { describe, expect, test } from 'vitest'
import { recordLogs } from '../../../../../src/api/eth/simulate/recordLogs.ts'
import { createAddress } from '../../../../../src/modules/evm/tx/EthTx.ts'
import type { ChainEvm } from '../../../../../src/modules/evm/vm/ChainEvm.ts'
import type { EvmObserver } from '../../../../../src/modules/evm/vm/runEvm.ts'
import { toHex } from '../../../../../src/util/bytes.ts'
import { addressOf } from '../../../modules/evm/evmBench.ts'
import { at, type Options, run, word } from '../../../modules/evm/vm/runCodes.ts'

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const call = (byte: number, value: number): string =>
	`5f5f5f5f60${value.toString(16).padStart(2, '0')}${at(byte)}61fffff150`
const log = '5f5fa0'

/** Logs and moves of coins in order, by the last bytes of their addresses. */
async function told(codes: Readonly<Record<number, string>>, options: Options = {}): Promise<readonly string[]> {
	const record = recordLogs()
	const { error, logs } = await run(codes, { ...options, run: { observer: record.observer } })
	expect(error).toBe('')
	return record.merge(logs).map(({ address, topics, data }) => {
		if (address[0] !== 0xee) return `${toHex(address).slice(-2)} says ${topics.length}`
		const [topic, from, to] = topics.map(toHex)
		expect([topic, topics.length, from!.slice(0, 24), to!.slice(0, 24)]).toEqual([
			transferTopic,
			3,
			'0'.repeat(24),
			'0'.repeat(24),
		])
		return `${from!.slice(-2)} gives ${to!.slice(-2)} ${BigInt(`0x${toHex(data)}`)}`
	})
}

const made = toHex(createAddress(addressOf(0xaa), 1n)).slice(-2)
/** CREATE of an init code of four bytes. */
const create = (init: string, value: number): string => `63${init}5f52 6004601c600${value}f050`

// go-ethereum v1.17 internal/ethapi/logtracer.go.
describe('moves of coins among the logs of a call', () => {
	test.each<[string, Readonly<Record<number, string>>, Options, readonly string[]]>([
		['a call with coins', { 170: log }, { call: { value: 3n } }, ['11 gives aa 3', 'aa says 0']],
		['a call with one coin', { 170: '' }, { call: { value: 1n } }, ['11 gives aa 1']],
		['a call without', { 170: log }, {}, ['aa says 0']],
		[
			'logs of all sizes',
			{ 170: '5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f a0a1a2a3a4' },
			{},
			[0, 1, 2, 3, 4].map((count) => `aa says ${count}`),
		],
		[
			'calls between logs',
			{ 170: log + call(0xbb, 2) + log + call(0x99, 0), 187: log },
			{},
			['aa says 0', 'aa gives bb 2', 'bb says 0', 'aa says 0'],
		],
		['a call that fails', { 170: call(0xbb, 2) + log, 187: `${log}fe` }, {}, ['aa says 0']],
		[
			'a call that fails around one that does not',
			{ 170: call(0xbb, 2) + log, 187: `${call(0xcc, 1)}fe`, 204: log },
			{},
			['aa says 0'],
		],
		[
			'a call around one that fails',
			{ 170: call(0xbb, 2), 187: call(0xcc, 1) + log, 204: `${log}fe` },
			{},
			['aa gives bb 2', 'bb says 0'],
		],
		['a call that cannot be paid', { 170: call(0xbb, 10) + log, 187: log }, {}, ['aa says 0']],
		[
			'lent code',
			{ 170: `5f5f5f5f6002${at(0xbb)}61fffff2 5f5f5f5f${at(0xbb)}61fffff4`, 187: log },
			{ call: { value: 3n } },
			['11 gives aa 3', 'aa says 0', 'aa says 0'],
		],
		['a call of a precompiled contract', { 170: '5f5f5f5f6001600461fffff1' }, {}, ['aa gives 04 1']],
		['a creation', { 170: create(`${log}00`, 2) + log }, {}, [`aa gives ${made} 2`, `${made} says 0`, 'aa says 0']],
		['a creation with one coin', { 170: create(`${log}00`, 1) }, {}, [`aa gives ${made} 1`, `${made} says 0`]],
		['a creation without coins', { 170: create(`${log}00`, 0) }, {}, [`${made} says 0`]],
		['a creation that fails', { 170: create(`${log}fe`, 2) + log }, {}, ['aa says 0']],
		['an end with coins', { 170: `${log}${at(0x99)}ff` }, {}, ['aa says 0', 'aa gives 99 9']],
		['an end with one coin', { 170: `${at(0x99)}ff` }, { coins: { 170: 1n } }, ['aa gives 99 1']],
		['an end without coins', { 170: `${at(0x99)}ff` }, { coins: { 170: 0n } }, []],
		['an end without an heir', { 170: call(0xbb, 0), 187: 'ff' }, {}, []],
	])('%s is told as it happened', async (_name, codes, options, list) => {
		expect(await told(codes, options)).toEqual(list)
	})

	test('a record hears its own run alone, and has whole addresses and amounts', async () => {
		const record = recordLogs()
		let machine: ChainEvm | undefined
		const observer: EvmObserver = (evm) => {
			machine = evm
			return record.observer(evm)
		}
		await run({ 170: '' }, { call: { value: 3n }, run: { observer } })
		expect(
			(['beforeMessage', 'afterMessage', 'step'] as const).map((name) => machine!.events.listenerCount(name)),
		).toEqual([0, 0, 0])
		await run({ 170: log }, { call: { value: 2n } })
		const move = record.merge([]).map(({ address, topics, data }) => [toHex(address), topics.map(toHex), toHex(data)])
		const padded = (byte: number): string => toHex(addressOf(byte)).padStart(64, '0')
		expect(move).toEqual([['ee'.repeat(20), [transferTopic, padded(0x11), padded(0xaa)], word(3)]])
	})
})
