import { beforeAll, describe, expect, test } from 'vitest'
import {
	type ApplyOptions,
	applyMessage,
	type EvmMessage,
	evmConfigOf,
	IntrinsicGasFault,
} from '../../../../src/modules/evm/applyMessage.ts'
import { type Fork, pragueChainConfig } from '../../../../src/modules/evm/chainConfig.ts'
import { fromHex, toHex } from '../../../../src/util/bytes.ts'
import { addressOf, callOfContract, createEvmBench } from './evmBench.ts'

const contract = addressOf(0xaa)
const until = (...left: readonly Fork[]) => ({
	...pragueChainConfig,
	blocks: Object.fromEntries(
		Object.entries(pragueChainConfig.blocks).filter(([fork]) => !left.includes(fork as Fork)),
	) as typeof pragueChainConfig.blocks,
})
const forks = {
	istanbul: until('berlin', 'london', 'arrowGlacier', 'mergeFork', 'shanghai', 'cancun', 'prague'),
	london: until('shanghai', 'cancun', 'prague'),
	shanghai: until('cancun', 'prague'),
	prague: pragueChainConfig,
}

let bench: ReturnType<typeof createEvmBench>
beforeAll(async () => {
	bench = createEvmBench({ accountRule: 'base', funded: [[addressOf(0x11), 1_000n]], feeMarket: { baseFee: 7n } })
	await bench.block()
})

/** A call of a contract with such a code, by the rules of a fork. */
async function applied(
	fork: keyof typeof forks,
	code: string,
	message: Partial<EvmMessage> = {},
	{ header = {}, ...options }: Partial<ApplyOptions> & { readonly header?: object } = {},
) {
	const whole = bench.context()
	const ctx = whole.with({ header: { ...whole.header, ...header } })
	bench.deploy(ctx, contract, fromHex(code.replaceAll(' ', ''))!)
	for (const slot of [1, 2]) {
		bench.keeper.setState(ctx, contract, new Uint8Array(32).with(31, slot), new Uint8Array(32).fill(9))
	}
	const config = evmConfigOf(bench.keeper, ctx)
	const params = { ...config.params, chainConfig: forks[fork] }
	const call = { ...callOfContract, ...message }
	const result = await applyMessage(bench.keeper, ctx, call, { ...config, params }, { commit: true, ...options })
	return { ...result, slots: bench.keeper.getStorage(ctx, contract).length }
}
const fault = async (...args: Parameters<typeof applied>): Promise<unknown> =>
	applied(...args).then(
		() => 'applied',
		(error: unknown) => error,
	)

describe('the gas of a message', () => {
	const data = Uint8Array.of(1)
	test.each<[string, keyof typeof forks, bigint, Partial<EvmMessage>]>([
		['a call', 'prague', 21_000n, {}],
		['a call with a byte', 'london', 21_016n, { data }],
		['a call with a byte from Prague on', 'prague', 21_040n, { data }],
		['a deployment', 'istanbul', 53_000n, { to: undefined }],
	])('%s needs the gas before anything runs, and not less', async (_name, fork, gas, message) => {
		expect(await fault(fork, '00', { ...message, gas })).toBe('applied')
		expect(await fault(fork, '00', { ...message, gas: gas - 1n })).toBeInstanceOf(IntrinsicGasFault)
	})

	test('a message takes the least gas of its data from Prague on, whatever it used', async () => {
		const used = async (fork: 'london' | 'prague') => {
			const { gasUsed, peakGas } = await applied(fork, '00', { data })
			return [gasUsed, peakGas]
		}
		expect([await used('london'), await used('prague')]).toEqual([
			[21_016n, 21_016n],
			[21_040n, 21_040n],
		])
	})

	// EIP-2200, EIP-3529: a slot that is cleared.
	test.each<[string, keyof typeof forks, string, bigint, bigint]>([
		['whole where it is less than a fifth', 'shanghai', '6000600155', 26_006n, 26_006n - 4_800n],
		['a fifth at most', 'shanghai', '60006001556000600255', 31_012n, 31_012n - 31_012n / 5n],
		['a half at most before London', 'istanbul', '6000600155', 26_006n, 26_006n - 13_003n],
	])('what is refunded of a message is %s', async (_name, fork, code, peak, used) => {
		const { gasUsed, peakGas } = await applied(fork, code)
		expect([peakGas, gasUsed]).toEqual([peak, used])
	})
})

describe('what a message leaves', () => {
	test('changes are written only where they are to be, and not of a message that fails', async () => {
		expect((await applied('prague', '6007600355')).slots).toBe(3)
		expect((await applied('prague', '6007600355', {}, { commit: false })).slots).toBe(2)
		expect(await applied('prague', '6007600355fe')).toMatchObject({ slots: 2, vmError: 'invalid opcode: INVALID' })
	})
})

describe('what a message is told of its block', () => {
	/** COINBASE, TIMESTAMP, NUMBER, PREVRANDAO, GASLIMIT, BASEFEE. */
	const all = ['41', '42', '43', '44', '45', '48'].map((code, at) => `${code}60${toHex(Uint8Array.of(at * 32))}52`)
	const told = async (header: object, options: Partial<ApplyOptions> = {}) => {
		const { returned } = await applied('shanghai', `${all.join('')}60c06000f3`, {}, { header, ...options })
		return (toHex(returned).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
	}
	const hash = new Uint8Array(32).fill(5)
	const [number, coinbase] = [BigInt(`0x${'05'.repeat(32)}`), BigInt(`0x${'77'.repeat(20)}`)]
	const time = { seconds: 99n, nanos: 5 }

	test('a message is told of the header, with the hash of the last block as the random number', async () => {
		const block = await told({ height: 8, time, lastBlockId: { hash, parts: undefined } })
		expect([block[0], block[1], block[2], block[3]]).toEqual([coinbase, 99n, 8n, number])
		expect(block[5]).toBe(7n)
	})

	test('the random number of a block without a hash before it is 0, and whoever asks may tell another', async () => {
		for (const wrong of [undefined, { hash: hash.slice(1), parts: undefined }]) {
			expect((await told({ lastBlockId: wrong }))[3]).toBe(0n)
		}
		const other = await told({}, { block: { number: 5n, random: hash, gasLimit: 3n } })
		expect([other[2], other[3], other[4]]).toEqual([5n, number, 3n])
	})

	test('who proposed the block costs less to look at from Shanghai on', async () => {
		const used = async (fork: 'london' | 'shanghai') => (await applied(fork, '4131')).gasUsed - 21_000n
		expect([await used('london'), await used('shanghai')]).toEqual([2n + 2_600n, 2n + 100n])
	})
})
