import type { AminoJsonInput } from '../amino/AminoJsonInput.ts'
import { encodeStdTx, type StdTx } from '../amino/stdTx.ts'

/** A bare StdTx in the JSON of generation 8, which had no timeout height. */
export function stdTx8Json(tx: StdTx, options: AminoJsonInput): string {
	return encodeStdTx(tx, options).replace(/,"timeout_height":"\d+"\}$/, '}')
}
