import { afterEach, expect, it, vi } from 'vitest'
import type { NetworkStatus, NetworkValidator } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { placeColumns, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { NetworkModel, validatorColumns, validatorName } from '../../../../src/tui/screens/network/NetworkModel.ts'
import { networkCommands } from '../../../../src/tui/screens/network/networkCommands.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { networkOfFour } from '../../support/networkOfFour.ts'

afterEach(() => {
	vi.useRealTimers()
})

/** The model over a node that answers, or fails, as a test says. */
function modelOf(answer: () => Promise<NetworkStatus>, kind = 'remote') {
	const asked: number[] = []
	const client = {
		network: () => {
			asked.push(1)
			return answer()
		},
	}
	let redraws = 0
	const app = { client, state: { screen: 'network', status: { kind } }, touch: () => void redraws++ }
	return { app, asked, model: new NetworkModel(app as unknown as TuiApp), redraws: () => redraws }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('a node is alone if it is our own, or has neither peers nor another validator', async () => {
	const isAlone = async (reading: Partial<NetworkStatus>, kind?: string): Promise<boolean> => {
		const { model } = modelOf(async () => ({ ...networkOfFour, ...reading }), kind)
		model.read()
		await settled()
		return model.isAlone
	}
	const { validators, peers } = networkOfFour
	expect(await isAlone({})).toBe(false)
	expect(await isAlone({ validators: validators.slice(0, 1), peers: [] })).toBe(true)
	expect(await isAlone({ validators: [], peers: [] })).toBe(true)
	expect(await isAlone({ validators: validators.slice(0, 2), peers: [] })).toBe(false)
	expect(await isAlone({ validators: validators.slice(0, 1), peers: peers.slice(0, 1) })).toBe(false)
	expect(await isAlone({}, 'embedded')).toBe(true)
	expect(modelOf(async () => networkOfFour).model.isAlone).toBe(false)
})

it('a node is asked each second while the screen is in front, once at a time, and again after a change of the place', async () => {
	vi.useFakeTimers()
	let answer = (_reading: NetworkStatus): void => {}
	const { app, asked, model } = modelOf(
		() =>
			new Promise((resolve) => {
				answer = resolve
			}),
	)
	model.opened()
	await vi.advanceTimersByTimeAsync(3_000)
	expect(asked).toHaveLength(1)
	answer(networkOfFour)
	await vi.advanceTimersByTimeAsync(1_000)
	expect([asked.length, model.reading]).toEqual([2, networkOfFour])
	answer(networkOfFour)
	await vi.advanceTimersByTimeAsync(0)
	model.connected()
	expect([asked.length, model.reading]).toEqual([3, undefined])
	// What the place that was left answers is not heard.
	const { client } = app
	app.client = { network: client.network }
	answer(networkOfFour)
	await vi.advanceTimersByTimeAsync(0)
	expect(model.reading).toBeUndefined()
	app.state.screen = 'home'
	await vi.advanceTimersByTimeAsync(5_000)
	expect(vi.getTimerCount()).toBe(0)
	model.connected()
	expect(asked).toHaveLength(3)
	model.opened()
	expect(asked).toHaveLength(4)
	const own = modelOf(async () => networkOfFour, 'embedded')
	own.model.read()
	expect(own.asked).toEqual([])
})

it('a node that does not answer is told by its reason, until it does', async () => {
	let fails = true
	const { app, model, redraws, asked } = modelOf(async () => {
		if (fails) throw new Error('no answer')
		return networkOfFour
	})
	model.read()
	await settled()
	expect([model.problem, model.reading]).toEqual(['no answer', undefined])
	fails = false
	model.read()
	await settled()
	expect([model.problem, model.reading, redraws()]).toEqual(['', networkOfFour, 2])
	Object.assign(app, { client: undefined })
	model.read()
	expect(asked).toHaveLength(2)
})

it('a node that fails after it was left says nothing about the one in use', async () => {
	let fail = (_error: Error): void => {}
	const { app, model } = modelOf(
		() =>
			new Promise((_, reject) => {
				fail = reject
			}),
	)
	model.read()
	app.client = { network: async () => networkOfFour } as never
	fail(new Error('it was closed'))
	await settled()
	expect([model.problem, model.reading]).toEqual(['', undefined])
	model.read()
	await settled()
	expect([model.problem, model.reading]).toEqual(['', networkOfFour])
})

it('a validator is told by its name, or by the ends of its address', () => {
	const address = '0123456789ABCDEF0123456789ABCDEF01234567'
	const validator = (name: string): NetworkValidator => ({ ...networkOfFour.validators[0]!, name })
	expect(validatorName(undefined, address)).toBe('0123456…234567')
	expect(validatorName(validator(''), address)).toBe('0123456…234567')
	expect(validatorName(validator('a\u001b[2J'), address)).toBe('a␛[2J')
	expect(validatorName(validator('x'.repeat(31)), address)).toBe(`${'x'.repeat(30)}…`)
})

it('a row of a validator has its power, votes and last blocks, as many as fit', () => {
	const row = (part: Partial<NetworkValidator>, width: number, validators = networkOfFour.validators): string => {
		const model = { reading: networkOfFour, validators } as unknown as NetworkModel
		const placed = placeColumns(validatorColumns(model), width)
		const validator = { ...networkOfFour.validators[2]!, ...part }
		const texts = placed.map(({ column, cells }) =>
			column.text(validator, { cells, theme: namedTheme, now: 0, mark: (text) => text }),
		)
		return named(tableRow(placed, texts)).trimEnd()
	}
	expect(row({}, 70)).toBe(
		'‹accent:◆›  node2                 10 ‹muted:25 %›  ‹good:✓›‹muted:·›    ‹good:●›‹good:●›‹good:●›‹good:●›             100 %     2',
	)
	expect(
		row(
			{
				isOwn: true,
				prevote: 'none',
				precommit: 'nil',
				commits: ['absent', 'nil', 'unknown', 'signed'],
				power: 1_000n,
			},
			70,
		),
	).toBe(
		'‹accent:◆›  ‹strong:node2›            1,000 ‹muted:2500 %›  ‹muted:·›‹warn:○›    ‹bad:×›‹warn:○›‹muted:·›‹good:●›              33 %     2',
	)
	expect(row({ commits: ['unknown'] }, 70)).toBe(
		'‹accent:◆›  node2                 10 ‹muted:25 %›  ‹good:✓›‹muted:·›    ‹muted:·›                    –     2',
	)
	expect(row({ commits: Array.from({ length: 40 }, (_, index) => (index < 32 ? 'absent' : 'signed')) }, 66)).toBe(
		'‹accent:◆›  node2                 10 ‹muted:25 %›  ‹good:✓›‹muted:·›    ‹bad:×›‹bad:×›‹good:●›‹good:●›‹good:●›‹good:●›‹good:●›‹good:●›‹good:●›‹good:●›    20 %     2',
	)
	expect(row({ address: 'AB'.repeat(20) }, 96)).toBe(
		'   node2                 10 ‹muted:25 %›  ‹good:✓›‹muted:·›    ‹good:●›‹good:●›‹good:●›‹good:●›                             100 %     2  ‹muted:ABABA…ABAB›',
	)
	expect(row({ power: 1n }, 70, [{ ...networkOfFour.validators[0]!, power: 0n }])).toBe(
		'‹accent:◆›  node2                   1 ‹muted:0 %›  ‹good:✓›‹muted:·›    ‹good:●›‹good:●›‹good:●›‹good:●›             100 %     2',
	)
	const widths = [63, 64, 65, 85, 86, 90].map(
		(width) =>
			placeColumns(validatorColumns({} as NetworkModel), width).find(({ column }) => column.id === 'blocks')?.cells,
	)
	expect(widths).toEqual([8, 8, 9, 29, 30, 30])
})

it('validators sort by their power, their share of blocks and how many they made', () => {
	const order = (id: string, part: Partial<NetworkValidator>): unknown =>
		validatorColumns({} as NetworkModel)
			.find((column) => column.id === id)
			?.order?.({ ...networkOfFour.validators[0]!, ...part })
	expect(order('power', { power: 7n })).toBe(7n)
	expect(order('made', { proposed: 3 })).toBe(3)
	expect([order('signed', { commits: [] }), order('signed', { commits: ['signed', 'absent'] })]).toEqual([-1, 0.5])
})

it('the address of a validator is copied where one is selected', () => {
	const copied: string[] = []
	const app = { copy: (text: string, what: string) => void copied.push(`${what} ${text}`) }
	const command = (selected: NetworkValidator | undefined) =>
		networkCommands({ app, selected, isAlone: false } as unknown as NetworkModel).find(
			({ id }) => id === 'network.copy',
		)!
	expect([command(undefined).enabled?.(), command(undefined).footer]).toEqual(['no validator is shown', undefined])
	const [validator] = networkOfFour.validators
	expect([command(validator).enabled?.(), command(validator).footer]).toEqual([true, 1])
	void command(validator).run()
	expect(copied).toEqual([`validator address ${validator?.address}`])
})
