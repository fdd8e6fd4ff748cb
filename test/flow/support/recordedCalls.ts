import { readFileSync } from 'node:fs'

/** A call as a node of the framework answered it. */
export interface RecordedCall {
	readonly path: string
	/** Hex. */
	readonly data: string
	readonly metadata: Readonly<Record<string, string>>
	readonly code: number
	readonly details: string
	/** `LATEST` where it is the height of the moment. */
	readonly height: string | null
	readonly response: string | null
}

/** The gRPC calls of test/golden/grpc, made at a chain without transactions. */
export function recordedCalls(): readonly RecordedCall[] {
	const text = readFileSync(new URL('../../golden/grpc/calls.json', import.meta.url), 'utf8')
	return JSON.parse(text) as readonly RecordedCall[]
}
