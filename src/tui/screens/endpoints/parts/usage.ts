import type { UsageStatement } from '../../../../client/index.ts'
import type { Amounts } from '../../../app/format/Amounts.ts'
import { grouped, short } from '../../../kit/text/numbers.ts'
import { bar } from '../../../kit/text/sparkline.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'

/** `████░░░░ 12.1 M of 15 M · 80 %`, and a word when the free tier is used up. */
export function freeTierText(statement: UsageStatement, theme: Theme, cells: number): string {
	const { relays, freeRelays } = statement
	const percent = Math.floor((relays / freeRelays) * 100)
	const paint = percent >= 100 ? theme.warn : theme.chart
	const used = relays < 100_000 ? grouped(relays) : short(relays)
	const rest = `${used} of ${short(freeRelays)}${percent >= 100 ? ', used up' : ` · ${percent} %`}`
	return `${paint(bar(relays, freeRelays, Math.max(4, Math.min(20, cells - rest.length - 1))))} ${rest}`
}

/** `0.00 USD` and, where there is a cap, how far it is. */
export function billText(statement: UsageStatement, theme: Theme, amounts: Amounts): string {
	const cap = statement.cap === null ? '' : theme.muted(` · cap ${grouped(statement.cap)} relays`)
	return `${theme.strong(amounts.usd(statement.usd))}${cap}`
}

/** Relays of each day of a month, from its first to the last one with any: days without are 0. */
export function relaysByDay({ days }: UsageStatement): readonly number[] {
	const counts = new Map(days.map(({ day, relays }) => [dayOfMonth(day), relays]))
	return Array.from({ length: Math.max(0, ...counts.keys()) }, (_, index) => counts.get(index + 1) ?? 0)
}

/** 21 of `2026-11-21`. */
function dayOfMonth(day: string): number {
	const number = Number(day.slice(8))
	return Number.isInteger(number) ? Math.min(number, 31) : 0
}

/** Plans in words. */
export const planWords = { enterprise: 'enterprise', payg: 'pay as you go' } as const
