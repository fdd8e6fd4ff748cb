const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/**
 * Milliseconds of a header `grpc-timeout`; undefined for one that Go does not read (grpc-go v1.33.2
 * internal/transport/http_util.go decodeTimeout).
 */
export function callTimeout(text: string): number | undefined {
	if (text.length < 2 || text.length > 9) return undefined
	const unit = unitMs[text.slice(-1)]
	const count = text.slice(0, -1)
	return unit !== undefined && /^[+-]?\d+$/.test(count) ? Number(count) * unit : undefined
}
