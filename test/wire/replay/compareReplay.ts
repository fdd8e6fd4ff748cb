import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The text of a recording, packed or not. */
export function readRecording(path: URL): string {
	const bytes = readFileSync(path)
	return (path.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** A step's output without what is not comparable: the gas of a transaction refused before its gas meter was set. */
export function comparableStep(line: string): unknown {
	const step = JSON.parse(line) as { result?: { code?: number; gas_wanted?: number; gas_used?: number } }
	const { result } = step
	if (result?.code && !result.gas_wanted) delete result.gas_used
	return step
}
