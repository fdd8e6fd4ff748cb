import type { EvmLog } from '../../client/index.ts'

/** An event as commands print it: decoded if an ABI knows it, otherwise raw. */
export function logJson({ address, topics, data, height, txHash, index, decoded }: EvmLog) {
	const place = { address, height: String(height), tx: txHash, index }
	if (decoded === undefined) return { ...place, topics, data }
	return {
		event: decoded.signature,
		args: decoded.args.map(({ name, type, text }) => ({ name, type, value: text })),
		...place,
	}
}
