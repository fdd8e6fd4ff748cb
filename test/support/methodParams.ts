import type { EthParam } from '../../src/api/eth/rpc/EthMethod.ts'
import { type JsonNode, parseJson } from '../../src/codec/goJson/parseJson.ts'

/** The first account of the words that every tool of Ethereum knows. */
const someone = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** Whether a parameter takes a value. */
export function takes<Context>(param: EthParam<Context>, value: unknown, context: Context): boolean {
	const node: JsonNode = parseJson(JSON.stringify(value))
	try {
		const { read }: { read(node: JsonNode, context: Context): unknown } = param
		read(node, context)
		return true
	} catch {
		return false
	}
}

/** Values among which every parameter that names no block finds one it takes. */
export const plainValues: readonly unknown[] = [
	someone,
	'0x0',
	true,
	{ to: someone },
	{ [someone]: [`0x${'00'.repeat(32)}`] },
	1,
	[],
	'0x',
]
