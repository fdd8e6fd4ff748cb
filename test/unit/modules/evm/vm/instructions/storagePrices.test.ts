import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import { londonChainConfig } from '../../../../../../src/modules/evm/chainConfig.ts'
import { EvmState } from '../../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmStore } from '../../../../../../src/modules/evm/state/EvmStore.ts'
import { interpreterRulesAt } from '../../../../../../src/modules/evm/vm/interpreterRules.ts'
import { runEvm } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'

const user = new Uint8Array(20).fill(0xaa)
const contract = new Uint8Array(20).fill(0xcc)
const slot = new Uint8Array(32)
const { blocks } = londonChainConfig
const configs = {
	istanbul: { ...londonChainConfig, blocks: { ...blocks, muirGlacier: -1n, berlin: -1n, london: -1n } },
	berlin: { ...londonChainConfig, blocks: { ...blocks, london: -1n } },
	london: londonChainConfig,
}

/** Gas and refunds of code whose slot 0 holds a value at the beginning. */
async function measure(fork: keyof typeof configs, code: string, original: number, isWarm: boolean, gas = 1_000_000n) {
	const bytes = fromHex(code)!
	const account = { nonce: 1n, balance: 0n }
	const accounts = new Map([
		[toHex(user), { ...account, codeHash: keccak256(new Uint8Array(0)) }],
		[toHex(contract), { ...account, codeHash: keccak256(bytes) }],
	])
	const held = new Uint8Array(32)
	held[31] = original
	const store: EvmStore = {
		getAccount: (address) => accounts.get(toHex(address)),
		getState: () => held,
		getCode: () => bytes,
		setAccount: () => {},
		setState: () => {},
		setCode: () => {},
		deleteAccount: () => {},
		takesCode: () => true,
	}
	const { gasLeft, refund, error } = await runEvm({
		chainId: 2222n,
		rules: interpreterRulesAt(configs[fork], undefined, 1),
		block: {
			height: 1,
			timestamp: 1n,
			coinbase: new Uint8Array(20),
			gasLimit: 0n,
			baseFee: 0n,
			random: new Uint8Array(32),
			hashAt: () => undefined,
			hasAccessLists: fork !== 'istanbul',
			warmCoinbase: false,
		},
		call: {
			...{ from: user, to: contract, data: new Uint8Array(0), value: 0n, gas, gasPrice: 1n, nonce: 0n },
			accessList: isWarm ? [{ address: contract, storageKeys: [slot] }] : undefined,
		},
		state: new EvmState(store),
	})
	return { used: Number(gas - gasLeft), refund: Number(refund), error }
}

/** PUSH1 value, PUSH1 0, SSTORE for each value. */
const writes = (...values: readonly number[]): string => values.map((value) => `600${value}600055`).join('')

describe('the price of writing to storage', () => {
	// The test cases of EIP-2200, and those of EIP-3529 before and after it, with a warm slot.
	test.each([
		[0, [0, 0], [1612, 0], [212, 0], [212, 0]],
		[0, [0, 1], [20812, 0], [20112, 0], [20112, 0]],
		[0, [1, 0], [20812, 19200], [20112, 19900], [20112, 19900]],
		[0, [1, 2], [20812, 0], [20112, 0], [20112, 0]],
		[0, [1, 1], [20812, 0], [20112, 0], [20112, 0]],
		[1, [0, 0], [5812, 15000], [3012, 15000], [3012, 4800]],
		[1, [0, 1], [5812, 4200], [3012, 2800], [3012, 2800]],
		[1, [0, 2], [5812, 0], [3012, 0], [3012, 0]],
		[1, [2, 0], [5812, 15000], [3012, 15000], [3012, 4800]],
		[1, [2, 3], [5812, 0], [3012, 0], [3012, 0]],
		[1, [2, 1], [5812, 4200], [3012, 2800], [3012, 2800]],
		[1, [2, 2], [5812, 0], [3012, 0], [3012, 0]],
		[1, [1, 0], [5812, 15000], [3012, 15000], [3012, 4800]],
		[1, [1, 2], [5812, 0], [3012, 0], [3012, 0]],
		[1, [1, 1], [1612, 0], [212, 0], [212, 0]],
		[0, [1, 0, 1], [40818, 19200], [40118, 19900], [40118, 19900]],
		[1, [0, 1, 0], [10818, 19200], [5918, 17800], [5918, 7600]],
	])(
		'a slot that held %i and gets %j costs and refunds what the proposals say',
		async (original, values, ...prices) => {
			const told = Object.keys(configs).map(async (fork) => {
				const { used, refund, error } = await measure(fork as keyof typeof configs, writes(...values), original, true)
				expect(error).toBe('')
				return [used, refund]
			})
			expect(await Promise.all(told)).toEqual(prices)
		},
	)

	test('the first use of a slot costs 2,100 more where it is not in the access list', async () => {
		for (const fork of ['berlin', 'london'] as const) {
			const [cold, warm] = [await measure(fork, writes(1, 2), 0, false), await measure(fork, writes(1, 2), 0, true)]
			expect(cold.used - warm.used, fork).toBe(2_100)
		}
	})

	// EIP-1884, and EIP-2929 from Berlin on. Each is a PUSH1 and the instruction, two times.
	test.each([
		['a slot', '54', [1_606, 2_206, 206]],
		['a balance', '31', [1_406, 2_706, 2_706]],
		['the size of a code', '3b', [1_406, 2_706, 2_706]],
		['the hash of a code', '3f', [1_406, 2_706, 2_706]],
	])('the first read of %s costs more than the second from Berlin on', async (_name, op, [before, cold, listed]) => {
		const code = `6000${op}6000${op}`
		const used = async (fork: keyof typeof configs, isWarm: boolean) => (await measure(fork, code, 0, isWarm)).used
		expect([await used('istanbul', false), await used('istanbul', true)]).toEqual([before, before])
		for (const fork of ['berlin', 'london'] as const) {
			expect([await used(fork, false), await used(fork, true)]).toEqual([cold, listed])
		}
	})

	test('a write with no more gas left than the sentry of EIP-2200 fails, one unit more and it runs', async () => {
		// Two PUSH1 come before it.
		for (const fork of ['istanbul', 'london'] as const) {
			expect((await measure(fork, writes(1), 1, true, 2_300n + 6n)).error, fork).toBe('out of gas')
			expect((await measure(fork, writes(1), 1, true, 2_301n + 6n)).error, fork).toBe('')
		}
	})
})
