import { addressFromText } from '../../../codec/address/address.ts'
import { encodeWrappedStdTx } from '../../../codec/amino/stdTx.ts'
import type { TransferDialect } from '../transfers.ts'

/** Rules of generation 9 for building transfers. */
export const dialect9: TransferDialect = {
	addressFromText,
	gasFault: 'gas must be either integer or auto',
	simulationFault: async ({ message }) => message,
	checksSequence: true,
	encode: (tx, options) => encodeWrappedStdTx(tx, options, '[]'),
}
