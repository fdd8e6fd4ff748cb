import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Coins, coinsToText } from '../../../../src/codec/coins/coins.ts'
import {
	lockedCoins,
	readVestingTerms,
	shareOf,
	type VestingTerms,
	vestedCoins,
	vestingCoins,
} from '../../../../src/codec/vesting/vestedCoins.ts'
import { vestingSchedule } from '../../../../src/codec/vesting/vestingSchedule.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'

/** `5uchain,1busd` of a text of that form. */
function coins(text: string): Coins {
	if (text === '') return []
	return text.split(',').map((coin) => {
		const [, amount = '', denom = ''] = /^(\d+)(.+)$/.exec(coin) ?? []
		return { denom, amount: BigInt(amount) }
	})
}

function fields(original: string, endTime: bigint, delegatedVesting = ''): VestingTerms['vesting'] {
	return {
		originalVesting: coins(original),
		delegatedFree: [],
		delegatedVesting: coins(delegatedVesting),
		endTime,
	}
}

const delayed: VestingTerms = { kind: 'delayed', vesting: fields('1000000uchain', 1000n) }
const continuous: VestingTerms = {
	kind: 'continuous',
	vesting: fields('7busd,1000000uchain', 1100n),
	startTime: 100n,
}
const periodic: VestingTerms = {
	kind: 'periodic',
	vesting: fields('1000000uchain', 1000n),
	startTime: 100n,
	periods: [
		{ length: 300n, amount: coins('250000uchain') },
		{ length: 300n, amount: coins('250000uchain') },
		{ length: 300n, amount: coins('500000uchain') },
	],
}
const permanent: VestingTerms = { kind: 'permanent', vesting: fields('1000000uchain', 0n) }

describe('the released share', () => {
	const path = new URL('shareVectors.json', import.meta.url)
	const vectors = JSON.parse(readFileSync(path, 'utf8')) as readonly (readonly [string, string, string, string])[]

	it('the released share is rounded as the framework rounds, over amounts of up to 256 bits', () => {
		expect(vectors.length).toBeGreaterThan(100)
		for (const [amount, part, whole, share] of vectors) {
			expect(shareOf(BigInt(amount), BigInt(part), BigInt(whole)).toString(), `${amount} ${part}/${whole}`).toBe(share)
		}
	})

	it('panics on an empty span', () => {
		expect(() => shareOf(1n, 1n, 0n)).toThrow(PanicError)
	})
})

describe('vested coins', () => {
	const vested = (account: VestingTerms, time: bigint) => coinsToText(vestedCoins(account, time))

	it('vested coins of a delayed account come all at its end', () => {
		expect([999n, 1000n, 1001n].map((time) => vested(delayed, time))).toEqual(['', '1000000uchain', '1000000uchain'])
	})

	it('vested coins of a continuous account grow by the second between start and end', () => {
		expect([99n, 100n].map((time) => vested(continuous, time))).toEqual(['', ''])
		expect(vested(continuous, 101n)).toBe('0busd,1000uchain')
		expect(vested(continuous, 600n)).toBe('4busd,500000uchain')
		expect(vested(continuous, 1099n)).toBe('7busd,999000uchain')
		expect(vested(continuous, 1100n)).toBe('7busd,1000000uchain')
	})

	it('vested coins of a periodic account come at the end of each period', () => {
		expect([100n, 399n, 400n, 699n, 700n, 999n, 1000n].map((time) => vested(periodic, time))).toEqual([
			'',
			'',
			'250000uchain',
			'250000uchain',
			'500000uchain',
			'500000uchain',
			'1000000uchain',
		])
	})

	it('vested coins of a permanently locked account never come', () => {
		expect(vested(permanent, 10n ** 12n)).toBe('')
		expect(coinsToText(vestingCoins(permanent, 10n ** 12n))).toBe('1000000uchain')
	})

	it('vested and vesting coins make up the original vesting at any time', () => {
		for (let time = 90n; time < 1110n; time += 7n) {
			const sum = vestedCoins(continuous, time)
				.concat(vestingCoins(continuous, time))
				.filter(({ denom }) => denom === 'uchain')
				.reduce((total, { amount }) => total + amount, 0n)
			expect(sum).toBe(1000000n)
		}
	})

	it('panic when the periods release more than there was', () => {
		const tooMuch: VestingTerms = { ...periodic, vesting: fields('100uchain', 1000n) }
		expect(() => vestingCoins(tooMuch, 500n)).toThrow(new PanicError('negative coin amount'))
	})

	it('panic when periods are not sorted', () => {
		const unsorted: VestingTerms = {
			...periodic,
			periods: [{ length: 1n, amount: coins('2uchain,1busd') }],
		}
		expect(() => vestingCoins(unsorted, 500n)).toThrow(PanicError)
	})
})

describe('locked coins', () => {
	it('locked coins are the vesting coins that are not delegated', () => {
		const withDelegation: VestingTerms = {
			...continuous,
			vesting: fields('7busd,1000000uchain', 1100n, '300000uchain'),
		}
		expect(coinsToText(lockedCoins(withDelegation, 600n))).toBe('3busd,200000uchain')
		expect(coinsToText(lockedCoins(withDelegation, 900n))).toBe('1busd')
		expect(coinsToText(lockedCoins(withDelegation, 1100n))).toBe('')
	})
})

