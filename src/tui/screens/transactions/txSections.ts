import type { Coin, GasBreakdown, GasOperation, TxDetail } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { toHex } from '../../../util/bytes.ts'
import { member } from '../../../util/jsonParts.ts'
import type { Amounts } from '../../app/format/Amounts.ts'
import type { Section } from '../../kit/models/FoldedSections.ts'
import { fitCells, wrapCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { jsonRows } from '../../kit/text/jsonRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { absolute } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { type EthereumRowsOptions, ethereumFault, ethereumRows } from './ethereumRows.ts'
import type { TxFindings } from './txFindings.ts'

/** A transaction as it is read: what matters first, then its parts. */
export interface TxText {
	readonly head: readonly string[]
	readonly sections: readonly Section[]
}

/** What the text of a transaction is made for. */
export interface TxTextOptions extends EthereumRowsOptions {
	readonly raw: boolean
	/** Absent where it is only looked at: nothing is found out about it. */
	readonly findings: TxFindings | undefined
	readonly amounts: Amounts
	/** The Ethereum transactions in it in words, or why they cannot be told. */
	readonly ethereum?: TxFindings['ethereum'] | undefined
	/** The hash as a link to where the node shows the transaction. */
	readonly link?: (hash: string) => string
}

/** A complete transaction: result, gas, fee, signers; then sections: its document, gas use and events, or raw bytes. */
export function txSections(tx: TxDetail, options: TxTextOptions): TxText {
	const { theme, width, findings } = options
	const head = detailRows(theme, rows(tx, options), width)
	if (options.raw) {
		const title = `Raw, ${counted(tx.raw.length, 'byte')}`
		return { head, sections: [{ id: 'raw', title, lines: () => hexRows(tx.raw, width) }] }
	}
	const events = (): readonly string[] =>
		tx.events.flatMap((event) => [
			theme.strong(fitCells(safeText(event.type), width)),
			...detailRows(
				theme,
				event.attributes.map(({ key, value }): Detail => [`  ${safeText(key, 40)}`, safeText(value, 2_000)]),
				width,
			),
		])
	const gas: readonly Section[] =
		findings === undefined
			? []
			: [{ id: 'gas', title: 'Where the gas went', lines: () => gasRows(findings.gas, theme, width) }]
	return {
		head,
		sections: [
			...ethereumSections(options.ethereum, options),
			{ id: 'transaction', title: 'Transaction', lines: () => jsonRows(tx.json, theme, width) },
			...gas,
			{ id: 'events', title: `Events ${tx.events.length}`, lines: events },
		],
	}
}

function rows(tx: TxDetail, options: TxTextOptions): readonly Detail[] {
	const { theme } = options
	const result =
		tx.code !== 0
			? theme.bad(`✗ code ${tx.code} of ${safeText(tx.codespace, 40)}`)
			: tx.evmFault === undefined
				? theme.good('✓ done')
				: theme.bad('✗ failed in the EVM; fee and nonce are spent')
	const share = tx.gasWanted > 0n ? Number((tx.gasUsed * 100n) / tx.gasWanted) : 0
	return [
		['hash', options.link?.(tx.hash) ?? tx.hash],
		['result', result],
		...whyRows(tx, options.ethereum),
		['block', `${grouped(tx.height)}, place ${tx.index + 1} · ${absolute(tx.time)}`],
		['gas', `${grouped(tx.gasUsed)} of ${grouped(tx.gasWanted)}  ${theme.chart(bar(share, 100, 16))} ${share} %`],
		[
			'fee',
			tx.fee.length === 0 ? 'none' : tx.fee.map((coin) => safeText(feeText(coin, options.amounts), 80)).join(', '),
		],
		...signerRows(tx, options),
		...signModes(tx.json),
		...(tx.memo === '' ? [] : [['memo', safeText(tx.memo, 1_000)] as const]),
	]
}

function whyRows(tx: TxDetail, ethereum: TxFindings['ethereum']): readonly Detail[] {
	if (tx.code !== 0) return [['why', safeText(tx.log, 2_000)]]
	if (tx.evmFault === undefined) return []
	const told = ethereum instanceof UserError ? undefined : ethereum?.find(({ fault }) => fault !== '')?.fault
	return [['why', safeText(told ?? tx.evmFault, 2_000)]]
}

/** Ethereum's fee is at most this: what gas is left over is paid back. */
function feeText(coin: Coin, amounts: Amounts): string {
	return `${amounts.isEvm(coin) ? 'at most ' : ''}${amounts.both(coin)}`
}

function ethereumSections(ethereum: TxFindings['ethereum'], options: EthereumRowsOptions): readonly Section[] {
	if (ethereum instanceof UserError) {
		const { theme, width } = options
		return [{ id: 'ethereum', title: 'Ethereum', lines: () => ethereumFault(ethereum, theme, width) }]
	}
	return (ethereum ?? []).map((tx, index, all) => ({
		id: all.length === 1 ? 'ethereum' : `ethereum-${index}`,
		title: all.length === 1 ? 'Ethereum' : `Ethereum ${index + 1} of ${all.length}`,
		lines: () => ethereumRows(tx, options),
	}))
}

/** Each signer with whether its signature holds, and why not. */
function signerRows(tx: TxDetail, { theme, nameOf, findings }: TxTextOptions): readonly Detail[] {
	const signatures = findings?.signatures
	if (signatures instanceof UserError)
		return [['signer', theme.bad(`not checked: ${safeText(signatures.message, 300)}`)]]
	if (signatures !== undefined && tx.signers.length === 0) {
		return signatures.map(({ reason }) => ['signature', `${theme.bad('✗')} ${safeText(reason, 300)}`] as const)
	}
	return tx.signers.flatMap((signer, index): readonly Detail[] => {
		const name = nameOf(signer)
		const who = name === signer ? safeText(signer, 120) : `${name} · ${signer}`
		const check = signatures?.[index]
		const mark = check === undefined ? '' : check.ok ? theme.good('✓ ') : theme.bad('✗ ')
		return [
			[index === 0 ? 'signer' : '', `${mark}${who}`],
			...(check === undefined || check.ok ? [] : [['', theme.bad(safeText(check.reason, 300))] as const]),
		]
	})
}

const modes: Readonly<Record<string, string>> = {
	SIGN_MODE_DIRECT: 'direct',
	SIGN_MODE_LEGACY_AMINO_JSON: 'amino JSON',
}

/** Sign modes, each once: `2 of 3 keys, amino JSON`. */
function signModes(json: unknown): readonly Detail[] {
	const infos = member(member(json, 'auth_info'), 'signer_infos')
	const ways = Array.isArray(infos) ? infos.map((info) => modeText(info, member(info, 'mode_info'))) : []
	const told = [...new Set(ways.filter((way) => way !== ''))]
	return told.length === 0 ? [] : [['signed', safeText(told.join('; '), 200)]]
}

function modeText(info: unknown, mode: unknown): string {
	const single = member(member(mode, 'single'), 'mode')
	if (typeof single === 'string') return modes[single] ?? single
	const parts = member(member(mode, 'multi'), 'mode_infos')
	if (!Array.isArray(parts)) return ''
	const keys = member(member(info, 'public_key'), 'public_keys')
	const ways = [...new Set(parts.map((part) => modeText(undefined, part)))].filter((way) => way !== '')
	return [`${parts.length}${Array.isArray(keys) ? ` of ${keys.length}` : ''} keys`, ...ways].join(', ')
}

function hexRows(bytes: Uint8Array, width: number): readonly string[] {
	const perLine = Math.max(8, Math.min(32, Math.floor((width - 8) / 3 / 8) * 8))
	const lines: string[] = []
	for (let at = 0; at < bytes.length; at += perLine) {
		const hex = toHex(bytes.subarray(at, at + perLine)).replaceAll(/(..)/g, '$1 ')
		lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.trimEnd()}`)
	}
	return lines
}

/** Gas use of a transaction: each step with its operations, and the sum, or the reason it is unknown. */
function gasRows(gas: GasBreakdown | UserError | undefined, theme: Theme, width: number): readonly string[] {
	if (gas === undefined) return [theme.muted(fitCells('asking the node …', width))]
	if (gas instanceof UserError) {
		return gas.text.split('\n').flatMap((line) => wrapCells(safeText(line, 2_000), width).map(theme.muted))
	}
	const row = columns(width)
	const used = Number(gas.gasUsed)
	return [
		theme.muted(row.of('step', 'bytes', 'gas', '')),
		...gas.phases.flatMap((phase) => [
			theme.strong(row.of(safeText(phase.name), '', grouped(phase.gas), '')) +
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
	return safeText(times > 1 ? `${what} ×${times}` : what)
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
