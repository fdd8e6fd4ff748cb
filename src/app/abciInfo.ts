import { ChainError, plainError, sdkErrors } from '../errors/ChainError.ts'
import { GrpcStatusError } from '../errors/GrpcStatusError.ts'

/** Codespace, code and text of an error as a reply carries them. */
export interface AbciInfo {
	readonly codespace: string
	readonly code: number
	readonly log: string
}

/** The public part of an error: no code becomes `internal`, a panic a fixed sentence (types/errors/abci.go Redact). */
export function abciInfo(error: ChainError): AbciInfo {
	const { codespace, code } = error
	if (sdkErrors.panic.is(error)) {
		return { codespace, code, log: 'panic message redacted to hide potentially sensitive system info: panic' }
	}
	if (code === 1) return { codespace: 'undefined', code, log: 'internal' }
	return { codespace, code, log: error.log }
}

/**
 * Converts anything thrown to a ChainError: an error of the framework is unchanged, a gRPC status becomes an error
 * without a code, anything else is a recovered panic (framework: baseapp newDefaultRecoveryMiddleware).
 */
export function toChainError(thrown: unknown): ChainError {
	if (thrown instanceof RecoveredPanic) return thrown
	if (thrown instanceof ChainError && !sdkErrors.panic.is(thrown)) return thrown
	if (thrown instanceof GrpcStatusError) return plainError(thrown.message)
	const text = thrown instanceof Error ? thrown.message.replace(/: panic$/, '') : String(thrown)
	return new ChainError(sdkErrors.panic.codespace, sdkErrors.panic.code, `recovered: ${text}`, { cause: thrown })
}

/** A panic that checks of transactions have caught themselves: its text stays as it is, `TEXT: panic`. */
export class RecoveredPanic extends ChainError {
	constructor(text: string, cause: unknown) {
		super(sdkErrors.panic.codespace, sdkErrors.panic.code, `${text}: panic`, { cause })
	}
}
