import { describe, expect, it } from 'vitest'
import type { VestingTerms } from '../../../../../src/codec/vesting/vestedCoins.ts'
import { isEnabled } from '../../../../../src/tui/kit/keymap/Command.ts'
import { VestingClock } from '../../../../../src/tui/screens/accounts/vesting/VestingClock.ts'
import { vestingCommands } from '../../../../../src/tui/screens/accounts/vesting/vestingCommands.ts'

const coins = (amount: bigint) => [{ denom: 'uchain', amount }]
const start = 1_000_000n
/** Released at 400, 800 and 1,200 seconds after the start. */
const terms: VestingTerms = {
	...{ kind: 'periodic', startTime: start },
	vesting: { originalVesting: coins(900n), delegatedFree: [], delegatedVesting: [], endTime: start + 1_200n },
	periods: [1, 2, 3].map(() => ({ length: 400n, amount: coins(300n) })),
}

/** A clock of the chain 400 seconds after the start, and the commands of it. */
function made(more: object = {}) {
	const time = new Date(Number(start + 400n) * 1_000).toISOString()
	const app = { state: { status: { time } }, clock: () => 0, client: { admin: {} } }
	const clock = new VestingClock(app as never)
	clock.follow(terms)
	const commands = vestingCommands({ app, clock, view: 'aligned', selected: 'chain1a', ...more } as never)
	const command = (key: string) => commands.find(({ keys }) => keys.includes(key))!
	/** Seconds after the start once a key was pressed. */
	const press = async (...keys: readonly string[]): Promise<number> => {
		for (const key of keys) await command(key).run()
		return Number(clock.time - start)
	}
	return { clock, commands, command, press }
}

describe('the keys of the vesting', () => {
	it('the keys of the vesting move by a fortieth of the chart, by a tenth of that, and back to the time of the chain', async () => {
		// The chart is 1,320 seconds wide: 60 are left free at both ends.
		for (const [key, seconds] of [
			...([
				['right', 433],
				['>', 433],
				['left', 367],
				['<', 367],
			] as const),
			...([
				['shift+right', 403],
				['.', 403],
				['shift+left', 397],
				[',', 397],
			] as const),
		] as const)
			expect([key, await made().press(key)]).toEqual([key, seconds])
		const { press, clock } = made()
		expect(await press('right', '=')).toBe(400)
		expect(clock.chosen).toBeUndefined()
	})

	it('the keys of the vesting go to the next and to the previous release, and stay at the last one', async () => {
		expect(await made().press('n')).toBe(800)
		expect(await made().press('n', 'n', 'n')).toBe(1_200)
		expect(await made().press('n', 'n', 'N')).toBe(800)
		const { press, clock } = made()
		expect(await press('N', 'N')).toBe(400)
		clock.follow(undefined)
		expect(await press('n')).toBe(400)
	})

	it('the keys of the vesting say of an account that does not vest, and of the check of clients, why they do nothing', () => {
		const told = (...parts: Parameters<typeof made>) =>
			made(...parts)
				.command('n')
				.enabled?.()
		expect(told()).toBe(true)
		const no = 'the account does not vest'
		const without = made()
		without.clock.follow(undefined)
		expect([told({ selected: undefined }), without.command('n').enabled?.()]).toEqual([no, no])
		expect(told({ view: 'check' })).toBe('the check of old clients does not depend on time')
	})

	it('the keys of the vesting set the clock of an own chain, and only forwards', async () => {
		const { clock, command, press } = made()
		const told = () => command('C').enabled?.()
		expect(told()).toBe('the slider is at the time of the chain')
		await press('right')
		expect(told()).toBe(true)
		for (const past of [400n, 399n]) {
			clock.chosen = start + past
			expect(told()).toBe('time does not go back')
		}
		clock.chosen = start + 401n
		expect(told()).toBe(true)
		const elsewhere = made({ app: { client: {} } })
		await elsewhere.press('right')
		expect(elsewhere.command('C').enabled?.()).toBe('you do not control this node')
	})

	it('the keys of the vesting that the footer shows are to move and to choose a time', () => {
		const { commands } = made()
		expect(commands.filter((command) => command.footer !== undefined).map(({ id }) => id)).toEqual([
			...['vesting.later', 'vesting.time'],
		])
		expect(commands.filter(isEnabled)).toHaveLength(8)
	})
})
