import type { TxResult } from './Application.ts'

/** A result whose fields all have their zero values. */
export const emptyTxResult: TxResult = {
	code: 0,
	codespace: '',
	data: new Uint8Array(0),
	log: '',
	info: '',
	gasWanted: 0n,
	gasUsed: 0n,
	events: [],
}
