import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import { EvmState } from '../../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount, EvmStore } from '../../../../../../src/modules/evm/state/EvmStore.ts'
import type { InterpreterRules } from '../../../../../../src/modules/evm/vm/interpreterRules.ts'
import { type EvmObserver, runEvm } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'
import { randomSource, runSeed } from '../../../../../support/random.js'
import { byTheLibrary } from '../../evmBench.ts'

const caller = new Uint8Array(20).fill(0x11)
const contract = new Uint8Array(20).fill(0x22)
const other = new Uint8Array(20).fill(0x33)
const rounds = Number(process.env.CHAIN_TUI_FUZZ ?? 400)
const forks = ['homestead', 'byzantium', 'istanbul', 'london', 'shanghai', 'cancun', 'cancun', 'prague']

/** State in maps, whose writes are told in order. */
class MapStore implements EvmStore {
	readonly accounts = new Map<string, EvmAccount>()
	readonly codes = new Map<string, Uint8Array>()
	readonly writes: string[] = []

	constructor(codes: readonly (readonly [address: Uint8Array, code: Uint8Array])[]) {
		this.accounts.set(toHex(caller), { nonce: 1n, balance: 10n ** 20n, codeHash: keccak256(new Uint8Array(0)) })
		for (const [address, code] of codes) {
			const codeHash = keccak256(code)
			this.codes.set(toHex(codeHash), code)
			this.accounts.set(toHex(address), { nonce: 1n, balance: 1000n, codeHash })
		}
	}

	getAccount(address: Uint8Array): EvmAccount | undefined {
		return this.accounts.get(toHex(address))
	}

	getState(_address: Uint8Array, slot: Uint8Array): Uint8Array {
		const value = new Uint8Array(32)
		// Every other slot holds something.
		if (slot[31]! % 2 === 1) value[31] = 7
		return value
	}

	getCode(codeHash: Uint8Array): Uint8Array {
		return this.codes.get(toHex(codeHash)) ?? new Uint8Array(0)
	}

	setAccount(address: Uint8Array, { nonce, balance, codeHash }: EvmAccount): void {
		this.writes.push(`account ${toHex(address)} ${nonce} ${balance} ${toHex(codeHash)}`)
	}

	setState(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
		this.writes.push(`slot ${toHex(address)} ${toHex(slot)} ${toHex(value)}`)
	}

	setCode(codeHash: Uint8Array, code: Uint8Array): void {
		this.writes.push(`code ${toHex(codeHash)} ${toHex(code)}`)
	}

	deleteAccount(address: Uint8Array): void {
		this.writes.push(`delete ${toHex(address)}`)
	}

	takesCode(): boolean {
		return true
	}
}

async function outcomeOf(code: Uint8Array, rules: InterpreterRules, observer?: EvmObserver, gas = 150_000n) {
	const store = new MapStore([
		[contract, code],
		// MSTORE8, RETURN of a word; before that a slot is written.
		[other, fromHex('600560015560aa60005360206000f3')!],
	])
	const state = new EvmState(store)
	const outcome = await runEvm({
		chainId: 2222n,
		rules,
		block: {
			height: 100,
			timestamp: 1_700_000_000n,
			coinbase: other,
			gasLimit: 30_000_000n,
			baseFee: 7n,
			random: new Uint8Array(32).fill(5),
			hashAt: (height) => new Uint8Array(32).fill(height),
			hasAccessLists: ['london', 'shanghai', 'cancun', 'prague'].includes(rules.hardfork),
			warmCoinbase: false,
		},
		call: {
			from: caller,
			to: contract,
			data: new Uint8Array(40).fill(9),
			value: 3n,
			gas,
			gasPrice: 11n,
			nonce: 1n,
			accessList: undefined,
		},
		state,
		observer,
	})
	state.commit(outcome.destroyed)
	return { ...outcome, writes: store.writes }
}

/** Code that mostly runs for some while: jumps go to places that may be jumped to, memory stays small. */
function randomCode(random: (below: number) => number): Uint8Array {
	const bytes: number[] = []
	const push = (value: number): void => void bytes.push(0x60, value)
	const plain = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0b, 0x10, 0x14, 0x15, 0x16, 0x19, 0x1a, 0x1c]
	const asking = [0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x5a]
	const pieces: (() => void)[] = [
		() => push(random(256)),
		() => bytes.push(0x61 + random(31), ...Array.from({ length: 32 }, () => random(256))),
		() => {
			push(random(9))
			push(random(9))
			bytes.push(plain[random(plain.length)]!)
		},
		() => bytes.push(asking[random(asking.length)]!),
		() => {
			push(random(256))
			push(random(64))
			bytes.push(random(2) === 0 ? 0x52 : 0x53)
		},
		() => {
			push(random(64))
			bytes.push([0x51, 0x54, 0x35, 0x31, 0x3b, 0x3f, 0x40, 0x5c][random(8)]!)
		},
		() => {
			push(random(4))
			push(random(6))
			bytes.push([0x55, 0x5d][random(2)]!)
		},
		() => {
			push(random(70))
			push(random(70))
			bytes.push(0x20)
		},
		() => {
			for (let item = 0; item < 4; item++) push(random(40))
			bytes.push([0x37, 0x39, 0x3e, 0x5e, 0xa0, 0xa1, 0xa2][random(7)]!)
		},
		// A jump over one byte that nobody may run.
		() => {
			if (random(2) === 0) {
				push(bytes.length + 4)
				bytes.push(0x56)
			} else {
				push(random(2))
				push(bytes.length + 4)
				bytes.push(0x57)
			}
			bytes.push(0xfe, 0x5b)
		},
		() => {
			const kind = [0xf1, 0xf2, 0xf4, 0xfa][random(4)]!
			for (const size of [32, 0, 32, 0]) push(size)
			if (kind === 0xf1 || kind === 0xf2) push(random(3))
			bytes.push(0x73, ...[other, contract, new Uint8Array(20).fill(0x44), precompile(1 + random(9))][random(4)]!)
			bytes.push(0x62, 0, 0x40 + random(64), random(256), kind)
		},
		() => {
			const isSalted = random(2) === 0
			if (isSalted) push(random(3))
			push(random(20))
			push(random(20))
			push(random(3))
			bytes.push(isSalted ? 0xf5 : 0xf0)
		},
		() => {
			for (let item = 0; item < 4; item++) push(random(90))
			bytes.push(0x80 + random(4), 0x90 + random(3))
		},
		() => {
			if (random(8) === 0) bytes.push(random(256))
		},
	]
	for (let piece = 0; piece < 3 + random(25); piece++) pieces[random(pieces.length)]!()
	const ends = [[], [0x60, 0x40, 0x60, 0x00, 0xf3], [0x60, 0x10, 0x60, 0x00, 0xfd], [0x33, 0xff], [0x00]]
	return Uint8Array.from([...bytes, ...ends[random(ends.length)]!])
}