describe('the vesting schedule', () => {
	it('names the moments at which coins are released', () => {
		expect(vestingSchedule(delayed)).toEqual({
			shape: 'steps',
			points: [{ time: 1000n, vested: coins('1000000uchain') }],
		})
		expect(vestingSchedule(continuous).shape).toBe('linear')
		expect(vestingSchedule(periodic).points.map(({ time }) => time)).toEqual([400n, 700n, 1000n])
		expect(vestingSchedule(permanent)).toEqual({ shape: 'steps', points: [] })
	})

	it('agrees with the rules at each moment and just before it', () => {
		const odd: VestingTerms = {
			...periodic,
			periods: [
				{ length: 0n, amount: coins('1uchain') },
				{ length: 0n, amount: coins('2uchain') },
				{ length: 500n, amount: coins('3uchain') },
				{ length: 9000n, amount: coins('4uchain') },
			],
		}
		for (const account of [delayed, periodic, odd]) {
			const points = vestingSchedule(account).points
			points.forEach(({ time, vested }, index) => {
				expect(vestedCoins(account, time)).toEqual(vested)
				expect(vestedCoins(account, time - 1n)).toEqual(points[index - 1]?.vested ?? [])
			})
		}
	})
})

describe('the terms in a form that comes from anywhere', () => {
	const uchain = [{ denom: 'uchain', amount: '5' }]
	const vesting = { originalVesting: coins('5uchain'), delegatedFree: [], delegatedVesting: [], endTime: 0n }
	const account = (kind: string, value: object) => readVestingTerms({ type: `cosmos-sdk/${kind}VestingAccount`, value })

	it('a share of more seconds than 63 bits is reckoned with the seconds that Go has', () => {
		const startTime = -(2n ** 63n)
		const terms: VestingTerms = { kind: 'continuous', vesting: fields('3uchain', 2n ** 63n - 1n), startTime }
		// Go subtracts times of 64 bits: -2^63 seconds of -1 have passed.
		expect(vestedCoins(terms, 0n)).toEqual([{ denom: 'uchain', amount: 3n * 2n ** 63n }])
	})

	it('what the form does not tell is zero, and nothing', () => {
		expect(account('Delayed', { original_vesting: uchain })).toEqual({ kind: 'delayed', vesting })
		expect(account('Continuous', { original_vesting: uchain })).toEqual({ kind: 'continuous', vesting, startTime: 0n })
		const locked = { type: 'cosmos-sdk/PermanentLockedAccount', value: { original_vesting: uchain, start_time: '3' } }
		expect(readVestingTerms(locked)).toEqual({ kind: 'permanent', vesting })
		const periodic = { kind: 'periodic', vesting, startTime: 0n }
		expect(account('Periodic', { original_vesting: uchain })).toEqual({ ...periodic, periods: [] })
		expect(account('Periodic', { original_vesting: uchain, vesting_periods: [{}] })).toEqual({
			...periodic,
			periods: [{ length: 0n, amount: [] }],
		})
	})

	it('both forms are read, and times as texts and numbers', () => {
		const shared = { original_vesting: uchain, delegated_free: uchain, delegated_vesting: null, end_time: '-7' }
		const read = { ...vesting, delegatedFree: coins('5uchain'), endTime: -7n }
		for (const value of [
			{ ...shared, start_time: 3 },
			{ base_vesting_account: shared, start_time: '3' },
		]) {
			expect(account('Continuous', value)).toEqual({ kind: 'continuous', vesting: read, startTime: 3n })
		}
	})

	it.each([
		[undefined],
		[{ type: 'cosmos-sdk/Account', value: { original_vesting: uchain } }],
		[{ type: 'cosmos-sdk/DelayedVestingAccount', value: {} }],
		[{ type: 'cosmos-sdk/DelayedVestingAccount', value: { original_vesting: [{ denom: 5, amount: '5' }] } }],
		[{ type: 'cosmos-sdk/DelayedVestingAccount', value: { original_vesting: [{ denom: 'u', amount: '-5' }] } }],
		[{ type: 'cosmos-sdk/DelayedVestingAccount', value: { original_vesting: [{ denom: 'u', amount: 5 }] } }],
	])('what is no account with vesting has no terms: %j', (value) => {
		expect(readVestingTerms(value)).toBeUndefined()
	})

	it('a linear release whose end is not after its start is one step right after the start', () => {
		const at = (startTime: bigint, endTime: bigint) =>
			vestingSchedule({ kind: 'continuous', vesting: fields('5uchain', endTime), startTime })
		for (const end of [99n, 100n]) {
			expect(at(100n, end)).toEqual({ shape: 'steps', points: [{ time: 101n, vested: coins('5uchain') }] })
		}
		expect(at(100n, 101n)).toEqual({
			shape: 'linear',
			points: [
				{ time: 100n, vested: [] },
				{ time: 101n, vested: coins('5uchain') },
			],
		})
	})
})
