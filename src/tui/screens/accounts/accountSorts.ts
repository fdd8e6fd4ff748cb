import type { TuiApp } from '../../app/TuiApp.ts'
import type { AccountInfos } from './AccountInfos.ts'
import type { KnownAddresses } from './KnownAddresses.ts'

/** Data for sorting rows. */
export interface SortedBy {
	readonly app: TuiApp
	readonly infos: AccountInfos
	readonly known: KnownAddresses
}

/** Comparison of rows by each column; unknown values go last. */
export function accountSorts({
	app,
	infos,
	known,
}: SortedBy): Readonly<Record<string, (a: string, b: string) => number>> {
	const by =
		<Value extends string | bigint | number>(value: (entry: string) => Value | undefined) =>
		(a: string, b: string): number => {
			const [first, second] = [value(a), value(b)]
			if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
			return first < second ? -1 : first > second ? 1 : 0
		}
	const number = (text: string | undefined): bigint | undefined =>
		text === undefined || text === '' ? undefined : BigInt(text)
	return {
		name: by((entry) => {
			const name = app.nameOf(entry)
			return name === entry && !entry.includes(' ') ? undefined : name.toLowerCase()
		}),
		address: by((entry) => entry),
		kind: by((entry) => infos.peek(entry)?.kind),
		balance: by((entry) => {
			const info = infos.peek(entry)
			return info && BigInt(info.balances.find(({ denom }) => denom === app.denom)?.amount ?? 0)
		}),
		number: by((entry) => number(infos.peek(entry)?.number)),
		sequence: by((entry) => (infos.peek(entry)?.number === '' ? undefined : number(infos.peek(entry)?.sequence))),
		seen: by((entry) => known.lastSeen(entry)?.height),
	}
}
