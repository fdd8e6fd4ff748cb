import { quoteJson } from '../../../codec/goJson/quoteJson.ts'
import { type ErrorContext, errorText8 } from '../../../codec/legacy/errorText8.ts'
import { logs8, logs8Json } from '../../../codec/legacy/logs8.ts'
import { sdkErrors } from '../../../errors/ChainError.ts'
import type { TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { toHexUpper } from '../../../util/bytes.ts'

/** Additional data of a reply of generation 8. */
export interface Response8Options extends ErrorContext {
	/** The engine of that generation named the codespace only of transactions it waited for. */
	readonly hasCodespace: boolean
	/** The id of that generation (default: this chain's). */
	readonly id?: Uint8Array
	/** The transaction in JSON, and the block's time, for those read from a block. */
	readonly tx?: string
	readonly timestamp?: string
}

const unverified = 'signature verification failed;: unauthorized'

/** The bank's errors were numbered from 1 (cosmos-sdk v0.39.2 x/bank/internal/types/errors.go), and are from 2. */
const code8 = (codespace: string, code: number): number => (codespace === 'bank' ? code - 1 : code)

/** A transaction's response in the JSON of generation 8: always a height, never events or data (cosmos-sdk v0.39.2 types/result.go). */
export function txResponse8Json(response: TxResponse, options: Response8Options): string {
	const { codespace, gasWanted, gasUsed } = response
	// That generation read a sequence only as a part of what was signed.
	const isSequence = codespace === 'sdk' && response.code === sdkErrors.wrongSequence.code
	const code = isSequence ? sdkErrors.unauthorized.code : code8(codespace, response.code)
	const succeeded = code === 0 && response.logs.length > 0
	const logs = logs8Json(logs8(response.logs))
	const rawLog = succeeded ? logs : errorText8(codespace, code, isSequence ? unverified : response.rawLog, options)
	const members = [
		`"height":"${response.height}"`,
		`"txhash":"${options.id === undefined ? response.txhash : toHexUpper(options.id)}"`,
		options.hasCodespace && rawLog !== '' && codespace !== '' ? `"codespace":${quoteJson(codespace)}` : '',
		code === 0 ? '' : `"code":${code}`,
		rawLog === '' ? '' : `"raw_log":${quoteJson(rawLog)}`,
		succeeded ? `"logs":${logs}` : '',
		gasWanted === 0n ? '' : `"gas_wanted":"${gasWanted}"`,
		// A transaction refused before gas counting shows the gas of a shared context here, and nothing there.
		gasUsed === 0n || gasWanted === 0n ? '' : `"gas_used":"${gasUsed}"`,
		options.tx === undefined ? '' : `"tx":${options.tx}`,
		options.timestamp === undefined ? '' : `"timestamp":"${options.timestamp}"`,
	]
	return `{${members.filter((member) => member !== '').join(',')}}`
}
