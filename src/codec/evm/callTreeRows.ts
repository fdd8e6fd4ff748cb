import type { Address } from 'viem'
import { formatEvmAmount } from '../coins/evmAmount.ts'

/** A row of a call tree: its parts, so that each may be painted. */
export interface CallTreeRow {
	/** Lines of the tree before it: `│  ├─ `. */
	readonly branch: string
	/** `CALL`, small. */
	readonly kind: string
	/** The called contract, by name if it has one. */
	readonly target: string
	readonly call: string
	/** `· 0.5 CHAIN`; empty when no coins go along. */
	readonly value: string
	/** Return value; empty without one. */
	readonly result: string
	readonly failed: boolean
	readonly gasUsed: bigint
	readonly gasOwn: bigint
	readonly node: CallNode
}

/** A call tree row by row, the outermost call first. */
export function callTreeRows(root: CallNode, denom: string): readonly CallTreeRow[] {
	const rows: CallTreeRow[] = []
	const add = (node: CallNode, before: string, isLast: boolean, isRoot: boolean): void => {
		const { kind, to, contract, call, result, failed, gasUsed, gasOwn, value, calls } = node
		rows.push({
			branch: isRoot ? '' : `${before}${isLast ? '└─ ' : '├─ '}`,
			kind,
			target: contract === '' ? shortened(to ?? 'new contract') : contract,
			call,
			value: value === 0n ? '' : formatEvmAmount(value, denom),
			result,
			failed,
			gasUsed,
			gasOwn,
			node,
		})
		const inside = isRoot ? '' : `${before}${isLast ? '   ' : '│  '}`
		for (const [index, inner] of calls.entries()) add(inner, inside, index === calls.length - 1, false)
	}
	add(root, '', true, true)
	return rows
}

/** A row as one line: `└─ CALL Wall clean() · 0.5 CHAIN → 3  21,000 gas`. */
export function callTreeLine(row: CallTreeRow): string {
	const value = row.value === '' ? '' : ` · ${row.value}`
	const result = row.result === '' ? '' : row.failed ? ` ✗ ${row.result}` : ` → ${row.result}`
	const own = row.gasOwn === row.gasUsed ? '' : `, ${grouped(row.gasOwn)} its own`
	return `${row.branch}${row.kind} ${row.target} ${row.call}${value}${result}  [${grouped(row.gasUsed)} gas${own}]`
}

function grouped(number: bigint): string {
	return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function shortened(text: string): string {
	return text.length === 42 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text
}

/** One frame of a call, with those it made. */
export interface CallNode {
	/** `CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE`, `CREATE2`, `SELFDESTRUCT`. */
	readonly kind: string
	readonly from: Address
	readonly to: Address | undefined
	/** Name of the contract in the book; empty where it has none. */
	readonly contract: string
	/** `transfer(to: 0x…, amount: 5)`, or the first four bytes. */
	readonly call: string
	/** Return value, or the reason of the failure. */
	readonly result: string
	readonly failed: boolean
	readonly gas: bigint
	readonly gasUsed: bigint
	/** Gas of this frame alone, without those it called. */
	readonly gasOwn: bigint
	/** In the EVM's unit. */
	readonly value: bigint
	readonly calls: readonly CallNode[]
}
