import type { ChainSource } from '../../chain/ChainSource.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { ChainError } from '../../errors/ChainError.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'

/** Status and JSON text of a legacy reply. */
export interface LegacyAnswer {
	readonly status: number
	readonly body: string
}

/** A refusal with its HTTP status; the reply's body is `{"error":"<text>"}`. */
export class LegacyFault extends Error {
	override readonly name = 'LegacyFault'
	readonly status: number

	constructor(status: number, text: string, options?: ErrorOptions) {
		super(text, options)
		this.status = status
	}
}

/** A reply with status 200. */
export function answer(body: string): LegacyAnswer {
	return { status: 200, body }
}

/** A result with the height it was read at: `{"height":"7","result":...}` (framework: types/rest PostProcessResponse). */
export function answerAt(height: bigint, result: string): LegacyAnswer {
	return answer(`{"height":"${height}","result":${result}}`)
}

/** The reply to a refusal (framework: types/rest WriteErrorResponse). */
export function faultAnswer({ status, message }: LegacyFault): LegacyAnswer {
	return { status, body: `{"error":${quoteJson(message)}}` }
}

/** Runs a step whose chain errors are refusals with one status. Other errors pass unchanged. */
export function orFault<T>(status: number, run: () => T, prefix = ''): T {
	try {
		return run()
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw new LegacyFault(status, prefix + error.log, { cause: error })
	}
}

/** Dependencies of the legacy REST routes. */
export interface LegacyParts extends ChainSource {
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly identity: NodeIdentity
	/** The accounts that need no signature, bech32; absent where there are none. */
	readonly acting?: () => Promise<readonly string[]>
}
