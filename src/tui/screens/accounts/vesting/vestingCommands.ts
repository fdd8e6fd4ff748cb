import { vestingSchedule } from '../../../../codec/vesting/vestingSchedule.ts'
import { type Command, type CommandRecord, commandsOf } from '../../../kit/keymap/Command.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { askTime, confirmTravel } from '../prompts.ts'

/** Commands for the time slider of a vesting account. */
export function vestingCommands(model: AccountsModel): readonly Command[] {
	const { app, clock } = model
	const needsVesting = (): true | string => {
		if (model.view === 'check') return 'the check of old clients does not depend on time'
		return (clock.terms !== undefined && model.selected !== undefined) || 'the account does not vest'
	}
	const slide = (
		id: string,
		keys: readonly string[],
		title: string,
		description: string,
		run: () => void,
		footer?: number,
	): CommandRecord => ({
		id: `vesting.${id}`,
		keys,
		title,
		description,
		...(footer === undefined ? {} : { footer }),
		enabled: needsVesting,
		run: () => run(),
	})
	const points = (): readonly bigint[] =>
		clock.terms === undefined ? [] : vestingSchedule(clock.terms).points.map(({ time }) => time)
	return commandsOf({ group: 'Vesting' }, [
		slide('later', ['right', '>'], 'later', 'Move the time slider to the right.', () => clock.step(1), 6),
		slide('earlier', ['left', '<'], 'earlier', 'Move the time slider to the left.', () => clock.step(-1)),
		slide('bit-later', ['shift+right', '.'], 'a bit later', 'Move the slider a tenth of a step to the right.', () =>
			clock.step(1, true),
		),
		slide('bit-earlier', ['shift+left', ','], 'a bit earlier', 'Move the slider a tenth of a step to the left.', () =>
			clock.step(-1, true),
		),
		slide('next', ['n'], 'next release', 'Move the slider to the next release of coins.', () =>
			clock.jump(points(), 1),
		),
		slide('previous', ['N'], 'previous release', 'Move the slider to the previous release of coins.', () =>
			clock.jump(points(), -1),
		),
		slide('now', ['='], 'chain time', 'Move the slider back to the time of the chain.', () => {
			clock.chosen = undefined
		}),
		slide('time', ['t'], 'other time', 'Show the vesting at a time you type.', () => askTime(model), 8),
		{
			id: 'vesting.travel',
			keys: ['C'],
			title: 'set chain clock',
			description:
				'Set the clock of the chain to the moment of the slider, so that the node itself releases the coins.',
			enabled: () => {
				if (app.client?.admin === undefined) return 'you do not control this node'
				if (clock.chosen === undefined) return 'the slider is at the time of the chain'
				return clock.chosen > clock.now || 'time does not go back'
			},
			run: () => confirmTravel(model),
		},
	])
}
