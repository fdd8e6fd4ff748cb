import type { UsageStatement } from '../../../../../client/index.ts'
import type { Amounts } from '../../../../app/Amounts.ts'
import type { Detail } from '../../../../kit/text/detailRows.ts'
import { grouped } from '../../../../kit/text/numbers.ts'
import { sparkline } from '../../../../kit/text/sparkline.ts'
import type { RowSpace } from '../../../../kit/theme/RowSpace.ts'
import { when } from '../../parts/times.ts'
import { freeTierText, relaysByDay } from '../../parts/usage.ts'

/**
 * Rows that explain the bill of a month.
 *
 * @param options.withDays Whether to show the days in a line.
 */
export function billRows(
	statement: UsageStatement,
	{ theme, width }: RowSpace,
	options: { readonly amounts: Amounts; readonly withDays: boolean },
): readonly Detail[] {
	const { amounts, withDays } = options
	const { plans, relays, usd, cap, notices } = statement
	const days = relaysByDay(statement)
	const last = notices.at(-1)
	return [
		...plans.map(
			(one, index): Detail => [
				index === 0 ? 'plan' : '',
				`${planWords[one.plan]}, ${priceOf(one)} a relay after the free ones${index === 0 ? '' : `, from ${when(one.from)}`}`,
			],
		),
		['relays', theme.strong(grouped(relays))],
		['free tier', freeTierText(statement, theme, width - 11)],
		...plans.map(
			(one, index): Detail => [
				index === 0 ? 'billed' : '',
				`${grouped(one.billedRelays)} × ${priceOf(one)} = ${amounts.usd(one.usd)}`,
			],
		),
		['bill', theme.strong(amounts.usd(usd))],
		[
			'hard cap',
			cap === null
				? 'none: after the free tier calls go on and are billed'
				: `${grouped(cap)} relays a month, then calls are refused (402)`,
		],
		...(days.length === 0 || !withDays
			? []
			: [['by day', theme.chart(sparkline(days, Math.min(days.length, Math.max(8, width - 16))))] as const]),
		...(last === undefined
			? []
			: [
					[
						'notice',
						`${last.percent} % of the ${last.kind === 'free' ? 'free tier' : 'cap'} reached ${when(last.at)}`,
					] as const,
				]),
	]
}

const planWords = { enterprise: 'enterprise', payg: 'pay as you go' } as const

function priceOf({ nanoUsdPerRelay }: UsageStatement['plans'][number]): string {
	return `${grouped(BigInt(nanoUsdPerRelay))} nano-USD`
}
