import type { GasBreakdown, GasOperation } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { fitCells, wrapCells } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** Gas use of a transaction: each step with its operations, and the sum, or the reason it is unknown. */
export function gasRows(gas: GasBreakdown | UserError | undefined, theme: Theme, width: number): readonly string[] {
	if (gas === undefined) return [theme.muted(fitCells('asking the node …', width))]
	if (gas instanceof UserError) {
		return gas.text.split('\n').flatMap((line) => wrapCells(safeText(line, 2_000), width).map(theme.muted))
	}
	const row = columns(width)
	const used = Number(gas.gasUsed)
	return [
		theme.muted(row.of('step', 'bytes', 'gas', '')),
		...gas.phases.flatMap((phase) => [
			theme.strong(row.of(safeText(phase.name, 200), '', grouped(phase.gas), '')) +
				theme.chart(bar(Number(phase.gas), used, row.bar)),
			...phase.operations.map((operation) =>
				row.of(`  ${described(operation)}`, sized(operation.bytes), grouped(operation.gas), ' '.repeat(row.bar)),
			),
		]),
		theme.strong(row.of('gas used', '', grouped(gas.gasUsed), ' '.repeat(row.bar))),
	]
}

/** `read bank ×3` */
function described({ name, store, times }: GasOperation): string {
	const what = store === '' ? name : `${name} ${store}`
	return safeText(times > 1 ? `${what} ×${times}` : what, 200)
}

function sized(bytes: number): string {
	return bytes === 0 ? '' : grouped(bytes)
}

interface Columns {
	/** Cells of the bar. */
	readonly bar: number
	of(name: string, bytes: string, gas: string, rest: string): string
}

function columns(width: number): Columns {
	const [bytes, gas] = [8, 11]
	const cells = Math.max(0, Math.min(24, width - 52))
	const name = Math.max(10, Math.min(60, width - bytes - gas - 2 - cells))
	return {
		bar: cells,
		of: (text, size, spent, rest) => `${fitCells(text, name)}${size.padStart(bytes)}${spent.padStart(gas)}  ${rest}`,
	}
}