function precompile(number: number): Uint8Array {
	return Uint8Array.from({ length: 20 }, (_, at) => (at === 19 ? number : 0))
}

describe('code runs as in the library', () => {
	test('random codes end alike in both, in every fork', async () => {
		const random = randomSource('codeFrame')
		const ends = new Map<string, number>()
		for (let round = 0; round < rounds; round++) {
			const code = randomCode(random)
			const rules = { hardfork: forks[random(forks.length)]!, eips: [], berlinRefunds: false }
			const [ours, theirs] = [await outcomeOf(code, rules), await outcomeOf(code, rules, byTheLibrary)]
			expect(ours, `seed ${runSeed}, ${rules.hardfork}: ${toHex(code)}`).toEqual(theirs)
			ends.set(theirs.error, (ends.get(theirs.error) ?? 0) + 1)
		}
		// The codes do not all fail at once.
		expect(ends.get('') ?? 0).toBeGreaterThan(50)
		expect(ends.size).toBeGreaterThan(4)
	})

	test('calls in calls end at 1,024 of them, however much gas there is', async () => {
		const rules = { hardfork: 'cancun', eips: [], berlinRefunds: false }
		// Calls itself with all gas and returns one more than that call did.
		const outcome = await outcomeOf(fromHex('60205f5f5f5f305af15f516001015f5260205ff3')!, rules, undefined, 2n ** 60n)
		expect([outcome.error, Number(`0x${toHex(outcome.returned)}`)]).toEqual(['', 1_025])
	})

	test('a revert that cannot pay for its memory takes none, also while somebody listens', async () => {
		const rules = { hardfork: 'cancun', eips: [], berlinRefunds: false }
		// REVERT of 4 GB, and of more than any machine has.
		for (const code of [fromHex('63ffffffff6000fd')!, fromHex(`7f${'ff'.repeat(32)}6000fd`)!]) {
			const before = process.memoryUsage().arrayBuffers
			const outcome = await outcomeOf(code, rules, byTheLibrary)
			expect(outcome).toEqual(await outcomeOf(code, rules))
			expect(outcome).toMatchObject({ gasLeft: 0n, returned: new Uint8Array(0) })
			expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
		}
	})

	test('an error that is none of the EVM comes out', async () => {
		const store = new MapStore([[contract, fromHex('600054')!]])
		store.getState = () => {
			throw new RangeError('the disk is gone')
		}
		const state = new EvmState(store)
		await runEvm(runOf(state)).catch(() => undefined)
		await expect(runEvm(runOf(state))).rejects.toThrow('the disk is gone')
	})

	test('a jump goes only where the code has a place for it, also when the code runs a second time', async () => {
		const rules = { hardfork: 'cancun', eips: [], berlinRefunds: false }
		// PUSH1 4 JUMP, then a JUMPDEST that is the value of a PUSH1.
		const inside = fromHex('600456605b00')!
		const good = fromHex('6003565b602a60005260206000f3')!
		for (let round = 0; round < 3; round++) {
			expect((await outcomeOf(inside, rules)).error).toBe('invalid jump destination')
			expect((await outcomeOf(good, rules)).returned.at(-1)).toBe(42)
		}
	})
})

function runOf(state: EvmState): Parameters<typeof runEvm>[0] {
	return {
		chainId: 2222n,
		rules: { hardfork: 'london', eips: [], berlinRefunds: false },
		block: {
			height: 1,
			timestamp: 0n,
			coinbase: other,
			gasLimit: 0n,
			baseFee: 0n,
			random: new Uint8Array(32),
			hashAt: () => undefined,
			hasAccessLists: true,
			warmCoinbase: false,
		},
		call: {
			from: caller,
			to: contract,
			data: new Uint8Array(0),
			value: 0n,
			gas: 100_000n,
			gasPrice: 0n,
			nonce: 0n,
			accessList: undefined,
		},
		state,
	}
}
