import type { Coins } from '../../../../codec/coins/coins.ts'
import { cellWidth, fitCells } from '../../../kit/text/cells.ts'
import { bar } from '../../../kit/text/sparkline.ts'
import { absolute, duration } from '../../../kit/text/times.ts'
import type { RowSpace, Theme } from '../../../kit/theme/Theme.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { columnOf, type TimeRange, vestedShares, vestingState } from './VestingClock.ts'

/** Rows the vesting of an account takes on a screen of a height: state, chart, axis and slider. */
export function vestingHeight(height: number): number {
	if (height < 30) return 4
	return 3 + Math.min(9, 5 + Math.floor((height - 30) / 5))
}

/** Vested, locked and next release at the slider's moment, and the schedule's chart in the `height` rows there are. */
export function vestingRows(model: AccountsModel, { theme, width }: RowSpace, height: number): readonly string[] {
	const { terms, time, now, range, chosen } = model.clock
	if (terms === undefined) return []
	const state = vestingState(terms, time)
	if (state === undefined)
		return [theme.warn('The vesting terms contradict themselves: more is released than there is.')]
	const native = model.app.denom
	const whole = terms.vesting.originalVesting
	const denom = whole.find((coin) => coin.denom === native)?.denom ?? whole[0]?.denom ?? native
	const amounts = (coins: Coins): string => {
		// None of the account's own denomination, which need not be that of the app's chain.
		const some = coins.length === 0 ? [{ denom, amount: 0n }] : coins
		return model.app.amounts.coins(some.map((coin) => ({ denom: coin.denom, amount: String(coin.amount) })))
	}
	const part = (coins: Coins): number => Number(coins.find((coin) => coin.denom === denom)?.amount ?? 0n)
	const { next } = state
	const release =
		next === undefined
			? terms.kind === 'permanent'
				? 'never released'
				: 'all released'
			: `${next.linear ? 'all by' : `next ${amounts(next.coins)} on`} ${date(next.time)}`
	const wait = next === undefined ? '' : ` (${distance(next.time - time)})`
	const cells = Math.min(30, width - 90)
	const meter = cells < 8 ? '' : `${theme.chart(bar(part(state.vested), part(whole), cells))} `
	const of = shareText(amounts(state.vested), amounts(whole))
	const text = `${theme.muted('vested')} ${meter}${theme.strong(of)}${theme.border(' · ')}${theme.muted('locked')} ${amounts(state.locked)}${theme.border(' · ')}${release}`
	const summary = fitCells(cellWidth(text) + cellWidth(wait) <= width ? text + wait : text, width)
	const moment = chosen === undefined ? `${instant(now)} chain time` : `${instant(chosen)} (${distance(chosen - now)})`
	const slider = `${theme.muted('at')} ${theme.key('←')} ${chosen === undefined ? theme.strong(moment) : theme.warn(moment)} ${theme.key('→')}`
	if (range === undefined) return [summary, fitCells(slider, width)]
	const shares = vestedShares(terms, denom, range, width)
	const rows = Math.max(1, height - 3)
	const chart = shares === undefined ? [] : areaChart(shares, rows).map((line) => theme.chart(line))
	return [summary, ...chart, pointerLine(theme, range, now, time, width), endsLine(theme, range, slider, width)].slice(
		0,
		height,
	)
}

/** Shares of 0 to 1 as columns of block characters, `rows` high. */
export function areaChart(shares: readonly number[], rows: number): readonly string[] {
	return Array.from({ length: rows }, (_, row) => {
		const below = (rows - 1 - row) * 8
		return shares
			.map((share) => {
				const eighths = Math.round(share * rows * 8) - below
				if (eighths >= 8) return '█'
				if (eighths > 0) return blocks[eighths - 1]!
				return row === rows - 1 ? '▁' : ' '
			})
			.join('')
	})
}

const blocks = '▁▂▃▄▅▆▇'

/** The axis below the chart: the present `▲` and the slider `◆`. */
function pointerLine(theme: Theme, range: TimeRange, now: bigint, time: bigint, width: number): string {
	const cells = Array.from({ length: width }, () => '─')
	const present = columnOf(range, now, width)
	if (present !== undefined) cells[present] = '▲'
	const slider = columnOf(range, time, width)
	if (slider !== undefined) cells[slider] = '◆'
	return cells.map((cell) => (cell === '─' ? theme.border(cell) : theme.accent(cell))).join('')
}

/** The dates at both ends of the axis with the slider's moment between them. */
function endsLine(theme: Theme, range: TimeRange, slider: string, width: number): string {
	const [from, to] = [date(range.from), date(range.to)]
	const room = width - cellWidth(from) - cellWidth(to) - 2
	if (cellWidth(slider) > room) return fitCells(slider, width)
	return `${theme.muted(from)} ${fitCells(slider, room, 'center')} ${theme.muted(to)}`
}

/** `300 of 900 CHAIN`: the unit once, which both have if the whole is of one denomination. */
function shareText(part: string, whole: string): string {
	return `${whole.includes(', ') ? part : part.replace(/ \S+$/, '')} of ${whole}`
}

/** `2027-01-01`; far years as they are. */
function date(seconds: bigint): string {
	return instant(seconds).replace(/ \d\d:.*/, '')
}

function instant(seconds: bigint): string {
	const moment = new Date(Number(seconds) * 1_000)
	return Number.isNaN(moment.getTime()) ? `${seconds} s` : absolute(moment.toISOString())
}

function distance(seconds: bigint): string {
	if (seconds > 0n) return `in ${duration(Number(seconds))}`
	return seconds < 0n ? `${duration(Number(-seconds))} ago` : 'now'
}
