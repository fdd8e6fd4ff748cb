import type { EthereumTx, EvmLog, EvmValue } from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import type { AmountWords } from '../../app/format/Amounts.ts'
import { breakCells, wrapCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** Digits of call data that are shown where no ABI knows it. */
const mostData = 4_096
const mostEvents = 100

/** What the rows need of their surroundings. */
export interface EthereumRowsOptions {
	readonly theme: Theme
	readonly width: number
	readonly amounts: AmountWords
	readonly nameOf: (address: string) => string
}

/** An Ethereum transaction in words: who calls which function with what, what it gave or why it failed, and its events. */
export function ethereumRows(tx: EthereumTx, options: EthereumRowsOptions): readonly string[] {
	const { theme, width, amounts, nameOf } = options
	const who = (address: string): string => {
		const name = nameOf(address)
		return name === address ? address : `${safeText(name, 60)} · ${address}`
	}
	const to = tx.to === undefined ? '' : tx.contract === '' ? who(tx.to) : `${safeText(tx.contract, 64)} · ${tx.to}`
	const rows: readonly Detail[] = [
		['from', tx.from === undefined ? theme.bad('no key fits the signature') : who(tx.from)],
		...(tx.to === undefined
			? ([['makes', tx.created === undefined ? 'a contract' : `contract ${tx.created}`]] as const)
			: ([['to', to]] as const)),
		...(tx.value === 0n ? [] : [['value', amounts.evm(tx.value)] as const]),
		...callRows(tx, theme),
		...tx.gave.map(({ name, text }): Detail => ['gave', safeText(name === '' ? text : `${name} ${text}`, 2_000)]),
		...(tx.fault === '' ? [] : [['failed', theme.bad(safeText(tx.fault, 2_000))] as const]),
		['gas', `${tx.gasUsed === undefined ? 'not run' : grouped(tx.gasUsed)} of ${grouped(tx.gas)}, nonce ${tx.nonce}`],
		['hash', safeText(tx.hash)],
	]
	return [
		...detailRows(theme, rows, width),
		...(tx.call === undefined && tx.to !== undefined && tx.data !== '0x' ? unknownRows(tx, theme, width) : []),
		...tx.logs.slice(0, mostEvents).flatMap((log) => eventRows(log, options)),
		...(tx.logs.length > mostEvents ? [theme.muted(`and ${counted(tx.logs.length - mostEvents, 'event')} more`)] : []),
	]
}

/** Why an Ethereum transaction cannot be told in words. */
export function ethereumFault(fault: UserError, theme: Theme, width: number): readonly string[] {
	return fault.text.split('\n').flatMap((line) => wrapCells(safeText(line, 2_000), width).map(theme.muted))
}

function callRows({ call, to, data }: EthereumTx, theme: Theme): readonly Detail[] {
	if (to === undefined)
		return [['code', `${grouped((data.length - 2) / 2)} bytes, arguments of the constructor included`]]
	if (data === '0x') return [['calls', 'nothing: it carries coins only']]
	if (call === undefined) return [['calls', `${data.slice(0, 10)} …, which no ABI here knows`]]
	const source = call.source === 'common' ? 'by a common interface' : `by the ABI ${safeText(call.source, 64)}`
	return [
		['calls', `${theme.strong(safeText(call.signature, 300))}  ${theme.muted(source)}`],
		...call.args.map(valueRow),
		...insideRows(call.inner ?? [], '└ '),
	]
}

/** Calls in the arguments, those of inner ones further in. */
function insideRows(calls: NonNullable<NonNullable<EthereumTx['call']>['inner']>, before: string): readonly Detail[] {
	return calls.flatMap((call): readonly Detail[] => [
		['', `${before}${safeText(call.signature, 300)}`],
		...call.args.map(
			({ name, type, text }): Detail => ['', `   ${before}${safeText(`${name || type} ${text}`, 1_000)}`],
		),
		...insideRows(call.inner ?? [], `   ${before}`),
	])
}

function valueRow({ name, type, text }: EvmValue): Detail {
	return [`  ${safeText(name === '' ? type : name, 40)}`, text === '' ? '""' : safeText(text, 2_000)]
}

function unknownRows({ data }: EthereumTx, theme: Theme, width: number): readonly string[] {
	const shown = data.slice(0, mostData)
	const rest = data.length > mostData ? [theme.muted(`… ${grouped((data.length - 2) / 2)} bytes in all`)] : []
	return [...breakCells(shown, width).map(theme.muted), ...rest]
}

function eventRows({ address, decoded, topics, data }: EvmLog, options: EthereumRowsOptions): readonly string[] {
	const { theme, width, nameOf } = options
	const where = theme.muted(` of ${safeText(nameOf(address), 60)}`)
	if (decoded === undefined) {
		const rows: readonly Detail[] = [
			...topics.map((topic, index): Detail => [`  topic ${index}`, topic]),
			['  data', safeText(data, 2_000)],
		]
		return [`${theme.strong('event that no ABI here knows')}${where}`, ...detailRows(theme, rows, width)]
	}
	return [
		`${theme.strong(`event ${safeText(decoded.signature, 200)}`)}${where}`,
		...detailRows(theme, decoded.args.map(valueRow), width),
	]
}
