import type { ChainClient, SimulatedTx, StdTxAnalysis } from '../../../client/index.ts'
import type { LegacyFormOfBytes } from '../../../codec/legacy/legacyFormOfBytes.ts'
import { UserError } from '../../../errors/UserError.ts'
import { toHexUpper } from '../../../util/bytes.ts'

/** Result of converting a text. */
export type Conversion =
	/** A legacy transaction, and the protobuf one it becomes. */
	| {
			readonly direction: 'forward'
			readonly analysis: StdTxAnalysis
			/** Undefined when it cannot be converted. */
			readonly simulated: SimulatedTx | undefined
	  }
	/** Bytes of a protobuf transaction, and its legacy form. */
	| {
			readonly direction: 'backward'
			readonly bytes: Uint8Array
			readonly form: LegacyFormOfBytes
			/** Protobuf JSON. */
			readonly json: string
			readonly hash: string
			readonly simulated: SimulatedTx
	  }
	/** Neither. */
	| { readonly direction: 'none'; readonly error: UserError }

/** Converts a text in whichever direction it asks for, and checks it against the chain. */
export async function convert(client: ChainClient, text: string): Promise<Conversion> {
	try {
		// The chain's types load with the first conversion, not with the app.
		const { bytesOfText } = await import('../../../codec/legacy/legacyFormOfBytes.ts')
		const bytes = bytesOfText(text)
		return bytes === undefined ? await forward(client, text) : await backward(client, bytes)
	} catch (error) {
		if (error instanceof UserError) return { direction: 'none', error }
		throw error
	}
}

async function forward(client: ChainClient, text: string): Promise<Conversion> {
	const analysis = await client.analyzeLegacyTx(text)
	const { converted } = analysis
	return {
		direction: 'forward',
		analysis,
		simulated: converted === undefined ? undefined : await client.simulateTx(converted.bytes),
	}
}

async function backward(client: ChainClient, bytes: Uint8Array): Promise<Conversion> {
	const { legacyFormOfBytes } = await import('../../../codec/legacy/legacyFormOfBytes.ts')
	const { createRegistry } = await import('../../../codec/registry/createRegistry.ts')
	const { txToJson } = await import('../../../codec/txJson/txJson.ts')
	const registry = createRegistry()
	const { settings } = await client.status()
	const form = legacyFormOfBytes(bytes, { registry, brand: settings.aminoBrand })
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
	return {
		direction: 'backward',
		bytes,
		form,
		json: txToJson(form.decoded, registry),
		hash: toHexUpper(digest),
		simulated: await client.simulateTx(bytes),
	}
}

/** The protobuf transaction of a conversion, when there is one: its bytes, JSON and hash. */
export function protoOf(
	conversion: Conversion | undefined,
): { readonly bytes: Uint8Array; readonly json: string; readonly hash: string } | undefined {
	if (conversion?.direction === 'forward') return conversion.analysis.converted
	return conversion?.direction === 'backward' ? conversion : undefined
}
